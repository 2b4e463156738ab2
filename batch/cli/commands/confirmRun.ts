import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { Plan } from '../../engine/run/events.js';
import { peopleSentence } from '../output/planText.js';
import type { Terminal } from '../output/terminal.js';
import { operationWords } from '../operations/operations.js';
import type { RunFlags } from './runFlags.js';
import { CommandError } from '../output/commandError.js';

/** Resolves to undefined if Ctrl+C, Ctrl+D or the signal ended the question. */
export async function confirmRun(
  operation: SheetOperation,
  plan: Plan,
  flags: RunFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { action, typedConfirmation } = operationWords[operation.command];
  if (flags.yes === true) return true;
  if (!terminal.interactive) {
    throw new CommandError('Confirmation needs a terminal. Add --yes. Nothing was sent.');
  }
  const { people = [] } = plan;
  if (typedConfirmation !== undefined) {
    if (flags.json === true) {
      // The person must see who is removed; without --verbose, the JSON lines name only rows.
      terminal.err(peopleSentence(plan));
    }
    const prompt = `Type ${people.length} to remove ${typedConfirmation.removal(people.length)}: `;
    const typed = await terminal.ask(terminal.paint.err('bold', prompt), signal);
    return typed === undefined ? undefined : typed.trim() === String(people.length);
  }
  const { rowsToSend } = plan;
  const what = rowsToSend > 0 ? action(rowsToSend) : 'Fetch the results';
  const answer = await terminal.ask(terminal.paint.err('bold', `${what} now? [y/N] `), signal);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}
