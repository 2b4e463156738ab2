import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { Plan } from '../../engine/run/events.js';
import { peopleSentence } from '../output/planText.js';
import type { Terminal } from '../output/terminal.js';
import { operationWords } from '../operations/operations.js';
import type { RunFlags } from './runFlags.js';
import { CommandError } from '../output/commandError.js';

/** Whether to go on; undefined for Ctrl+C at the question, or for the signal. */
export async function confirmRun(
  operation: SheetOperation,
  plan: Plan,
  flags: RunFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { question, typedConfirmation } = operationWords[operation.command];
  if (flags.yes === true) return true;
  if (!terminal.interactive) {
    throw new CommandError(
      'rwa cannot ask for confirmation without a terminal. Add --yes. Nothing was sent.',
    );
  }
  const { people = [] } = plan;
  if (typedConfirmation !== undefined) {
    if (flags.json === true) {
      // The JSON lines do not show the people to the person who is asked.
      terminal.err(peopleSentence(plan));
    }
    const order = `Type ${people.length} to remove ${typedConfirmation.what(people.length)}: `;
    const typed = await terminal.ask(terminal.paint.err('bold', order), signal);
    return typed === undefined ? undefined : typed.trim() === String(people.length);
  }
  const fresh = newRows(operation, plan, flags);
  const what = fresh > 0 ? question(fresh) : 'Fetch the results';
  const answer = await terminal.ask(terminal.paint.err('bold', `${what} now? [y/N] `), signal);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

/** How many rows the plan would send. */
export function newRows({ repeatable }: SheetOperation, { counts }: Plan, flags: RunFlags): number {
  const again = repeatable ? counts.Unconfirmed : 0;
  return counts['Not sent'] + (flags.retryRejected === true ? counts.Rejected : 0) + again;
}
