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

/** Of a first start that does not say. */
const defaults: SharedLimitValues = { perSecond: null, burst: 1, concurrency: 5 };

/**
 * Makes the limits those of all processes: the first start on a database writes them, a later one changes
 * only what it names, also for those that run, within about a second. Resolves to what they are. Rejects for values
 * that make no sense.
 */
export async function agreeOnLimits(
  connection: Pick<LimitsConnection, 'rows'>,
  wanted: Partial<SharedLimitValues>,
): Promise<SharedLimitValues> {
  const before = await readLimits(connection);
  if (before !== undefined && Object.keys(wanted).length === 0) return before;
  const { perSecond, burst, concurrency } = { ...defaults, ...wanted };
  const isNamed = (name: keyof SharedLimitValues) => wanted[name] !== undefined;
  // Another process may agree at the same moment: what was read before decides nothing.
  await connection.rows(
    `WITH agreed_rate AS (
      INSERT INTO rwa.rate AS known (per_second, burst) VALUES ($1::float8, $2::float8)
        ON CONFLICT (id) DO UPDATE SET
          per_second = CASE WHEN $4 THEN excluded.per_second ELSE known.per_second END,
          burst = CASE WHEN $5 THEN excluded.burst ELSE known.burst END
        WHERE $4 AND known.per_second IS DISTINCT FROM excluded.per_second
          OR $5 AND known.burst <> excluded.burst
    )
    INSERT INTO rwa.concurrency AS known (most, now) VALUES ($3::int, $3)
      ON CONFLICT (id) DO UPDATE SET most = excluded.most, now = excluded.now, good = 0
      WHERE $6 AND known.most <> excluded.most`,
    [perSecond, burst, concurrency, isNamed('perSecond'), isNamed('burst'), isNamed('concurrency')],
  );
  const limits = await readLimits(connection);
  if (limits === undefined) throw new Error('The table rwa.concurrency is empty.');
  return limits;
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
