import { toRanges } from '../../../sheets/numberRanges.js';
import { valueText } from './values.js';
import { sanitize } from '../../../src/sanitized.js';
import { toSentence } from '../../../src/toSentence.js';
import type { Message } from '../../../batch/engine/message.js';
import type { GroupedWarning } from '../../../batch/engine/intake/columnFacts.js';
import { capitalize, count, formatNumber, listRows } from '../../../batch/wording/words.js';
import type { SheetCounts } from '../counts.js';
import type { SheetNodeOperation } from '../properties.js';
import { assessThisWorkbook, byNumber } from './advice.js';

/** Summarises the workbook in one line for a form's last page: `24 people, 1 of high risk, 2 rows to correct`. */
export function formatSummary(operation: SheetNodeOperation, counts: SheetCounts): string {
  const { people, rows, scored, highRisk, toCorrect, unconfirmed, pending, notSent } = counts;
  const parts = [people === 1 ? '1 person' : `${formatNumber(people)} people`];
  if (rows > people) parts.push(count(rows, 'row'));
  if (operation !== 'check' && scored > 0) parts.push(`${formatNumber(highRisk)} of high risk`);
  if (operation === 'assessAgain') {
    parts.push(`${formatNumber(counts.risen)} risen`, `${formatNumber(counts.fallen)} fallen`);
  }
  if (toCorrect > 0) parts.push(`${count(toCorrect, 'row')} to correct`);
  const toLookUp = unconfirmed - counts.sentBefore;
  if (toLookUp > 0) parts.push(`${count(toLookUp, 'row')} to look up`);
  if (counts.sentBefore > 0) parts.push(`${count(counts.sentBefore, 'row')} sent before`);
  if (pending > 0) parts.push(`${count(pending, 'row')} pending`);
  if (notSent > 0) {
    parts.push(`${count(notSent, 'row')} ${operation === 'check' ? 'to assess' : 'not sent'}`);
  }
  return parts.join(', ');
}

export const timeIsOver = 'The maximum time for this workbook is over.';

/**
 * Returns the next step after an execution. `left` contains row numbers; `left.unsent` excludes the
 * rows that wait for another row.
 */
export function adviseNextStep(
  operation: SheetNodeOperation,
  { rows, scored, toCorrect, unconfirmed, sentBefore, pending, notSent, waiting }: SheetCounts,
  stopped: string | undefined,
  left: Readonly<Record<'unsent' | 'pending', readonly number[]>>,
  notes: readonly Message[],
): string {
  if (operation === 'check') {
    const correct = `Correct ${count(toCorrect, 'row')}: the column Check remarks on the right shows how. Then use Check again, or Assess.`;
    if (toCorrect > 0) return correct;
    if (unconfirmed > 0) return adviseLookUp(unconfirmed);
    if (notSent === 0) return 'Nothing is left to assess.';
    return `${notSent === 1 ? '1 row' : `All ${formatNumber(notSent)} rows`} can be assessed.`;
  }
  // A new round would reassess all rows, and Assess would send the rows that the round has skipped.
  const reassessOnly = (numbers: readonly number[]) =>
    `use Assess Again on this workbook with ${byNumber}: ${formatRowRanges(numbers)}`;
  const isAgain = operation === 'assessAgain';
  const sendUnsent = isAgain
    ? reassessOnly(left.unsent)
    : `${assessThisWorkbook}; rows that are done are not sent again`;
  const fetchPending = isAgain ? reassessOnly(left.pending) : assessThisWorkbook;
  const steps = [
    ...(stopped === undefined ? [] : [stopped]),
    ...(sentBefore > 0 ? [adviseOtherWorkbook(sentBefore)] : []),
    ...(unconfirmed > sentBefore ? [adviseLookUp(unconfirmed - sentBefore)] : []),
    ...(toCorrect > 0
      ? [
          `${count(toCorrect, 'row')} must be corrected or decided on: follow ${nameMessages(toCorrect)}.`,
        ]
      : []),
    ...(pending > 0
      ? [`The scores of ${count(pending, 'row')} are not ready yet: ${fetchPending}.`]
      : []),
    ...(waiting > 0 ? [adviseWaiting(waiting)] : []),
    ...(notSent > waiting
      ? [
          `${count(notSent - waiting, 'row')} ${wasOrWere(notSent - waiting)} not sent: ${sendUnsent}.`,
        ]
      : []),
  ];
  if (steps.length > 0) return steps.join(' ');
  if (rows === 0) return 'No row of this workbook has scores yet: the operation Assess gives them.';
  return scored === rows
    ? `Every ${nameCountedRow(notes)} has its scores.`
    : 'Nothing is left to do.';
}

/**
 * Returns the noun for one of the counted rows, which exclude skipped hidden rows and, in a round,
 * rows without an assessment.
 */
function nameCountedRow(notes: readonly Message[]): string {
  const skips = (code: Message['code']) => notes.some((note) => note.code === code);
  const row = skips('hiddenRowsSkipped') ? 'visible row' : 'row';
  return skips('rowsNeverAssessed') ? `${row} that was assessed before` : row;
}

/** Formats row numbers for the parameter *Row Numbers*: `4, 7-9`. */
function formatRowRanges(rows: readonly number[]): string {
  return toRanges(rows)
    .map(({ first, last }) => (first === last ? first : `${first}-${last}`))
    .join(', ');
}

function adviseOtherWorkbook(rows: number): string {
  const [them, their] = rows === 1 ? ['it', 'its'] : ['them', 'their'];
  return `${count(rows, 'row')} ${wasOrWere(rows)} sent before and not again: the workbook that the workflow returned when it sent ${them} has ${their} scores. If it is lost, ${nameMessages(rows)} explains how to get them.`;
}

function adviseLookUp(rows: number): string {
  return `${count(rows, 'row')} may have been sent without an answer: follow ${nameMessages(rows)} before anything is sent again.`;
}

function adviseWaiting(rows: number): string {
  return `${count(rows, 'row')} ${wasOrWere(rows)} not sent, since an earlier row of the same employee has no answer: follow ${nameMessages(rows)}.`;
}

function nameMessages(rows: number): string {
  return rows === 1 ? 'its message' : 'the message in each row';
}

function wasOrWere(rows: number): string {
  return rows === 1 ? 'was' : 'were';
}

/** Formats a warning with its rows: `Rows 3 and 4: Destination is Georgia, the country. …` */
export function formatWarning({ message, label, rows, count: all }: GroupedWarning): string {
  const words = valueText(message, label);
  return sanitize(`${capitalize(listRows(rows, all))}: ${toSentence(words)}`);
}

/**
 * Returns the advice for a node that stops after it has assessed rows, whose results n8n does not
 * show.
 */
export function createResumeHint(executionId: string): string {
  return `What this execution has assessed before is not lost. To get it, set On Error of this node to "Continue (using error output)", save the workflow, open its executions and choose "Retry with currently saved workflow" for execution ${executionId}: nothing is sent again.`;
}
