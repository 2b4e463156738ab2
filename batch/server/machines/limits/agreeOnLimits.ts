import type { LimitsConnection } from './limitsConnection.js';

/** Limits that hold for all processes on a database. */
export interface SharedLimitValues {
  /** Requests per second; null for as many as there are permits. */
  readonly perSecond: number | null;
  /** How many may go at once after a pause; 1 keeps them apart. */
  readonly burst: number;
  /** The most requests at the same time. */
  readonly concurrency: number;
}

/** What the limits are, and what they were if this start has changed them. */
export interface AgreedLimits {
  readonly limits: SharedLimitValues;
  /** Undefined at the first start on a database, and where nothing has changed. */
  readonly before?: SharedLimitValues;
}

/** Of a first start that does not say. */
const defaults: SharedLimitValues = { perSecond: null, burst: 1, concurrency: 5 };

/**
 * Makes the limits those of all processes: the first start on a database writes them, a later one changes
 * only what it names, also for those that run, within about a second. Rejects for values that make no sense.
 */
export async function agreeOnLimits(
  connection: Pick<LimitsConnection, 'rows'>,
  wanted: Partial<SharedLimitValues>,
): Promise<AgreedLimits> {
  const before = await readLimits(connection);
  const limits = { ...(before ?? defaults), ...wanted };
  const { perSecond, burst, concurrency } = limits;
  if (before !== undefined && isSame(before, limits)) return { limits };
  await connection.rows(
    `INSERT INTO rwa.rate AS known (per_second, burst) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET per_second = $1, burst = $2
      WHERE (known.per_second, known.burst) IS DISTINCT FROM ($1, $2)`,
    [perSecond, burst],
  );
  await connection.rows(
    `INSERT INTO rwa.concurrency AS known (most, now) VALUES ($1, $1)
      ON CONFLICT (id) DO UPDATE SET most = $1, now = $1, good = 0
      WHERE known.most <> $1`,
    [concurrency],
  );
  return before === undefined ? { limits } : { limits, before };
}

/** The limits of a database; undefined before the first start. */
export async function readLimits(
  connection: Pick<LimitsConnection, 'rows'>,
): Promise<SharedLimitValues | undefined> {
  const [limits] = await connection.rows<SharedLimitValues>(
    `SELECT per_second AS "perSecond", coalesce(burst, 1) AS burst, most AS concurrency
      FROM rwa.concurrency LEFT JOIN rwa.rate ON true`,
  );
  return limits;
}

function isSame(a: SharedLimitValues, b: SharedLimitValues): boolean {
  return a.perSecond === b.perSecond && a.burst === b.burst && a.concurrency === b.concurrency;
}
