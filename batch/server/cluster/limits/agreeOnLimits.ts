import { sql } from 'kysely';
import type { Store } from '../../db/store.js';

/** Limits that hold for all processes on a database. */
export interface SharedLimitValues {
  /** Requests per second; null for no rate. */
  readonly perSecond: number | null;
  /** How many requests may go out at once after a pause; 1 keeps them apart. */
  readonly burst: number;
  /** The most requests at the same time. */
  readonly concurrency: number;
}

/** The limits to write; those that are undefined stay as they are. */
export type WantedLimits = {
  readonly [Name in keyof SharedLimitValues]?: SharedLimitValues[Name] | undefined;
};

/**
 * Writes the limits of all processes: the first start on a database writes all, a later one what it names, also for the
 * running processes, within seconds. Resolves to the limits. Rejects for invalid values.
 */
export async function agreeOnLimits(
  { db }: Pick<Store, 'db'>,
  { perSecond, burst, concurrency }: WantedLimits,
): Promise<SharedLimitValues> {
  const { rows } = await sql<SharedLimitValues>`
    INSERT INTO shared_limit AS known (per_second, burst, concurrency)
    VALUES (${perSecond ?? null}::float8, ${burst ?? 1}::float8, ${concurrency ?? 5}::int)
    ON CONFLICT (id) DO UPDATE SET
      per_second = CASE WHEN ${perSecond === undefined}::boolean THEN known.per_second
        ELSE excluded.per_second END,
      burst = CASE WHEN ${burst === undefined}::boolean THEN known.burst ELSE excluded.burst END,
      concurrency = CASE WHEN ${concurrency === undefined}::boolean THEN known.concurrency
        ELSE excluded.concurrency END
    RETURNING per_second AS "perSecond", burst, concurrency`.execute(db);
  const [limits] = rows;
  if (limits === undefined) throw new Error('The limits could not be written.');
  return limits;
}

/** Returns the limits of a database; undefined before the first start. */
export function readLimits({ db }: Pick<Store, 'db'>): Promise<SharedLimitValues | undefined> {
  return db
    .selectFrom('shared_limit')
    .select(['per_second as perSecond', 'burst', 'concurrency'])
    .executeTakeFirst();
}
