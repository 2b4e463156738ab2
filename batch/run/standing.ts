import type { IntakeRow } from '../intake/readSheet.js';
import { employeeHash } from '../intake/rowKey.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import { casesOf } from './cases.js';
import type { Case } from './chains.js';
import type { Summary } from './events.js';
import type { Unselected } from './selection.js';

/** What a row is called whose work is done: a word for each operation. */
export type DoneStanding = 'Scored' | 'Decided' | 'Invited' | 'Removed';

/** Where a row stands, as people read it in the sheet and in messages. */
export type Standing =
  'Not sent' | 'Pending' | DoneStanding | 'Rejected' | 'Unconfirmed' | 'Invalid' | 'Duplicate';

/** A row of the plan. */
export interface PlannedRow extends IntakeRow {
  /** Why the row cannot be sent although its inputs are right. */
  readonly blocked?: string;
  /** The assessment that the sheet already names and that the journal does not know. */
  readonly adopted?: string;
  /** The assessments of the case before the one that the key stands for: the last, and its last. */
  readonly earlier?: readonly RowState[];
  /** The round in which the row is to be assessed again. */
  readonly round?: number;
  /** Why the row is left out of the round. */
  readonly unselected?: Unselected;
}

export interface StandingOptions {
  /** Sends a row although the very same request stands further up. */
  readonly sendDuplicates: boolean;
}

/**
 * Where a row stands, from the journal's knowledge of it and what the sheet says. A row whose create
 * was sent and never answered is Unconfirmed, whether the answer or the run got lost.
 */
export function standingOf(
  row: PlannedRow,
  state: RowState | undefined,
  { sendDuplicates }: StandingOptions,
): Standing {
  if (state?.state === 'Pending' || state?.state === 'Scored') return state.state;
  if (row.adopted !== undefined) {
    return row.written?.scored === true && state === undefined ? 'Scored' : 'Pending';
  }
  if (state?.state === 'Sent') return 'Unconfirmed';
  if (state?.state === 'Rejected' || state?.state === 'Unconfirmed') return state.state;
  if (row.blocked !== undefined) return blockedStanding(row);
  if (row.problems !== undefined) return 'Invalid';
  return row.sameAs !== undefined && !sendDuplicates ? 'Duplicate' : 'Not sent';
}

/**
 * Where a row stands that is blocked. One that may have been sent as the sheet alone says stays what
 * the sheet says: with any other word there, the next run would know nothing of it.
 */
export function blockedStanding({ written }: PlannedRow): 'Unconfirmed' | 'Invalid' {
  const unconfirmed = 'Unconfirmed' satisfies Standing;
  return written?.status === unconfirmed ? unconfirmed : 'Invalid';
}

/**
 * Adds to each row what only shows when all rows and the journal are seen together. A row whose case
 * was assessed again stands on its latest assessment. An Assessment ID in the sheet is taken over
 * where the journal has none, also for a row whose answer was lost: a person has looked it up and
 * typed it in.
 */
export function planRows(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): PlannedRow[] {
  const places = casesOf(rows, states);
  const planned = rows.map((row, index): PlannedRow => {
    const place = places[index];
    if (place?.kind === 'case') return planCase(row, place.of);
    if (place?.kind === 'unclear') return { ...row, blocked: place.why };
    return place === undefined || place.key === row.key ? row : { ...row, key: place.key };
  });
  const gone = new Map(openAndGone(planned, states).map((state) => [state.employee, state]));
  return planned.map((row, index) =>
    places[index]?.kind === 'none' && !states.has(row.key) ? planUnknown(row, gone) : row,
  );
}

/** A row of a case, as a command sees it that makes no further assessment. */
function planCase(row: IntakeRow, of: Case): PlannedRow {
  const { head, isKnown, next, isChanged } = of;
  const lost = lostInRound(row, of);
  if (lost !== undefined) return { ...row, key: '', blocked: lost };
  if (!isKnown) return { ...row, adopted: head.state.assessmentId ?? '' };
  if (next !== undefined && isUnconfirmed(next)) return openRow(row, of);
  if (isChanged) {
    return {
      ...row,
      // Not its own: that may be of an assessment with the same inputs, made before the latest.
      key: '',
      blocked: `The inputs have changed since the assessment ${head.state.assessmentId ?? ''} was made, so its scores are not those of this row. If it is the same case, rwa reassess makes an assessment with the new inputs; if it is a new one, clear the result cells of the row and run again.`,
    };
  }
  return headRow(row, of);
}

