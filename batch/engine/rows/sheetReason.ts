import type { IntakeRow } from '../intake/intakeRow.js';
import type { Reason, SheetReason } from '../journal/reason.js';
import { hasLostId, namesAssessment, hasStatus } from './shownStatus.js';

/** Returns why a row that is not in the journal is unconfirmed. */
export function reasonInSheet({ previous }: Pick<IntakeRow, 'previous'>): SheetReason {
  const hadId = previous?.id === '' && namesAssessment(previous);
  if (hadId && hasStatus(previous, 'Unconfirmed')) return { code: 'idMissing', status: 'Scored' };
  if (previous === undefined || !hasLostId(previous)) return { code: 'onlyInSheet' };
  return { code: 'idMissing', status: previous.status };
}

/** Returns true for the reason of a row that only the sheet shows as sent. */
export function isSheetReason(reason: Reason | undefined): reason is SheetReason {
  return typeof reason === 'object' && (reason.code === 'onlyInSheet' || isLostId(reason));
}

/** Returns true for the reason that an ID is missing. */
export function isLostId(reason: Reason | undefined): boolean {
  return typeof reason === 'object' && reason.code === 'idMissing';
}
