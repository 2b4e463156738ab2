import type { IntakeRow } from '../intake/readSheet.js';
import { employeeHash, isSameRequest } from '../intake/rowKey.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';

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
  if (row.blocked !== undefined) return 'Invalid';
  if (row.problems !== undefined) return 'Invalid';
  return row.sameAs !== undefined && !sendDuplicates ? 'Duplicate' : 'Not sent';
}

/**
 * Adds to each row what only shows when all rows and the journal are seen together. An Assessment ID
 * in the sheet is taken over where the journal has none, also for a row whose answer was lost: a
 * person has looked it up and typed it in.
 */
export function planRows(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): PlannedRow[] {
  const owners = ownersOfIds(rows, states);
  const keyOfId = new Map(
    [...states].flatMap(([key, { assessmentId }]) => (assessmentId ? [[assessmentId, key]] : [])),
  );
  const gone = new Map(openAndGone(rows, states).map((state) => [state.employee, state]));
  return rows.map((row) => {
    const assessmentId = row.written?.id ?? '';
    const state = states.get(row.key);
    if (state?.assessmentId !== undefined) return row;
    if (assessmentId === '') return state === undefined ? planUnknown(row, gone) : row;
    const owner = owners.get(assessmentId) ?? row.number;
    if (owner === row.number) return planNamed(row, assessmentId, keyOfId.get(assessmentId));
    if (state !== undefined && state.state !== 'Ready') return row;
    return {
      ...row,
      blocked: `The Assessment ID ${assessmentId} also stands in row ${owner}. If this row is new, its result cells were copied: clear them and run again.`,
    };
  });
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

/** A row that names an assessment; `key` is of the row that the journal knows it for. */
function planNamed(row: IntakeRow, assessmentId: string, key: string | undefined): PlannedRow {
  if (key === undefined || key.startsWith('id:') || isSameRequest(key, row.key)) {
    return { ...row, adopted: assessmentId };
  }
  return {
    ...row,
    blocked: `The inputs have changed since the assessment ${assessmentId} was made, so its scores are not those of this row. If this is a new case, clear the result cells of the row and run again; else put the old inputs back.`,
  };
}

/**
 * The journal was deleted or left behind, or the row was edited after it was sent: it must not be
 * sent while an earlier create for the same employee is open.
 */
function planUnknown(row: IntakeRow, gone: ReadonlyMap<string | undefined, RowState>): PlannedRow {
  const sent =
    gone.size === 0 || row.body === undefined ? undefined : gone.get(employeeOf(row.body));
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

function employeeOf(body: string): string {
  return employeeHash((JSON.parse(body) as { employeeId: string }).employeeId);
}

/** The row that each assessment id of the sheet belongs to: the journal's, else the first. */
function ownersOfIds(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): Map<string, number> {
  const owners = new Map<string, number>();
  for (const { key, number } of rows) {
    const assessmentId = states.get(key)?.assessmentId;
    if (assessmentId !== undefined) owners.set(assessmentId, number);
  }
  for (const { written, number } of rows) {
    const assessmentId = written?.id ?? '';
    if (assessmentId !== '' && !owners.has(assessmentId)) owners.set(assessmentId, number);
  }
  return owners;
}
