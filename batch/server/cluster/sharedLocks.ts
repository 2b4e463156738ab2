import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Lock } from '../../engine/journal/journalStore.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import type { JournalLocks } from '../sheets/sheetLocks.js';
import { isLeased } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';

/** A lock lasts for this time after its last renewal. */
const holdSeconds = 20;
const renewMs = 5_000;
/** This time is shorter than `holdSeconds`, because the timers of the process may be late. */
const lostMs = 15_000;
const askAgainMs = 150;

export interface Hold extends Lock {
  /** If this is true in a transaction, the process keeps the lock until the transaction ends. */
  isMine(store: Store): Promise<boolean>;
}

/** The lock of a dead process becomes free after {@link holdSeconds}. */
export class SharedLocks implements JournalLocks {
  readonly #store: Store;
  readonly #onWaited: ((ms: number) => void) | undefined;

  constructor(store: Store, onWaited?: (ms: number) => void) {
    this.#store = store;
    this.#onWaited = onWaited;
  }

  /** Returns true also while a worker has a slice of the sheet with this name. */
  async has(name: string): Promise<boolean> {
    const { rows } = await sql`
      SELECT 1 FROM hold WHERE name = ${name} AND until > now()
      UNION SELECT 1 FROM slice WHERE sheet = ${name} AND ${isLeased}`.execute(this.#store.db);
    return rows.length > 0;
  }

  /** Workers first release their slices of the sheet with this name. */
  async take(name: string): Promise<Hold> {
    const beganMs = performance.now();
    for (;;) {
      const hold = await this.tryTake(name, true);
      if (hold !== undefined) {
        this.#onWaited?.(performance.now() - beganMs);
        return hold;
      }
      await sleep(askAgainMs);
    }
  }

  async requestReplan(sheet: string): Promise<void> {
    await sql`
      INSERT INTO run_course (run, is_split_due)
      SELECT id, true FROM run WHERE sheet = ${sheet} AND state = 'running'
      ON CONFLICT (run) DO UPDATE SET is_split_due = true`.execute(this.#store.db);
  }

  /**
   * Returns undefined while another process has the lock, or a worker has a slice of the sheet. With `isWanted`,
   * workers then release these slices.
   */
  async tryTake(name: string, isWanted = false): Promise<Hold | undefined> {
    const holder = randomUUID();
    // A repetition has the same effect, because the holder is the same.
    const isTaken = await retryWhileUnavailable(() => this.#take(name, holder, isWanted));
    return isTaken ? this.#createHold(name, holder) : undefined;
  }

  /** Does nothing while another process does the work. */
  async runAlone(name: string, work: () => Promise<void>): Promise<void> {
    const hold = await this.tryTake(name);
    try {
      if (hold !== undefined) await work();
    } finally {
      await hold?.release();
    }
  }

  #take(name: string, holder: string, isWanted: boolean): Promise<boolean> {
    return inTransaction(this.#store, async ({ db }) => {
      // `takeSlice` reads this row. As both transactions are serializable, one of them fails if they overlap.
      const { rows } = await sql<{ is_free: boolean }>`
        INSERT INTO hold (name) VALUES (${name})
        ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING holder IS NOT DISTINCT FROM ${holder} OR until <= clock_timestamp() AS is_free
      `.execute(db);
      const { rows: leased } = await sql`
        SELECT 1 FROM slice WHERE sheet = ${name} AND ${isLeased}`.execute(db);
      if (rows[0]?.is_free === true && leased.length === 0) {
        await sql`
          UPDATE hold SET holder = ${holder}, until = now() + make_interval(secs => ${holdSeconds}),
            wanted_until = '-infinity' WHERE name = ${name}`.execute(db);
        // A worker that was frozen with a slice of the sheet must not write when it continues.
        await sql`
          UPDATE slice SET attempt = NULL WHERE sheet = ${name} AND attempt IS NOT NULL`.execute(
          db,
        );
        return true;
      }
      if (isWanted) {
        // `take` renews this request, which expires soon after the process dies.
        await sql`
          UPDATE hold SET wanted_until = now() + interval '5 seconds' WHERE name = ${name}
        `.execute(db);
      }
      return false;
    });
  }

  #createHold(name: string, holder: string): Hold {
    let isLost = false;
    let renewedMs = performance.now();
    const renew = async () => {
      const askedMs = performance.now();
      const { rows } = await sql`
        UPDATE hold SET until = now() + make_interval(secs => ${holdSeconds})
        WHERE name = ${name} AND holder = ${holder} RETURNING 1`.execute(this.#store.db);
      isLost = rows.length === 0;
      renewedMs = askedMs;
    };
    const timer = setInterval(() => {
      // After some time without a renewal, `lost` reports that the lock is lost.
      renew().catch(() => undefined);
    }, renewMs);
    timer.unref();
    return {
      isMine: async ({ db }) => {
        const { rows } = await sql`
          SELECT 1 FROM hold WHERE name = ${name} AND holder = ${holder} AND until > now()`.execute(
          db,
        );
        return rows.length > 0;
      },
      findLoss: () => {
        const isLate = performance.now() - renewedMs > lostMs;
        return isLost || isLate ? { code: 'lockLost', lock: name } : undefined;
      },
      release: async () => {
        clearInterval(timer);
        await retryWhileUnavailable(() =>
          sql`
            UPDATE hold SET holder = NULL, until = '-infinity'
            WHERE name = ${name} AND holder = ${holder}`.execute(this.#store.db),
        );
      },
    };
  }
}
