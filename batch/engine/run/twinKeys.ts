import type { IntakeRow } from '../intake/intakeRow.js';
import { requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { AssessmentHistory } from '../rows/assessmentHistory.js';
import { isOfRun, saysUnconfirmed } from '../rows/lostId.js';

type States = ReadonlyMap<string, RowState>;

/**
 * Rows with the same inputs have their keys by their order, which any edit may change: among them, the
 * row that shows an assessment gets its key, and one that says that it is Unconfirmed gets that of a
 * create that was never answered.
 */
export function withTwinKeys(rows: readonly IntakeRow[], states: States): readonly IntakeRow[] {
  // Where the key is of the case, what was sent may be the inputs of another row.
  const requests = new Set(
    rows.flatMap(({ key, request }) => {
      const made = request === undefined ? requestOfKey(key) : undefined;
      return made === undefined || made === key ? [] : made;
    }),
  );
  if (requests.size === 0) return rows;
  const groups = Map.groupBy(rows, ({ key }) => requestOfKey(key));
  const history = new AssessmentHistory(states);
  const changed = new Map<IntakeRow, IntakeRow>();
  for (const made of requests) {
    const keys = keysOf(groups.get(made) ?? [], states, history);
    const [first] = [...keys].find(([, key]) => key === made) ?? [];
    for (const [row, key] of keys) changed.set(row, withKey(row, key, first));
  }
  return rows.map((row) => changed.get(row) ?? row);
}

/** The others repeat the row that has the first key. */
function withKey(row: IntakeRow, key: string, first: IntakeRow | undefined): IntakeRow {
  if (row.key === key && row.sameAs === first?.number) return row;
  const { sameAs: _, ...rest } = row;
  return {
    ...rest,
    key,
    ...(first === undefined || first === row ? {} : { sameAs: first.number }),
  };
}

/** Which of some rows with the same inputs has which of their keys. */
function keysOf(
  same: readonly IntakeRow[],
  states: States,
  history: AssessmentHistory,
): ReadonlyMap<IntakeRow, string> {
  const keys = new Map<IntakeRow, string>();
  const free = new Set(same.map(({ key }) => key));
  const give = (row: IntakeRow, key: string | undefined) => {
    if (key !== undefined && !keys.has(row) && free.delete(key)) keys.set(row, key);
  };
  const all = [...free];
  const keyOfId = new Map(all.map((key) => [states.get(key)?.assessmentId ?? key, key]));
  for (const row of same) give(row, keyOfId.get(history.firstIdOf(row.previous?.id ?? '') ?? ''));
  // One that also shows results was Unconfirmed for want of its id.
  const unconfirmed = same
    .filter(({ previous }) => saysUnconfirmed(previous))
    .toSorted((one, other) => Number(showsResults(one)) - Number(showsResults(other)));
  for (const isIts of unconfirmed.length === 0 ? [] : [isOpen, isSettled]) {
    const theirs = all.values().filter((key) => free.has(key) && isIts(states.get(key)));
    for (const row of unconfirmed) if (!keys.has(row)) give(row, theirs.next().value);
  }
  // The others keep their own, if they can.
  for (const row of same) give(row, row.key);
  const left = free.values();
  for (const row of same) if (!keys.has(row)) give(row, left.next().value);
  return keys;
}

function isOpen(state: RowState | undefined): boolean {
  return state !== undefined && isUnconfirmed(state);
}

function showsResults({ previous }: IntakeRow): boolean {
  return previous !== undefined && (previous.noId !== undefined || isOfRun(previous));
}

/** True for one that a person has settled since. */
function isSettled(state: RowState | undefined): boolean {
  return state?.byPerson === true && state.isShown !== true;
}
