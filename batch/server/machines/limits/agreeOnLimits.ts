import { sql } from 'kysely';
import type { Store } from '../../db/store.js';

/** Limits that hold for all processes on a database. */
export interface SharedLimitValues {
  /** Requests per second; null for as many as there are permits. */
  readonly perSecond: number | null;
  /** How many may go at once after a pause; 1 keeps them apart. */
  readonly burst: number;
  /** The most requests at the same time. */
  readonly concurrency: number;
}

/** Defaults for the first start. */
const defaults: SharedLimitValues = { perSecond: null, burst: 1, concurrency: 5 };

/**
 * Writes the limits of all processes: the first start on a database writes them, a later one changes only what it names,
 * also for the running processes, within about a second. Resolves to the limits. Rejects for invalid values.
 */
export async function agreeOnLimits(
  store: Pick<Store, 'db'>,
  wanted: Partial<SharedLimitValues>,
): Promise<SharedLimitValues> {
  const before = await readLimits(store);
  if (before !== undefined && Object.keys(wanted).length === 0) return before;
  const { perSecond, burst, concurrency } = { ...defaults, ...wanted };
  const isNamed = (name: keyof SharedLimitValues) =>
    sql<boolean>`${wanted[name] !== undefined}::boolean`;
  // Another process may write them at the same moment: what was read before decides nothing.
  await sql`
    WITH agreed_rate AS (
      INSERT INTO rate AS known (per_second, burst)
      VALUES (${perSecond}::float8, ${burst}::float8)
        ON CONFLICT (id) DO UPDATE SET
          per_second = CASE WHEN ${isNamed('perSecond')} THEN excluded.per_second ELSE known.per_second END,
          burst = CASE WHEN ${isNamed('burst')} THEN excluded.burst ELSE known.burst END
        WHERE ${isNamed('perSecond')} AND known.per_second IS DISTINCT FROM excluded.per_second
          OR ${isNamed('burst')} AND known.burst <> excluded.burst
    )
    INSERT INTO concurrency AS known (most, now) VALUES (${concurrency}::int, ${concurrency}::int)
      ON CONFLICT (id) DO UPDATE SET most = excluded.most, now = excluded.now, good = 0
      WHERE ${isNamed('concurrency')} AND known.most <> excluded.most`.execute(store.db);
  const limits = await readLimits(store);
  if (limits === undefined) throw new Error('The table rwa.concurrency is empty.');
  return limits;
}

/** Returns the limits of a database; undefined before the first start. */
export async function readLimits({
  db,
}: Pick<Store, 'db'>): Promise<SharedLimitValues | undefined> {
  const { rows } = await sql<SharedLimitValues>`
    SELECT per_second AS "perSecond", coalesce(burst, 1) AS burst, most AS concurrency
    FROM concurrency LEFT JOIN rate ON true`.execute(db);
  return rows[0];
}
