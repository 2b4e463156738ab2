import { sanitized } from '../../../src/sanitized.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { UsageError } from '../../engine/errors.js';
import { wrapped } from '../output/lines.js';
import { count } from '../../wording/words.js';
import type { Terminal } from '../output/terminal.js';
import { whole } from '../../wording/sentence.js';
import { operationWords } from '../operations/operations.js';
import { inWords, sentenceOf } from '../wording/wording.js';
import { isPlainYes, type Settlement } from './settlement.js';
import type { UnconfirmedRow } from '../../engine/run/unconfirmed.js';

/** Asks a person what became of each row, and settles it, until they want no more questions. */
export async function askAll(
  unconfirmed: readonly UnconfirmedRow[],
  settlement: Settlement,
  operation: SheetOperation,
  terminal: Terminal,
): Promise<void> {
  terminal.err(
    wrapped(
      `\nWhat was requested for ${unconfirmed.length === 1 ? 'this row' : `these ${count(unconfirmed.length, 'row')}`} may or may not exist in the service. Check there first, then answer ${answerOf(operation)} if it exists, "no" if it does not, or Enter to leave it for later.`,
      terminal.width,
    ),
  );
  for (const row of unconfirmed) {
    const goOn = await askOne(row, settlement, operation, terminal);
    if (!goOn) return;
  }
}

/** False when the person ended the questions. */
async function askOne(
  row: UnconfirmedRow,
  settlement: Settlement,
  { command, requestsPerRow }: SheetOperation,
  terminal: Terminal,
): Promise<boolean> {
  const words = operationWords[command];
  const about = row.request ?? row.now;
  const who = about === undefined ? '' : `, ${words.describe(about)[0] ?? ''}`;
  const id = [words.id ?? [], requestsPerRow > 1 ? [] : 'yes'].flat().join(', ');
  for (;;) {
    const question = sanitized(`${nameOf(row)}${who}: ${id} or no? `);
    const answer = await terminal.ask(terminal.paint.err('bold', question));
    if (answer === undefined) return false;
    const text = answer.trim();
    if (text === '') return true;
    try {
      const exists = /^no?$/i.test(text) ? undefined : text;
      await settlement.settle(row.key, exists);
      terminal.err(sanitized(`Recorded: ${nameOf(row)} ${becameWords(exists)}.`));
      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.err(wrapped(whole(sentenceOf(error)), terminal.width));
    }
  }
}

/** What became of a row, as a person says: it exists, or is to be sent again. */
export function becameWords(exists: string | undefined): string {
  if (exists === undefined) return 'will be sent again';
  return isPlainYes(exists) ? 'exists' : `exists (${exists})`;
}

/** The answers for a row that exists. */
function answerOf({ command, requestsPerRow }: SheetOperation): string {
  const { id } = operationWords[command];
  if (id === undefined) return '"yes"';
  return requestsPerRow > 1 ? `the ${id}` : `the ${id} or "yes"`;
}

/** What a person should know of a row to find out what became of it. */
export function describe(row: UnconfirmedRow, { command }: SheetOperation): string {
  const words = operationWords[command];
  const { sentAt, reason, request, now } = row;
  const time =
    sentAt === '' ? 'at an unknown time' : `${sentAt.slice(0, 19).replace('T', ' ')} UTC`;
  const lines = [nameOf(row), `  Sent:     ${time}. ${inWords(reason)}`];
  if (request !== undefined) lines.push(`  Request:  ${words.describe(request).join(', ')}`);
  if (now !== undefined) lines.push(`  Now:      ${words.describe(now).join(', ')}; changed since`);
  return lines.map(sanitized).join('\n');
}

/** How a person recognises a row. */
function nameOf({ row, key }: UnconfirmedRow): string {
  return row === undefined ? `Row ${key} (removed from the sheet or edited)` : `Row ${row}`;
}
