import type { IntakeRow } from '../intake/intakeRow.js';
import { requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { AssessmentHistory } from '../rows/assessmentHistory.js';
import { unconfirmedAndMissing } from '../rows/withoutRow.js';
import { FreeKeys } from './freeKeys.js';
import { hasResults, says, saysNothingElse, saysThatItWasSent } from '../rows/shownStatus.js';

type States = ReadonlyMap<string, RowState>;
type Keys = ReadonlyMap<IntakeRow, string>;

/**
 * Identical rows are numbered in sheet order, which any edit may change. So the row that shows an
 * assessment gets that assessment's key, and a row that says Unconfirmed gets the key of a request that
 * was never answered, also where a row above it was deleted since. What a run has written leads to the
 * same keys again: otherwise the sheet would say one thing and `rwa status` another.
 */
export function withTwinKeys(rows: readonly IntakeRow[], states: States): readonly IntakeRow[] {
  const unconfirmed = unconfirmedKeys(states);
  const requests = new Set<string>();
  for (const { key, request } of rows) {
    const made = requestOfKey(key);
    // Keys of other operations name a case, not a request: equal keys do not mean equal inputs.
    if (made === undefined || request !== undefined) continue;
    if (made !== key || unconfirmed.has(made)) requests.add(made);
  }
  if (requests.size === 0) return rows;
  const twins = new Map<string, IntakeRow[]>([...requests].map((made) => [made, []]));
  for (const row of rows) twins.get(requestOfKey(row.key) ?? '')?.push(row);
  const search = new KeySearch(rows, states);
  const changed = new Map<IntakeRow, IntakeRow>();
  for (const [made, same] of twins) {
    const known = search.keysOf(same, made, unconfirmed.get(made) ?? []);
    for (const [row, now] of rekeyed(same, known, search.original(same, known))) {
      changed.set(row, now);
    }
  }
  return rows.map((row) => changed.get(row) ?? row);
}

/** The keys of second and further rows with the same inputs that were never answered, by the request. */
function unconfirmedKeys(states: States): ReadonlyMap<string, readonly string[]> {
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

/** Finds whose keys identical rows have, by what they show. */
class KeySearch {
  readonly #states: States;
  readonly #history: AssessmentHistory;
  /** Unconfirmed requests whose key no row has: the row was edited or deleted, or the request is of a round. */
  readonly #unmatched: readonly RowState[];

  constructor(rows: readonly IntakeRow[], states: States) {
    this.#states = states;
    this.#history = new AssessmentHistory(states);
    this.#unmatched = unconfirmedAndMissing(rows, states);
  }

  /** The keys of the rows that show which is theirs; `sent` are keys of unconfirmed requests. */
  keysOf(same: readonly IntakeRow[], made: string, sent: readonly string[]): Keys {
    const shown = same
      .map((row) => this.#history.keyOf(this.#caseOf(row) ?? '') ?? '')
      .filter((key) => requestOfKey(key) === made);
    const keys = new FreeKeys([...same.map(({ key }) => key), ...sent, ...shown], this.#states);
    for (const row of same) keys.giveKey(row, this.#history.keyOf(this.#caseOf(row) ?? ''));
    // After a lost journal, an assessment with these inputs may be recorded under its ID (`id:…`).
    const first = same.find((row) => this.#history.knows(this.#caseOf(row) ?? '', row));
    if (first !== undefined && !this.#states.has(made)) keys.giveKey(first, made);
    // What a row says beside the ID of a case is said of that one.
    const others = same.filter((row) => this.#caseOf(row) === undefined);
    const unconfirmed = others.filter(({ previous }) => says(previous, 'Unconfirmed'));
    // Rows that also show results come last: they are Unconfirmed because their ID is missing.
    for (const shownResults of [0, 1, 2]) {
      const alike = unconfirmed.filter((row) => resultsOf(row) === shownResults);
      keys.give(alike, isUnconfirmed);
    }
    // One that says so may be the edited row of another request.
    const ofAny = employeesOf(this.#unmatched);
    const ofFirst = employeesOf(this.#unmatched.filter(({ round }) => round === undefined));
    const sure = others.filter(
      (row) => !says(row.previous, 'Unconfirmed') || !ofFirst.has(row.employee),
    );
    keys.give(
      unconfirmed.filter(({ employee }) => !ofAny.has(employee)),
      isSettled,
    );
    keys.give(
      sure.filter(({ previous }) => saysThatItWasSent(previous)),
      hasAssessment,
    );
    const typedOver = same.filter((row) => this.#namesAnothers(row));
    keys.give(typedOver, hasAssessment);
    keys.give(sure.filter(hasTextForId), () => true);
    keys.give(
      sure.filter(({ previous }) => says(previous, 'Rejected')),
      ({ state }) => state === 'Rejected',
    );
    keys.give(others, isUnconfirmed);
    // The key of a row that names a case of other inputs is another row's.
    if (others.length < same.length) {
      keys.give(
        others.filter(({ previous }) => saysNothingElse(previous)),
        () => true,
      );
    }
    return keys.given;
  }

  /** The row that the others repeat. */
  original(same: readonly IntakeRow[], known: Keys): IntakeRow | undefined {
    return (
      same.find((row) => known.get(row) === requestOfKey(row.key)) ??
      same.find((row) => known.has(row)) ??
      same[0]
    );
  }

  /** The first ID of the case that a row names; one that no journal knows, if it is of other inputs. */
  #caseOf({ key, previous }: IntakeRow): string | undefined {
    const { id = '' } = previous ?? {};
    // A person has said that it is not the row's: the sheet still shows it until the next run.
    if (this.#states.get(key)?.rejectedIds?.includes(id) === true) return undefined;
    const unknown = id !== '' && says(previous, 'Invalid') ? id : undefined;
    return this.#history.firstIdOf(id) ?? unknown;
  }

  /** True for a row that names a case of another employee: somebody has typed it, or changed the employee. */
  #namesAnothers(row: IntakeRow): boolean {
    const key = this.#history.keyOf(this.#caseOf(row) ?? '') ?? '';
    const { employee = row.employee } = this.#states.get(key) ?? {};
    return row.employee !== undefined && employee !== row.employee;
  }
}

/** The rows whose key or original changes: those without a known key get what is left of the others'. */
function* rekeyed(
  same: readonly IntakeRow[],
  known: Keys,
  original: IntakeRow | undefined,
): Generator<readonly [row: IntakeRow, now: IntakeRow]> {
  const taken = new Set(known.values());
  // The others keep their own keys, if they can.
  const left = same.filter((row) => known.has(row) && !taken.has(row.key)).values();
  for (const row of same) {
    const own = () => (taken.has(row.key) ? left.next().value?.key : row.key);
    const key = known.get(row) ?? own() ?? row.key;
    const sameAs = row === original ? undefined : original?.number;
    if (key === row.key && sameAs === row.sameAs) continue;
    const { sameAs: _, ...rest } = row;
    yield [row, { ...rest, key, ...(sameAs === undefined ? {} : { sameAs }) }];
  }
}

function employeesOf(states: readonly RowState[]): ReadonlySet<string | undefined> {
  return new Set(states.map(({ employee }) => employee));
}

function hasAssessment({ assessmentId }: RowState): boolean {
  return assessmentId !== undefined;
}

/** True for a request that a person has settled and no sheet has shown. */
function isSettled({ byPerson, isShown }: RowState): boolean {
  return byPerson === true && isShown !== true;
}

function hasTextForId({ previous }: IntakeRow): boolean {
  return previous?.noId !== undefined;
}

/** How much a row shows of an assessment without its ID: 2 for results, 1 for a text in place of the ID. */
function resultsOf({ previous }: IntakeRow): number {
  return hasResults(previous) ? 2 : Number(previous?.noId !== undefined);
}