/**
 * Why a row is not to be touched whose next assessment was sent and never answered as the sheet says,
 * and the journal does not know it: it was deleted, or is older than the sheet.
 */
export function lostInRound({ written }: IntakeRow, { head, next }: Case): string | undefined {
  const unconfirmed: Standing = 'Unconfirmed';
  const { state, assessmentId } = head.state;
  const isLost = next === undefined && written?.status === unconfirmed;
  if (!isLost || state !== 'Scored' || written.id !== assessmentId) return undefined;
  return 'The sheet says that this row was sent again and never answered, and its journal does not know it. Look in the service: if there is a newer assessment, put its Assessment ID in place of the old one and clear the other result cells of the row; if not, clear its Assessment status. Then run again.';
}

/** A row as it stands on the latest assessment of its case. */
export function headRow(row: IntakeRow, { head, isKnown, before }: Case): PlannedRow {
  if (!isKnown) return { ...row, adopted: head.state.assessmentId ?? '' };
  if (head.key === row.key && before === undefined) return row;
  return { ...row, key: head.key, earlier: before === undefined ? [] : [before] };
}

/** A row whose next assessment was sent and never answered. */
export function openRow(row: IntakeRow, { head, before, nextKey, typed }: Case): PlannedRow {
  return {
    ...row,
    key: nextKey,
    earlier: before === undefined ? [head.state] : [head.state, before],
    ...(typed === undefined ? {} : { adopted: typed }),
  };
}

/** How many rows are blocked, and how many of them may have been sent as the sheet alone says. */
export function countBlocked(
  rows: readonly PlannedRow[],
): Pick<Summary, 'blocked' | 'onlyInSheet'> {
  const blocked = rows.filter((row) => row.blocked !== undefined);
  const onlyInSheet = blocked.filter((row) => blockedStanding(row) === 'Unconfirmed').length;
  return onlyInSheet === 0
    ? { blocked: blocked.length }
    : { blocked: blocked.length - onlyInSheet, onlyInSheet };
}

/** Creates that may have taken effect, and whose rows left the sheet or were edited since. */
export function openAndGone(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): RowState[] {
  const open = new Map(states.entries().filter(([, state]) => isUnconfirmed(state)));
  if (open.size > 0) for (const { key } of rows) open.delete(key);
  return [...open.values()];
}

/** What is said of the rows of {@link openAndGone}. */
export function goneNote(gone: number): string {
  const [rows, them] = gone === 1 ? ['1 row that was', 'it'] : [`${gone} rows that were`, 'them'];
  return `${rows} sent and never answered left the sheet or changed since. rwa resolve lists ${them}.`;
}

/**
 * The journal was deleted or left behind, or the row was edited after it was sent: it must not be
 * sent while an earlier create for the same employee is open.
 */
function planUnknown(row: IntakeRow, gone: ReadonlyMap<string | undefined, RowState>): PlannedRow {
  const sent =
    gone.size === 0 || row.subject === undefined
      ? undefined
      : gone.get(employeeHash(row.subject.employeeId));
  if (sent !== undefined) {
    return {
      ...row,
      blocked: `A row of this employee was sent ${sent.sentAt ?? sent.at} with other inputs and never answered, so it may exist. Settle that with rwa resolve; then run again.`,
    };
  }
  const unconfirmed: Standing = 'Unconfirmed';
  if (row.written?.status !== unconfirmed) return row;
  return {
    ...row,
    blocked:
      'The sheet says that this row was sent and never answered, and its journal does not know it, or not with these inputs. Look in the service: if it exists, write its Assessment ID into the row; if not, clear the result cells of the row. Then run again.',
  };
}
