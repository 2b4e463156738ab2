import { sql } from 'kysely';
import { RefusalError } from '../refusalError.js';
import type { RefusalWording } from '../words/language/language.js';
import type { Db, Store } from '../db/store.js';
import { hashSecret } from './secrets.js';

export interface AttemptLimits {
  /** The first pause follows the failed attempt with this number. */
  readonly free: number;
  readonly maxPauseMs: number;
}

const failureLifetimeMs = 24 * 60 * 60 * 1000;
/** Keeps an attacker with many addresses from filling the disk. */
const maxKeys = 10_000;
/** Each further failure doubles the pause, up to `maxPauseMs`. */
const firstPauseMs = 1_000;

/**
 * Each attempt counts as a failure until `recordSuccess` or `takeBack`, so that simultaneous attempts are limited too.
 */
export class AttemptLimiter {
  readonly #db: Db;
  readonly #limits: AttemptLimits;
  readonly #now: () => number;

  constructor({ db }: Pick<Store, 'db'>, limits: AttemptLimits, now: () => number) {
    this.#db = db;
    this.#limits = limits;
    this.#now = now;
  }

  async begin(key: string): Promise<void> {
    const hash = hashSecret(key);
    const nowMs = this.#now();
    const sinceMs = nowMs - failureLifetimeMs;
    const failures = await this.#count(hash, nowMs, sinceMs);
    if (failures === undefined) {
      const pausedUntilMs = (await this.#readPauseEndMs(hash)) ?? nowMs;
      throw createTooManyAttemptsError(Math.max(1, Math.ceil((pausedUntilMs - nowMs) / 1000)));
    }
    if (failures === 1) await this.#deleteOld(sinceMs);
  }

  async recordSuccess(key: string): Promise<void> {
    await this.#db.deleteFrom('sign_in_try').where('hash', '=', hashSecret(key)).execute();
  }

  /** Removes one attempt that was not a guess. Earlier failures still count. */
  async takeBack(key: string): Promise<void> {
    const hash = hashSecret(key);
    const deleted = await this.#db
      .deleteFrom('sign_in_try')
      .where('hash', '=', hash)
      .where('failures', '<=', 1)
      .returning('hash')
      .executeTakeFirst();
    if (deleted !== undefined) return;
    await this.#db
      .updateTable('sign_in_try')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1), paused_until_ms: 0 }))
      .where('hash', '=', hash)
      .execute();
  }

  /** Uses one statement, so that no simultaneous attempt is missed. Returns undefined during a pause. */
  async #count(hash: string, nowMs: number, sinceMs: number): Promise<number | undefined> {
    const { free, maxPauseMs } = this.#limits;
    const doublings = Math.ceil(Math.log2(maxPauseMs / firstPauseMs));
    const failures = sql<number>`(CASE WHEN sign_in_try.last_ms < ${sinceMs} THEN 1
      ELSE sign_in_try.failures + 1 END)`;
    // CAST: Postgres would otherwise infer a different type for the same value at each place.
    const failuresBeyondFree = sql<number>`(${failures} - CAST(${free} AS INTEGER))`;
    const pauseMs = sql<number>`(CASE WHEN ${failuresBeyondFree} < 0 THEN 0
      WHEN ${failuresBeyondFree} >= CAST(${doublings} AS INTEGER) THEN CAST(${maxPauseMs} AS INTEGER)
      ELSE CAST(${firstPauseMs} AS INTEGER) * (1 << ${failuresBeyondFree}) END)`;
    const counted = await this.#db
      .insertInto('sign_in_try')
      .values({ hash, failures: 1, last_ms: nowMs, paused_until_ms: 0 })
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet((eb) => ({
            failures,
            last_ms: eb.ref('excluded.last_ms'),
            paused_until_ms: sql`excluded.last_ms + ${pauseMs}`,
          }))
          .whereRef('sign_in_try.paused_until_ms', '<=', 'excluded.last_ms'),
      )
      .returning('failures')
      .executeTakeFirst();
    return counted?.failures;
  }

  async #readPauseEndMs(hash: string): Promise<number | undefined> {
    const found = await this.#db
      .selectFrom('sign_in_try')
      .select('paused_until_ms')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return found?.paused_until_ms;
  }

  async #deleteOld(beforeMs: number): Promise<void> {
    await this.#db
      .deleteFrom('sign_in_try')
      .where((where) =>
        where.or([
          where('last_ms', '<', beforeMs),
          where(
            'hash',
            'in',
            // SQLite has no OFFSET without a LIMIT, so this limit is larger than any table.
            where
              .selectFrom('sign_in_try as newest')
              .select('newest.hash')
              .orderBy('newest.last_ms', 'desc')
              .limit(1_000_000_000)
              .offset(maxKeys),
          ),
        ]),
      )
      .execute();
  }
}

export function createTooManyAttemptsError(seconds: number): RefusalError {
  const wording: RefusalWording = (t) =>
    seconds < 60
      ? t(($) => $.access.tooManyTriesSeconds, { wait: seconds })
      : t(($) => $.access.tooManyTriesMinutes, { wait: Math.ceil(seconds / 60) });
  return new RefusalError('too_many', wording, { retryAfterSeconds: seconds });
}
