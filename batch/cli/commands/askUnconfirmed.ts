import { sanitize } from '../../../src/sanitized.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { UsageError } from '../../engine/errors.js';
import { wrapText } from '../output/lines.js';
import { count } from '../../wording/words.js';
import type { Terminal } from '../output/terminal.js';
import { showValues } from '../../wording/sentence.js';
import { operationWords } from '../operations/operations.js';
import { inWords, toSentence } from '../wording/wording.js';
import { isPlainYes, type Settlement } from './settlement.js';
import type { UnconfirmedRow, UnprovenRow } from '../../engine/run/settleRow.js';

export async function askUnconfirmed(
  unconfirmed: readonly UnconfirmedRow[],
  settlement: Settlement,
  operation: SheetOperation,
  terminal: Terminal,
): Promise<void> {
  const [rowsWere, check, it] =
    unconfirmed.length === 1
      ? ['This row was', 'Check there first', 'it']
      : [
          `These ${count(unconfirmed.length, 'row')} were`,
          'For each row, check there first',
          'its request',
        ];
  terminal.err(
    wrapText(
      `\n${rowsWere} sent, but it is not certain that the service has what was requested. ${check}, then answer ${listAcceptedAnswers(operation)} if ${it} exists, "no" if it does not, or Enter to leave it for later.`,
      terminal.width,
    ),
  );
  for (const row of unconfirmed) {
    const canContinue = await askAboutRow(row, settlement, operation, terminal);
    if (!canContinue) return;
  }
}

/** Resolves to false if the person ended the questions. */
async function askAboutRow(
  row: UnconfirmedRow,
  settlement: Settlement,
  { command, requestsPerRow }: SheetOperation,
  terminal: Terminal,
): Promise<boolean> {
  const words = operationWords[command];
  const about = row.request ?? row.now;
  const who = about === undefined ? '' : `, ${words.describe(about)[0] ?? ''}`;
  const accepted = [words.idNoun ?? [], requestsPerRow > 1 ? [] : 'yes'].flat().join(', ');
  return askUntilAnswered(
    `${nameRow(row)}${who}: ${accepted} or no? `,
    terminal,
    async (answer) => {
      await settlement.settle(row.key, answer);
      return `Recorded: ${nameRow(row)} ${wordAnswer(answer)}.`;
    },
  );
}

/** Records a yes or another ID. After a no, only prints what to do with the row. */
export async function askUnproven(
  unproven: readonly UnprovenRow[],
  settlement: Settlement,
  { command }: SheetOperation,
  terminal: Terminal,
): Promise<void> {
  terminal.err(
    wrapText(
      `\nNothing proves which inputs ${unproven.length === 1 ? 'this assessment was' : `these ${count(unproven.length, 'assessment')} were`} made for. Compare each Assessment ID with the service, then answer "yes" if it belongs to the row, the right ID if it does not, "no" if the row has no assessment, or Enter to leave it for later.`,
      terminal.width,
    ),
  );
  for (const { row, key, assessmentId, request } of unproven) {
    const [who] = request === undefined ? [] : operationWords[command].describe(request);
    const question = `Row ${row}${who === undefined ? '' : `, ${who}`}: is ${assessmentId} its Assessment ID? `;
    const canContinue = await askUntilAnswered(question, terminal, async (answer) => {
      if (answer === undefined) return adviseToClear(row);
      await settlement.settle(key, answer);
      return `Recorded: Row ${row} ${wordAnswer(answer)}.`;
    });
    if (!canContinue) return;
  }
}

export function adviseToClear(row: number | string): string {
  return `Row ${row} shows an Assessment ID, so it is not sent. If the ID is not the row's, clear the result cells of the row and run again.`;
}

/**
 * `record` gets the typed text, or undefined for "no", and throws a UsageError for an answer that
 * cannot be recorded. Enter leaves the row for later. Resolves to false if the person ended the
 * questions.
 */
async function askUntilAnswered(
  question: string,
  terminal: Terminal,
  record: (answer: string | undefined) => Promise<string>,
): Promise<boolean> {
  for (;;) {
    const answer = await terminal.ask(terminal.paint.err('bold', sanitize(question)));
    if (answer === undefined) return false;
    const text = answer.trim();
    if (text === '') return true;
    try {
      terminal.err(sanitize(await record(/^no?$/i.test(text) ? undefined : text)));
      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.err(wrapText(showValues(toSentence(error)), terminal.width));
    }
  }
}

/** `answer` is undefined for a row that will be sent again. */
export function wordAnswer(answer: string | undefined): string {
  if (answer === undefined) return 'will be sent again';
  return isPlainYes(answer) ? 'exists' : `exists (${answer})`;
}

function listAcceptedAnswers({ command, requestsPerRow }: SheetOperation): string {
  const { idNoun: id } = operationWords[command];
  if (id === undefined) return '"yes"';
  return requestsPerRow > 1 ? `the ${id}` : `the ${id} or "yes"`;
}

export function describeUnconfirmed(row: UnconfirmedRow, { command }: SheetOperation): string {
  const words = operationWords[command];
  const { sentAt, reason, request, now } = row;
  const time =
    sentAt === '' ? 'at an unknown time' : `${sentAt.slice(0, 19).replace('T', ' ')} UTC`;
  const lines = [nameRow(row), ...showKey(row), `  Sent:     ${time}. ${inWords(reason)}`];
  if (request !== undefined) lines.push(`  Request:  ${words.describe(request).join(', ')}`);
  if (now !== undefined) lines.push(`  Now:      ${words.describe(now).join(', ')}; changed since`);
  return lines.map(sanitize).join('\n');
}

export function describeUnproven(
  { row, key, assessmentId, request }: UnprovenRow,
  { command }: SheetOperation,
): string {
  const lines = [
    `Row ${row}`,
    ...showKey({ row, key }),
    `  Shows:    Assessment ID ${assessmentId}`,
  ];
  if (request !== undefined) {
    lines.push(`  Request:  ${operationWords[command].describe(request).join(', ')}`);
  }
  return lines.map(sanitize).join('\n');
}

function showKey({ row, key }: Pick<UnconfirmedRow, 'row' | 'key'>): string[] {
  return row === undefined ? [] : [`  Key:      ${key}`];
}

function nameRow({ row, key }: UnconfirmedRow): string {
  return row === undefined
    ? `Row ${key} (the key of a row that was removed from the sheet or edited)`
    : `Row ${row}`;
}
