import { sanitized } from '../../../src/sanitized.js';
import { asSentence } from '../intake/remarkText.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { utcMinute } from '../wording/words.js';
import type { RowReport } from './rowReport.js';
import { forgottenSentence } from './forgottenRows.js';
import { onlyInSheet, reasonInSheet } from './importSheet.js';
import { isLostId, lostIdRemedy } from './lostId.js';
import type { PlannedRow, RowStatus, RowStatusOptions, SuccessStatus } from './rowStatus.js';
import { isSame } from './submissions.js';

/**
 * The report on a row from its plan, its journal state and what was learnt in this run and is not
 * kept (`note`: why a row could not be sent).
 */
export function reportOn(
  operation: SheetOperation,
  row: PlannedRow,
  state: RowState | undefined,
  options: RowStatusOptions,
  note = '',
): RowReport {
  const status = operation.status(row, state, options);
  return withoutControls({
    row: row.number,
    status,
    message: messageFor(operation, status, row, state, note),
    ...operation.details(row, state),
  });
}

/** The service's texts and those of a cell or a journal go into cells, and from there anywhere. */
function withoutControls(report: RowReport): RowReport {
  const texts = Object.entries(report).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, sanitized(value)]] : [],
  );
  const level = report.scores?.cumulativePeRiskLevel;
  return {
    ...report,
    ...(Object.fromEntries(texts) as Partial<RowReport>),
    ...(typeof level === 'string'
      ? { scores: { ...report.scores, cumulativePeRiskLevel: sanitized(level) } }
      : {}),
  };
}

function messageFor(
  { columns, command, succeeded, outside, words }: SheetOperation,
  status: RowStatus,
  row: PlannedRow,
  state: RowState | undefined,
  note: string,
): string {
  // Scores stand beside it, and must not be taken for new ones.
  const kept =
    row.earlier !== undefined && row.isChanged !== true && state?.assessmentId === undefined
      ? ' The scores are those of the assessment before.'
      : '';
  if (status === succeeded) return isSame(row, state) ? '' : (words.changed ?? '');
  switch (status as Exclude<RowStatus, SuccessStatus>) {
    case 'Invalid':
      return row.blocked ?? row.problems ?? '';
    case 'Duplicate':
      return duplicateMessage(words, row);
    case 'Forgotten':
      return forgottenSentence(columns, row);
    case 'Rejected':
      return refusedMessage(words, row, state?.message ?? '', kept);
    case 'Unconfirmed':
      return `${sentText(row, state)} ${isLostId(reasonOf(row, state)) ? lostIdRemedy : words.unconfirmed}${kept}`;
    case 'Pending':
      return state?.message === undefined
        ? `The result is not ready yet. Run rwa ${fetching(outside?.command ?? command, state)} again.`
        : `Reading the result failed at ${utcMinute(state.at)}. ${state.message}`;
    case 'Not sent':
      return note;
  }
}

/** The command that fetches a result: in a round it is the one that goes on with the round. */
function fetching(command: string, state: RowState | undefined): string {
  return state?.round === undefined ? command : 'reassess';
}

/** In a round, the same inputs are not sent again by the command that made the first assessment. */
function refusedMessage(
  words: SheetOperation['words'],
  { earlier }: PlannedRow,
  message: string,
  kept: string,
): string {
  const said = refusal(words, message);
  if (earlier === undefined) return said;
  return `${asSentence(said)}${kept} Correct the row, or run rwa reassess with --retry-rejected.`;
}

function duplicateMessage(
  words: SheetOperation['words'],
  { sameAs = 0, isTwinChanged }: PlannedRow,
): string {
  return isTwinChanged === true
    ? `The same as row ${sameAs} was when that was sent, and not sent. Do what the message of row ${sameAs} says; then run again.`
    : `The same as row ${sameAs}, and not sent. ${words.duplicate}`;
}

/** When it was sent and what is known of that. */
function sentText(row: PlannedRow, state: RowState | undefined): string {
  const { isChanged, problems } = row;
  const changed = isChanged === true ? ' The inputs have changed since.' : '';
  const reasonOfSheet = reasonOf(row, state);
  if (reasonOfSheet !== undefined) {
    return problems === undefined
      ? reasonOfSheet
      : `${reasonOfSheet} Correct the row first: ${problems}`;
  }
  const { message, sentAt, at = '' } = state ?? {};
  const reason = asSentence(message ?? 'The run ended before the answer came');
  return `Sent ${utcMinute(sentAt ?? at)}. ${reason}${changed}`;
}

/** Why the sheet alone is the ground for a row that is unconfirmed. */
function reasonOf(row: PlannedRow, state: RowState | undefined): string | undefined {
  if (state === undefined) return reasonInSheet(row);
  return state.message === onlyInSheet || isLostId(state.message) ? state.message : undefined;
}

/** The service's words, and what to do about them where that is known. */
function refusal({ refused = {} }: SheetOperation['words'], message: string): string {
  const [, remedy] = Object.entries(refused).find(([part]) => message.includes(part)) ?? [];
  return remedy === undefined ? message : `${asSentence(message)} ${remedy}`;
}
