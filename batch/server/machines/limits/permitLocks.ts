import { randomUUID } from 'node:crypto';
import type { LimitsConnection } from './limitsConnection.js';
import { lockClass, wish } from './lockNumbers.js';

/** What the permits look like to one process. */
export interface PermitView {
  /** How many requests of all processes may be in flight now, and at most. */
  readonly now: number;
  readonly most: number;
  /** Whether there is a rate. */
  readonly isLimited: boolean;
  /** The permits of this process. */
  readonly mine: readonly number[];
  /** Those that may be taken; first what this process has lost. */
  readonly free: readonly number[];
  /** Those that somebody lost, which nobody has noted yet. */
  readonly lost: readonly number[];
  /** What this process lost and has not taken again. */
  readonly toClear: readonly number[];
  /** How many processes send, and the place of this one among them; -1 if it does not. */
  readonly senders: number;
  readonly place: number;
  /** How many others have fewer than they may have. */
  readonly hungryOthers: number;
  /** The clock of the database. */
  readonly seconds: number;
}

/** The first statements of the connection that has the locks: the server frees them 30 s after a host vanished. */
export const setUpOfLocks = [
  'SET tcp_keepalives_idle = 10',
  'SET tcp_keepalives_interval = 5',
  'SET tcp_keepalives_count = 4',
  'SET tcp_user_timeout = 30000',
  // Who has permits asks several times a second. A process that is frozen does not, and its host still answers
  // for it: it would keep them for ever.
  "SET idle_session_timeout = '5s'",
];

/**
 * For so long nobody takes a permit whose connection broke: the process that had it may be there, with a
 * request in flight, and comes back for it.
 */
export const graceMs = 2_000;

/**
 * Permits as advisory locks of one connection, so that they come free with it, whatever becomes of the process.
 * Beside each stands who has it: one that was not given back was lost.
 */
export class PermitLocks {
  readonly #connection: Pick<LimitsConnection, 'rows'>;
  readonly #holder = randomUUID();

  constructor(connection: Pick<LimitsConnection, 'rows'>) {
    this.#connection = connection;
  }

  /** What there is now, for everybody. */
  async look(): Promise<PermitView> {
    const [seen] = await this.#connection.rows<Seen>(view);
    if (seen === undefined) throw new Error('The table rwa.concurrency is empty.');
    const { now, most, per_second, mine, others, active, hungry, me, seconds } = seen;
    const taken = new Set([...mine, ...others]);
    const notes = new Map(seen.notes.map((note) => [note.n, note]));
    const isMine = (n: number) => notes.get(n)?.holder === this.#holder;
    const free = Array.from({ length: now }, (_, n) => n).filter((n) => {
      const note = notes.get(n);
      return !taken.has(n) && (note === undefined || isMine(n) || note.is_over);
    });
    const lost = seen.notes.filter(({ n, is_lost }) => !taken.has(n) && !is_lost && !isMine(n));
    const toClear = seen.notes.filter(({ n }) => isMine(n) && !taken.has(n));
    return {
      ...{ now, most, mine, seconds, isLimited: per_second !== null },
      free: [...free.filter(isMine), ...shuffled(free.filter((n) => !isMine(n)))],
      lost: lost.map(({ n }) => n),
      toClear: toClear.map(({ n }) => n),
      senders: active.length,
      place: active.indexOf(me),
      hungryOthers: hungry.filter((pid) => pid !== me).length,
    };
  }

