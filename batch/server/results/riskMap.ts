import { sql } from 'kysely';
import type { RiskMap } from '../contract/shapes.js';
import { bands, type RiskKind, riskLabels } from '../../engine/report/risks.js';
import { indexedBy } from '../db/dialect.js';
import type { Store } from '../db/store.js';
import { riskColumns } from './rowStore.js';

interface Tally {
  count: number;
  sum: number;
  highest: number;
}

export function readCachedRiskMap(store: Store, sheet: string): Promise<RiskMap> {
  return cacheResult(store, `risks ${sheet}`, () => readRiskMap(store, sheet));
}

type BandName = (typeof bands)[number]['name'];

type Group = Readonly<{ destination: string; rows: number }> &
  Readonly<Record<`band_${BandName}` | `${RiskKind}_count`, number>> &
  Readonly<Record<`${RiskKind}_${'sum' | 'highest'}`, number | null>>;

async function readRiskMap(store: Store, sheet: string): Promise<RiskMap> {
  const sums = riskColumns.map(({ name, column }) => {
    const score = sql.ref(column);
    return sql`count(${score}) AS ${sql.id(`${name}_count`)}, sum(${score}) AS ${sql.id(`${name}_sum`)},
      max(${score}) AS ${sql.id(`${name}_highest`)}`;
  });
  const bandCounts = bands.map(
    // `risk_sort` has the negative rounded risk.
    ({ name, from, to }) =>
      sql`count(CASE WHEN risk_sort BETWEEN ${sql.lit(-to)} AND ${sql.lit(-from)} THEN 1 END)
        AS ${sql.id(`band_${name}`)}`,
  );
  const { rows: found } = await sql<Group>`
    SELECT destination, count(*) AS rows, ${sql.join([...bandCounts, ...sums])}
    FROM row ${indexedBy(store, 'row_of_risks')} WHERE sheet = ${sheet}
    GROUP BY destination ORDER BY destination`.execute(store.db);
  const tallyByKind = new Map<RiskKind, Tally>();
  const destinations = found.flatMap((group) => {
    const tallies = createTallies(group);
    for (const [kind, tally] of tallies) addTally(tallyByKind, kind, tally);
    const rows = tallies.get('overallTrip')?.count ?? 0;
    if (rows === 0) return [];
    const means = Object.fromEntries(
      [...tallies].map(([kind, tally]) => [kind, computeMean(tally)]),
    );
    return [{ destination: group.destination, rows, means }];
  });
  const overall = tallyByKind.get('overallTrip');
  return {
    labels: riskLabels,
    bands: bands.map(({ name, from, to }) => ({
      name,
      from,
      to,
      rows: sumUp(found, `band_${name}`),
    })),
    destinations: destinations.toSorted(
      (a, b) => (b.means.overallTrip ?? 0) - (a.means.overallTrip ?? 0),
    ),
    allDestinations: found.flatMap(({ destination }) => (destination === '' ? [] : [destination])),
    risks: [...tallyByKind].map(([kind, tally]) => ({
      kind,
      label: riskLabels[kind],
      mean: computeMean(tally),
      highest: tally.highest,
    })),
    rows: sumUp(found, 'rows'),
    scored: overall?.count ?? 0,
    ...(overall === undefined ? {} : { mean: computeMean(overall) }),
  };
}

function createTallies(group: Group): Map<RiskKind, Tally> {
  const tallies = new Map<RiskKind, Tally>();
  for (const { name } of riskColumns) {
    const count = group[`${name}_count`];
    const [sum, highest] = [group[`${name}_sum`] ?? 0, group[`${name}_highest`] ?? 0];
    if (count > 0) tallies.set(name, { count, sum, highest });
  }
  return tallies;
}

function addTally(all: Map<RiskKind, Tally>, kind: RiskKind, { count, sum, highest }: Tally): void {
  const before = all.get(kind) ?? { count: 0, sum: 0, highest: 0 };
  all.set(kind, {
    count: before.count + count,
    sum: before.sum + sum,
    highest: Math.max(before.highest, highest),
  });
}

function computeMean({ sum, count }: Tally): number {
  return sum / count;
}

function sumUp(groups: readonly Group[], name: 'rows' | `band_${BandName}`): number {
  return groups.reduce((sum, group) => sum + group[name], 0);
}

interface CachedResult {
  readonly version: string;
  readonly value: Promise<unknown>;
  /** Until this time (`performance.now()`), the value is used even if the database has changed. */
  untilMs: number;
}

const cacheByDatabase = new WeakMap<Store['db'], Map<string, CachedResult>>();
/** People look at fewer sheets within a short time. */
const maxCached = 100;
/** A result is cached for at least this many times its computation time. */
const cacheFactor = 10;

/**
 * Caches the result until the database changes, but for at least {@link cacheFactor} times its computation time,
 * because a run writes all the time.
 */
async function cacheResult<T>(store: Store, name: string, compute: () => Promise<T>): Promise<T> {
  const version = await readDatabaseVersion(store);
  const cache = cacheByDatabase.get(store.db) ?? new Map<string, CachedResult>();
  cacheByDatabase.set(store.db, cache);
  const beganMs = performance.now();
  const cached = cache.get(name);
  if (cached !== undefined && (cached.version === version || beganMs < cached.untilMs)) {
    // Each name has only one type of value.
    return cached.value as Promise<T>;
  }
  if (cache.size >= maxCached) cache.clear();
  const value = compute();
  const entry = { version, value, untilMs: Infinity };
  cache.set(name, entry);
  try {
    return await value;
  } catch (error) {
    if (cache.get(name) === entry) cache.delete(name);
    throw error;
  } finally {
    const endedMs = performance.now();
    entry.untilMs = endedMs + cacheFactor * (endedMs - beganMs);
  }
}

/** The version changes with each change of the database by any process. */
async function readDatabaseVersion({ db, dialect }: Store): Promise<string> {
  const query =
    dialect === 'postgres'
      ? sql<{ version: string }>`SELECT pg_current_snapshot()::text AS version`
      : sql<{
          version: string;
        }>`SELECT CAST(data_version AS TEXT) AS version FROM pragma_data_version`;
  const { rows } = await query.execute(db);
  return rows[0]?.version ?? '';
}
