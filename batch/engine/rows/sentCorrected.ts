import type { Corrected } from '../intake/corrections.js';
import { type RowStatus, successStatuses } from '../sheetCommand.js';
import type { RowState } from '../journal/rowState.js';
import type { RowReport } from './rowReport.js';
import type { PlannedRow } from './rowStatus.js';
import { isSame } from './submissions.js';

/** The statuses of rows that were sent. */
const sent: ReadonlySet<RowStatus> = new Set([
  ...successStatuses,
  ...(['Pending', 'Rejected', 'Unconfirmed'] as const),
]);

/** These people may be filled in after a row was sent: see `readRow`. */
const filledInLater: ReadonlySet<string> = new Set(['managerId', 'complianceTeamMemberId']);

/**
 * Returns the values that were sent instead of those in the row's cells; none for a row that we did
 * not send, or that was edited or corrected otherwise since.
 */
export function sentCorrected(
  row: PlannedRow,
  state: RowState | undefined,
  status: RowStatus,
): Pick<RowReport, 'corrected'> {
  const { corrected, importedId, isEditedSinceSent = false, currentKey } = row;
  if (corrected === undefined || state?.sentAt === undefined || !sent.has(status)) return {};
  if (importedId !== undefined || isEditedSinceSent || !isSame(row, state)) return {};
  const wasSent = ({ field }: Corrected) => currentKey === undefined || !filledInLater.has(field);
  const corrections = corrected.filter(wasSent);
  return corrections.length === 0 ? {} : { corrected: { code: 'valuesCorrected', corrections } };
}