  /** Takes those that are still free, and resolves to them. */
  async take(permits: readonly number[]): Promise<readonly number[]> {
    const locked = await this.#connection.rows<{ n: number }>(
      `SELECT n FROM unnest($1::int[]) n WHERE pg_try_advisory_lock(${lockClass.permit}, n)`,
      [permits],
    );
    const numbers = locked.map(({ n }) => n);
    if (numbers.length === 0) return [];
    // It may have been taken and lost since it was seen.
    const noted = await this.#connection.rows<{ n: number }>(
      `INSERT INTO rwa.permit AS known (n, holder) SELECT n, $2 FROM unnest($1::int[]) n
        ON CONFLICT (n) DO UPDATE SET holder = $2, lost_at = NULL
        WHERE known.holder IS NULL OR known.holder = $2 OR ${isOver('known')}
        RETURNING n`,
      [numbers, this.#holder],
    );
    const mine = new Set(noted.map(({ n }) => n));
    await this.#unlock(numbers.filter((n) => !mine.has(n)));
    return [...mine];
  }

  /** Gives some back, for which nothing is in flight. */
  async giveBack(permits: readonly number[]): Promise<void> {
    if (permits.length === 0) return;
    await this.clear(permits);
    await this.#unlock(permits);
  }

  /** For permits that were lost and are not needed any more: others need not wait for them. */
  async clear(permits: readonly number[]): Promise<void> {
    if (permits.length === 0) return;
    await this.#connection.rows(
      `UPDATE rwa.permit SET holder = NULL, lost_at = NULL WHERE n = ANY($1) AND holder = $2`,
      [permits, this.#holder],
    );
  }

  /** Notes that permits are lost, unless they were taken again. */
  async noteLost(permits: readonly number[]): Promise<void> {
    if (permits.length === 0) return;
    await this.#connection.rows(
      `UPDATE rwa.permit SET lost_at = clock_timestamp()
        WHERE n = ANY($1) AND holder IS NOT NULL AND lost_at IS NULL
          AND pg_try_advisory_xact_lock(${lockClass.permit}, n)`,
      [permits],
    );
  }

  /** Says that this process sends, or has too few; or says so no more. */
  async wish(kind: keyof typeof wish, isWished: boolean): Promise<void> {
    const act = isWished ? 'pg_advisory_lock_shared' : 'pg_advisory_unlock_shared';
    await this.#connection.rows(`SELECT ${act}(${lockClass.wish}, ${wish[kind]})`);
  }

  /** Halves the concurrency of all, at most once in a pause; resolves to what it is. */
  async cut(pauseMs: number): Promise<number | undefined> {
    const [cut] = await this.#connection.rows<{ now: number }>(
      `UPDATE rwa.concurrency SET good = 0,
          now = CASE WHEN is_soon THEN now ELSE greatest(1, now / 2) END,
          last_cut = CASE WHEN is_soon THEN last_cut ELSE clock_timestamp() END
        FROM (SELECT id AS known, last_cut > clock_timestamp() - make_interval(secs => $1 / 1000.0) AS is_soon
          FROM rwa.concurrency FOR UPDATE) before
        WHERE id = known RETURNING now`,
      [pauseMs],
    );
    return cut?.now;
  }

  /** Adds good answers: each round of them gives one permit back. */
  async addGood(answers: number): Promise<void> {
    for (let left = answers; ; left = 0) {
      const [after] = await this.#connection.rows<{ again: boolean }>(
        `UPDATE rwa.concurrency SET
            now = CASE WHEN good + $1 >= now THEN least(now + 1, most) ELSE now END,
            good = CASE WHEN now >= most THEN 0 WHEN good + $1 >= now THEN good + $1 - now ELSE good + $1 END
          RETURNING good >= now AND now < most AS again`,
        [left],
      );
      if (after?.again !== true) return;
    }
  }

  async #unlock(permits: readonly number[]): Promise<void> {
    if (permits.length === 0) return;
    await this.#connection.rows(
      `SELECT pg_advisory_unlock(${lockClass.permit}, n) FROM unnest($1::int[]) n`,
      [permits],
    );
  }
}

interface Seen {
  readonly now: number;
  readonly most: number;
  readonly per_second: number | null;
  readonly me: number;
  readonly mine: number[];
  readonly others: number[];
  readonly active: number[];
  readonly hungry: number[];
  readonly seconds: number;
  readonly notes: { n: number; holder: string; is_lost: boolean; is_over: boolean }[];
}

const isOver = (table: string) =>
  `coalesce(${table}.lost_at < clock_timestamp() - interval '${graceMs} milliseconds', false)`;

const numbersOf = (what: string, where: string) =>
  `(SELECT coalesce(array_agg(${what} ORDER BY ${what}), '{}') FROM locks WHERE ${where})`;

/** One row: what all processes have and want. */
const view = `WITH locks AS MATERIALIZED (
    SELECT classid::bigint AS class, objid::int AS n, pid FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 AND granted
        AND classid::bigint IN (${lockClass.permit}, ${lockClass.wish})
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
  SELECT concurrency.now, most, per_second, pg_backend_pid() AS me,
    ${numbersOf('n', `class = ${lockClass.permit} AND pid = pg_backend_pid()`)} AS mine,
    ${numbersOf('n', `class = ${lockClass.permit} AND pid <> pg_backend_pid()`)} AS others,
    ${numbersOf('pid', `class = ${lockClass.wish} AND n = ${wish.active}`)} AS active,
    ${numbersOf('pid', `class = ${lockClass.wish} AND n = ${wish.hungry}`)} AS hungry,
    extract(epoch FROM clock_timestamp())::float8 AS seconds,
    (SELECT coalesce(json_agg(json_build_object('n', n, 'holder', holder,
        'is_lost', lost_at IS NOT NULL, 'is_over', ${isOver('permit')})), '[]')
      FROM rwa.permit WHERE holder IS NOT NULL) AS notes
    FROM rwa.concurrency LEFT JOIN rwa.rate ON true`;

// Those who look at the same time should not all try the same.
function shuffled(numbers: readonly number[]): readonly number[] {
  const from = Math.floor(Math.random() * numbers.length);
  return [...numbers.slice(from), ...numbers.slice(0, from)];
}
