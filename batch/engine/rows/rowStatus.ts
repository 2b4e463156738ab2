import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowStatus } from '../intake/statusWords.js';
import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import { findUnknownScore } from './rowResults.js';
import { isPristine } from './shownStatus.js';
import type { RowFault } from './rowMessages.js';
import type { Unselected } from './selection.js';

/** A row of the plan. */
export interface PlannedRow extends IntakeRow {
  /** Why the row cannot be sent although its inputs are right. */
  readonly blocked?: Message;
  /** What is wrong with it besides the values of its inputs. */
  readonly faults?: readonly RowFault[];
  /**
   * The row is blocked by a result that may belong to it; this is its key if a person says that it
   * is a new case.
   */
  readonly ownKey?: string;
  /** The assessment that the sheet already names and that the journal does not know. */
  readonly importedId?: string;
  /**
   * The sheet says that it was sent and never answered, or that it was sent, without its id; and the
   * journal does not know it.
   */
  readonly isSentBySheetOnly?: true;
  /** It was copied from a row that is still there, and has inputs of its own. */
  readonly isCopied?: true;
  /** What a reference proves of its assessment, which the journal lacks. */
  readonly proven?: { readonly inputs: string; readonly person: string };
  /** The assessments of the case before the one that the key stands for, at most two, the latest first. */
  readonly earlier?: readonly RowState[];
  /** The earlier assessment was made with other inputs: its scores are not the row's. */
  readonly isChanged?: true;
  /** Its inputs were edited after the request that is still unanswered. */
  readonly isEditedSinceSent?: true;
  /** Nothing is sent of it, whatever the options: it shows results, or another request may be its own. */
  readonly isHeld?: true;
  /** The earlier assessment whose result is not known yet: its key and its id. */
  readonly unread?: { readonly key: string; readonly assessmentId: string };
  /** The round in which the row is to be assessed again. */
  readonly round?: number;
  /** The person was forgotten at this time, ISO 8601, and the row is still in the sheet as it was. */
  readonly forgottenAt?: string;
  /** It shows the results of a forgotten person, but has other inputs now. */
  readonly isOfForgotten?: true;
  /** Why the run skips the row. */
  readonly unselected?: Unselected;
}

/** What a status depends on besides the row. */
export interface RowStatusOptions {
  /** Also sends a row that is identical to an earlier one. */
  readonly sendDuplicates: boolean;
}

/**
 * The status of a row, from the journal's knowledge of it and what the sheet says. A row whose create
 * was sent and never answered is Unconfirmed, whether the answer or the run got lost.
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

/** True for a row that shows the ID of the assessment that only the sheet names, so its cells belong to it. */
export function showsImported({ importedId, previous }: PlannedRow): boolean {
  return importedId !== undefined && importedId === previous?.id;
}

/** True for a row of a forgotten person, also with other inputs if only its status still says so. */
export function isForgotten({ forgottenAt, isOfForgotten, previous }: PlannedRow): boolean {
  return forgottenAt !== undefined || (isOfForgotten === true && previous?.id === '');
}

/** The row with what its run has learnt of the assessment before. */
export function withHistory(
  row: PlannedRow,
  journal: { state(key: string): RowState | undefined },
): PlannedRow {
  const [last, ...before] = row.earlier ?? [];
  if (row.unread === undefined || last === undefined) return row;
  return { ...row, earlier: [journal.state(row.unread.key) ?? last, ...before] };
}

/** True for a row with the ID of another row's or employee's assessment: it is not this row's to give up. */
export function onlyShowsId({ blocked }: PlannedRow): boolean {
  const code = blocked?.code;
  return code === 'assessmentInOtherRow' || code === 'assessmentOfOtherEmployee';
}

/** Returns the Assessment ID of a row that waits for a person to say whether it is the row's. */
export function unprovenId({ blocked }: PlannedRow): string | undefined {
  return blocked?.code === 'assessmentUnproven' ? blocked.assessmentId : undefined;
}

/** True for a blocked row that would not be sent anyway: it repeats another one, and shows nothing else. */
export function isOnlyRepeat({ blocked, sameAs, previous }: PlannedRow): boolean {
  return blocked?.code === 'rowBlockedLike' && sameAs !== undefined && isPristine(previous);
}

/** True for a row whose next assessment the service has refused, and that only a round sends again. */
export function isRefusedInRound({ earlier, round }: PlannedRow, status: RowStatus): boolean {
  return status === 'Rejected' && earlier !== undefined && round === undefined;
}

/** Rows that are blocked, and those among them whose inputs have changed since they were assessed. */
export function countBlocked(rows: readonly PlannedRow[]): { blocked: number; changed: number } {
  const blocked = rows.filter((row) => row.blocked !== undefined && !isOnlyRepeat(row));
  const changed = blocked.filter(
    ({ isChanged, ownKey }) => isChanged === true && ownKey === undefined,
  );
  return { blocked: blocked.length, changed: changed.length };
}
