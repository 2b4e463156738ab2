import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import { findUnknownScore } from './rowResults.js';
import { isPristine } from './shownStatus.js';
import type { RowFault } from './rowMessages.js';
import type { Unselected } from './selection.js';

/** A row of a plan. */
export interface PlannedRow extends IntakeRow {
  /** Why the row cannot be sent although its inputs are valid. */
  readonly blocked?: Message;
  /** Faults besides the values of its inputs. */
  readonly faults?: readonly RowFault[];
  /**
   * The key that the row gets if a person confirms that it is a new assessment, although an
   * existing result may belong to it.
   */
  readonly newCaseKey?: string;
  /** The assessment that the sheet names and that the journal does not contain. */
  readonly importedId?: string;
  /**
   * True if only the sheet shows that the row was sent: either it was never answered, or its ID is
   * missing.
   */
  readonly isSentBySheetOnly?: true;
  /** True if the row was copied from a row that still exists, and its inputs have changed since. */
  readonly isCopied?: true;
  /** The inputs and the person that a reference proves for an assessment that the journal lacks. */
  readonly proven?: { readonly inputs: string; readonly person: string };
  /** Up to two assessments before the one of the key, the latest first. */
  readonly earlier?: readonly RowState[];
  /** True if the previous assessment was made with other inputs, so that its scores are not the row's. */
  readonly isChanged?: true;
  /** True if the inputs were edited after the request that is still unanswered. */
  readonly isEditedSinceSent?: true;
  /** True if no option sends the row, because it shows results, or another request may be its own. */
  readonly isHeld?: true;
  /** The key and the ID of the earlier assessment whose result is not known yet. */
  readonly unread?: { readonly key: string; readonly assessmentId: string };
  /** The round in which the row is to be reassessed. */
  readonly round?: number;
  /** When the person was forgotten (ISO 8601), if the row is still in the sheet unchanged. */
  readonly forgottenAt?: string;
  /** True if the row shows the results of a forgotten person, but has other inputs now. */
  readonly isOfForgotten?: true;
  /** Why the run skips the row. */
  readonly unselected?: Unselected;
}

/** The options that affect the status of a row. */
export interface RowStatusOptions {
  /** Also sends a row that is identical to an earlier one. */
  readonly sendDuplicates: boolean;
}

/**
 * Returns the status of a row, from its state in the journal and the cells of the sheet. A row
 * whose create was sent and never answered is Unconfirmed, whether the answer or the run was lost.
 */
export function findRowStatus(
  row: PlannedRow,
  state: RowState | undefined,
  { sendDuplicates }: RowStatusOptions,
): RowStatus {
  if (isForgotten(row)) return 'Forgotten';
  if (findUnknownScore(row, state) !== undefined) return 'Invalid';
  if (state?.state === 'Pending' || state?.state === 'Scored') return state.state;
  if (row.importedId !== undefined) {
    const isScored = row.previous?.scored === true && showsImported(row);
    return isScored && state === undefined ? 'Scored' : 'Pending';
  }
  if (state?.state === 'Sent' || row.isSentBySheetOnly === true) return 'Unconfirmed';
  if (state?.state === 'Unconfirmed') return state.state;
  if (row.blocked !== undefined)
    return isOnlyRepeat(row) && !sendDuplicates ? 'Duplicate' : 'Invalid';
  if (state?.state === 'Rejected') return state.state;
  if (row.problems !== undefined) return 'Invalid';
  const isRepeat = row.sameAs !== undefined && (!sendDuplicates || row.isHeld === true);
  return isRepeat ? 'Duplicate' : 'Not sent';
}

/**
 * Returns true if a row shows the ID of its imported assessment, so that its cells belong to that
 * assessment.
 */
export function showsImported({ importedId, previous }: PlannedRow): boolean {
  return importedId !== undefined && importedId === previous?.id;
}

/** Returns true for a row of a forgotten person, even with other inputs if only the status still shows it. */
export function isForgotten({ forgottenAt, isOfForgotten, previous }: PlannedRow): boolean {
  return forgottenAt !== undefined || (isOfForgotten === true && previous?.id === '');
}

/** Returns the row with the result of its previous assessment, if the run has read it. */
export function withHistory(
  row: PlannedRow,
  journal: { state(key: string): RowState | undefined },
): PlannedRow {
  const [last, ...before] = row.earlier ?? [];
  if (row.unread === undefined || last === undefined) return row;
  return { ...row, earlier: [journal.state(row.unread.key) ?? last, ...before] };
}

/**
 * Returns true for a row that shows the assessment ID of another row or employee, and so cannot
 * detach it.
 */
export function onlyShowsId({ blocked }: PlannedRow): boolean {
  const code = blocked?.code;
  return code === 'assessmentInOtherRow' || code === 'assessmentOfOtherEmployee';
}

/** Returns the Assessment ID of a row that waits until a person decides whether the ID belongs to it. */
export function unprovenId({ blocked }: PlannedRow): string | undefined {
  return blocked?.code === 'assessmentUnproven' ? blocked.assessmentId : undefined;
}

/**
 * Returns true for a blocked row that would not be sent anyway, because it repeats another row and
 * shows nothing else.
 */
export function isOnlyRepeat({ blocked, sameAs, previous }: PlannedRow): boolean {
  return blocked?.code === 'rowBlockedLike' && sameAs !== undefined && isPristine(previous);
}

/** Returns true for a row whose reassessment the service has refused, and that only a round sends again. */
export function isRefusedInRound({ earlier, round }: PlannedRow, status: RowStatus): boolean {
  return status === 'Rejected' && earlier !== undefined && round === undefined;
}

/** Counts the blocked rows, and those among them whose inputs have changed since their assessment. */
export function countBlocked(rows: readonly PlannedRow[]): { blocked: number; changed: number } {
  const blocked = rows.filter((row) => row.blocked !== undefined && !isOnlyRepeat(row));
  const changed = blocked.filter(
    ({ isChanged, newCaseKey }) => isChanged === true && newCaseKey === undefined,
  );
  return { blocked: blocked.length, changed: changed.length };
}
