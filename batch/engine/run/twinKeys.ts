import type { IntakeRow } from '../intake/intakeRow.js';
import { requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { AssessmentHistory } from '../rows/assessmentHistory.js';
import { hasLostId, isOfRun, saysUnconfirmed } from '../rows/lostId.js';

type States = ReadonlyMap<string, RowState>;

/**
 * Identical rows are numbered in sheet order, which any edit may change. So the row that shows an
 * assessment gets that assessment's key, and a row that says Unconfirmed gets the key of a request that
 * was never answered, also where a row above it was deleted since.
 */
export function withTwinKeys(rows: readonly IntakeRow[], states: States): readonly IntakeRow[] {
  const open = openFurtherKeys(states);
  const requests = new Set<string>();
  for (const { key, request } of rows) {
    const made = requestOfKey(key);
    // Where the key names the case, identical keys may have sent different inputs.
    if (made === undefined || request !== undefined) continue;
    if (made !== key || open.has(made)) requests.add(made);
  }
  if (requests.size === 0) return rows;
  const twins = new Map<string, IntakeRow[]>([...requests].map((made) => [made, []]));
  for (const row of rows) twins.get(requestOfKey(row.key) ?? '')?.push(row);
  const history = new AssessmentHistory(states);
  const changed = new Map<IntakeRow, IntakeRow>();
  for (const [made, same] of twins) {
    const keys = new Set([...same.map(({ key }) => key), ...(open.get(made) ?? [])]);
    const known = knownKeys(same, keys, states, history);
    for (const [row, now] of renamed(same, known)) changed.set(row, now);
  }
  return rows.map((row) => changed.get(row) ?? row);
}

/** The keys of second and further rows with the same inputs that were never answered, by the request. */
function openFurtherKeys(states: States): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const [key, state] of states) {
    const made = requestOfKey(key);
    if (made === undefined || made === key || !isUnconfirmed(state)) continue;
    const others = keys.get(made);
    if (others === undefined) keys.set(made, [key]);
    else others.push(key);
  }
  return keys;
}

/** The keys of those rows that show whose they are, out of all keys of identical rows. */
function knownKeys(
  same: readonly IntakeRow[],
  all: ReadonlySet<string>,
  states: States,
  history: AssessmentHistory,
): ReadonlyMap<IntakeRow, string> {
  const keys = new Map<IntakeRow, string>();
  const free = new Set(all);
  const give = (row: IntakeRow, key: string | undefined) => {
    if (key !== undefined && !keys.has(row) && free.delete(key)) keys.set(row, key);
  };
  const giveFree = (wanting: readonly IntakeRow[], isTheirs: (state?: RowState) => boolean) => {
    const theirs = [...all].values().filter((key) => free.has(key) && isTheirs(states.get(key)));
    for (const row of wanting) if (!keys.has(row)) give(row, theirs.next().value);
  };
  const keyOfId = new Map([...all].map((key) => [states.get(key)?.assessmentId ?? key, key]));
  const firstIdOf = ({ previous }: IntakeRow) => history.firstIdOf(previous?.id ?? '') ?? '';
  for (const row of same) give(row, keyOfId.get(firstIdOf(row)));
  // What was made with these inputs need not have a key of them: its journal was lost.
  const [first = ''] = all;
  const made = same.find((row) => history.knows(firstIdOf(row), row));
  if (made !== undefined && !states.has(first)) give(made, first);
  // Rows that also show results come last: they are Unconfirmed because their ID is missing.
  const unconfirmed = same
    .filter(({ previous }) => saysUnconfirmed(previous))
    .toSorted((one, other) => Number(showsResults(one)) - Number(showsResults(other)));
  giveFree(unconfirmed, (state) => state !== undefined && isUnconfirmed(state));
  giveFree(unconfirmed, isSettled);
  giveFree(same.filter(showsThatItWasSent), (state) => state?.assessmentId !== undefined);
  return keys;
}

/** All rows, those without a known key under what is left of theirs, as repeats of the first known one. */
function* renamed(
  same: readonly IntakeRow[],
  known: ReadonlyMap<IntakeRow, string>,
): Generator<readonly [row: IntakeRow, now: IntakeRow]> {
  const original = same.find((row) => known.has(row)) ?? same[0];
  const taken = new Set(known.values());
  // The others keep their own keys, if they can.
  const left = same.values().filter((row) => known.has(row) && !taken.has(row.key));
  for (const row of same) {
    const own = () => (taken.has(row.key) ? left.next().value?.key : row.key);
    const key = known.get(row) ?? own() ?? row.key;
    const isOriginal = row === original;
    const repeated = known.has(row) ? row.sameAs : original?.number;
    const sameAs = isOriginal ? undefined : repeated;
    if (key === row.key && sameAs === row.sameAs) continue;
    const { sameAs: _, ...rest } = row;
    yield [row, { ...rest, key, ...(sameAs === undefined ? {} : { sameAs }) }];
  }
}

/** True for a request that a person has settled and no sheet has shown. */
function isSettled(state: RowState | undefined): boolean {
  return state?.byPerson === true && state.isShown !== true;
}

function showsThatItWasSent({ previous }: IntakeRow): boolean {
  return previous !== undefined && hasLostId(previous);
}

function showsResults({ previous }: IntakeRow): boolean {
  return previous !== undefined && (previous.noId !== undefined || isOfRun(previous));
}
