import type { RequestMessage } from '../../../src/requestMessages.js';
import { sanitize } from '../../../src/sanitized.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import {
  type SheetCommand,
  type RowStatus,
  type SuccessStatus,
  successStatuses,
} from '../sheetCommand.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { RowReport } from '../rows/rowReport.js';
import { createForgottenMessage } from './forgottenRows.js';
import {
  type PlannedRow,
  findBlock,
  findFaults,
  getHistory,
  isEditedSinceSent,
  isHeldBack,
} from '../rows/plannedRow.js';
import type { RowStatusOptions } from '../rows/rowStatus.js';
import { isSheetReason, findReasonInSheet } from '../rows/shownStatus.js';
import { findUnknownScore } from '../rows/rowResults.js';
import { isSameRequest } from '../rows/submissions.js';
import type { AppliedCorrection } from '../intake/corrections.js';

/** `note` is the reason why the row could not be sent. It is stored nowhere else. */
export function createRowReport(
  operation: SheetOperation,
  row: PlannedRow,
  state: RowState | undefined,
  options: RowStatusOptions,
  note?: Message,
): RowReport {
  const status = operation.status(row, state, options);
  return sanitizeReport({
    row: row.number,
    status,
    message: findRowMessage(operation, status, row, state, note),
    ...listSentCorrections(row, state, status),
    ...operation.details(row, state),
  });
}

/**
 * Sanitizes texts from the service, a cell or a journal: they are written into cells and terminals.
 */
function sanitizeReport(report: RowReport): RowReport {
  const { scores } = report;
  const clean = sanitizeTexts(report);
  return scores === undefined ? clean : { ...clean, scores: sanitizeTexts(scores) };
}

function sanitizeTexts<T extends object>(values: T): T {
  let clean = values;
  for (const name in values) {
    const value = values[name];
    const text = typeof value === 'string' ? sanitize(value) : value;
    if (text !== value) clean = { ...clean, [name]: text };
  }
  return clean;
}

export function findRowMessage(
  { columns, command: operation, successStatus, baseOperation }: SheetOperation,
  status: RowStatus,
  row: PlannedRow,
  state: RowState | undefined,
  note?: Message,
): Message | undefined {
  const { earlier, isChanged } = getHistory(row);
  // The row may still show earlier scores, which must not be mistaken for new scores.
  const showsEarlierScores = earlier.length > 0 && !isChanged && state?.assessmentId === undefined;
  if (status === successStatus) {
    // For assessments, the plan has already compared the inputs.
    const isOther = successStatus !== 'Scored' && !isSameRequest(row, state);
    return isOther ? { code: 'doneWithOtherInputs', operation } : undefined;
  }
  switch (status as Exclude<RowStatus, SuccessStatus>) {
    case 'Invalid':
      return (
        createUnknownScoreMessage(columns, row, state) ??
        findBlock(row) ?? { code: 'rowInvalid', problems: row.problems, faults: findFaults(row) }
      );
    case 'Duplicate':
      return createDuplicateMessage(operation, row);
    case 'Forgotten':
      return findBlock(row) ?? createForgottenMessage({ command: operation, columns }, row);
    case 'Rejected':
      return {
        code: 'rowRefused',
        operation,
        reason: findRefusal(state),
        showsEarlierScores,
        isOfRound: earlier.length > 0,
      };
    case 'Unconfirmed':
      return { ...createUnconfirmedMessage(operation, row, state), showsEarlierScores };
    case 'Pending':
      return createPendingMessage(baseOperation?.command ?? operation, state);
    case 'Not sent':
      return note;
  }
}

function createUnknownScoreMessage(
  columns: SheetOperation['columns'],
  row: PlannedRow,
  state: RowState | undefined,
): Message | undefined {
  const { name, cell } = findUnknownScore(row, state) ?? {};
  if (cell === undefined) return undefined;
  const { heading = '' } = columns.find((column) => column.name === name) ?? {};
  return { code: 'unknownScore', heading, cell, assessmentId: state?.assessmentId ?? '' };
}

function findRefusal(state: RowState | undefined): RequestMessage {
  const { reason } = state ?? {};
  return reason?.code === 'requestFailed' ? reason.message : { code: 'service', text: '' };
}

/** The result of a row in a round is fetched by `reassess`, which continues the round. */
function createPendingMessage(operation: SheetCommand, state: RowState | undefined): Message {
  const fetching = state?.round === undefined ? operation : 'reassess';
  if (state?.reason !== undefined) {
    const { at, reason, hasNoResult = false } = state;
    return { code: 'resultNotRead', operation: fetching, at, reason, hasNoResult };
  }
  return { code: 'resultPending', operation: fetching };
}

function createDuplicateMessage(operation: SheetCommand, planned: PlannedRow): Message {
  const { sameAs: row = 0 } = planned;
  return { code: 'sameAsRow', row, operation, isHeld: isHeldBack(planned) };
}

function createUnconfirmedMessage(
  operation: SheetCommand,
  row: PlannedRow,
  state: RowState | undefined,
) {
  const { problems } = row;
  const isChanged = isEditedSinceSent(row);
  const reason = state === undefined ? findReasonInSheet(row) : state.reason;
  if (isSheetReason(reason)) {
    return reason.code === 'onlyInSheet'
      ? ({ code: 'rowOnlyInSheet', operation, problems } as const)
      : ({ code: 'rowWithoutItsId', status: reason.status, problems } as const);
  }
  const { sentAt, at = '' } = state ?? {};
  const sent = { sentAt: sentAt ?? at, reason, isChanged };
  return { code: 'rowUnconfirmed', operation, ...sent } as const;
}

const sentStatuses: ReadonlySet<RowStatus> = new Set([
  ...successStatuses,
  'Pending',
  'Rejected',
  'Unconfirmed',
]);

/** Staff IDs that may be filled in after a row was sent; see `readRow.ts`. */
const filledInLater: ReadonlySet<string> = new Set(['managerId', 'complianceTeamMemberId']);

function listSentCorrections(
  row: PlannedRow,
  state: RowState | undefined,
  status: RowStatus,
): Pick<RowReport, 'corrected'> {
  const { corrected, currentKey } = row;
  if (corrected === undefined || state?.sentAt === undefined || !sentStatuses.has(status))
    return {};
  if (row.plan?.kind === 'imported' || isEditedSinceSent(row) || !isSameRequest(row, state))
    return {};
  const wasSent = ({ field }: AppliedCorrection) =>
    currentKey === undefined || !filledInLater.has(field);
  const corrections = corrected.filter(wasSent);
  return corrections.length === 0 ? {} : { corrected: { code: 'valuesCorrected', corrections } };
}
