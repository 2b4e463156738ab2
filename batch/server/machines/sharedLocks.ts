import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock } from '../../engine/journal/journalStore.js';
import type { Store } from '../store/store.js';
import type { JournalLocks } from '../work/sheetLocks.js';
import { type Ask, type SharedDatabase, whileAway } from './sharedDatabase.js';

/** Who has something and dies has it for so long. */
const holdSeconds = 20;
const renewMs = 5_000;
/** Before it ends by the clock of the database, as this process may be slow. */
const lostMs = 15_000;
const askAgainMs = 150;

/** Something that one process has at a time. */
export interface Hold extends Lock {
  /** Asks the database whether it still is, and in a transaction keeps it until its end. */
  isMine(ask: Ask): Promise<boolean>;
  /** The same within a transaction of the store. */
  isMineIn(store: Store): boolean;
}

/**
 * What one of all processes has at a time, by its name: the sheet on whose journal it works, a run that begins
 * or ends. It comes free by itself some seconds after its process has died.
 */
export class SharedLocks implements JournalLocks {
  readonly #database: SharedDatabase;
  readonly #store: Store;

  constructor(database: SharedDatabase, store: Store) {
    this.#database = database;
    this.#store = store;
  }

  /** True while somebody has it, or works on a slice of the sheet of this name. */
  has(name: string): boolean {
    const found = this.#store.db
      .prepare(
        `SELECT 1 FROM hold WHERE name = ?1 AND until > now()
         UNION SELECT 1 FROM slice WHERE sheet = ?1 AND until > now()`,
      )
      .get(name);
    return found !== undefined;
  }

  /** Resolves when it is this caller's. Slices of the sheet of this name are given back first. */
  async take(name: string): Promise<Hold> {
    for (;;) {
      const hold = await this.tryTake(name, true);
      if (hold !== undefined) return hold;
      await sleep(askAgainMs);
    }
  }

  planAnew(sheet: string): void {
    this.#store.db
      .prepare(
        `INSERT INTO run_course (run, is_cut_due)
         SELECT id, true FROM run WHERE sheet = ? AND state = 'running'
         ON CONFLICT (run) DO UPDATE SET is_cut_due = true`,
      )
      .run(sheet);
  }

  /** Undefined while somebody else has it; `isWanted` asks the slices of the sheet to give way. */
  async tryTake(name: string, isWanted = false): Promise<Hold | undefined> {
    const holder = randomUUID();
    // Repeated, it takes what it has taken already: the holder is the same.
    const isTaken = await whileAway(() => this.#take(name, holder, isWanted));
    return isTaken ? this.#held(name, holder) : undefined;
  }

  /** Does work that one of all processes is to do at a time; nothing while another one does it. */
  async alone(name: string, work: () => Promise<void>): Promise<void> {
    const hold = await this.tryTake(name);
    try {
      if (hold !== undefined) await work();
    } finally {
      await hold?.release();
    }
  }

  #take(name: string, holder: string, isWanted: boolean): Promise<boolean> {
    return this.#database.inTransaction(async (ask) => {
      await ask('INSERT INTO hold (name) VALUES ($1) ON CONFLICT DO NOTHING', name);
      // Who takes a slice asks under the same lock. What is read next was committed while this waited for it.
      await ask('SELECT 1 FROM hold WHERE name = $1 FOR UPDATE', name);
      const [found] = await ask(
        `SELECT holder IS NOT DISTINCT FROM $2 AS is_mine, until > clock_timestamp() AS is_held, EXISTS (
           SELECT 1 FROM slice WHERE sheet = $1 AND until > clock_timestamp()
         ) AS is_sliced FROM hold WHERE name = $1`,
        name,
        holder,
      );
      const isFree = found?.is_mine === true || found?.is_held === false;
      if (isFree && found.is_sliced === false) {
        await ask(
          `UPDATE hold SET holder = $2, until = now() + make_interval(secs => $3),
             wanted_until = '-infinity' WHERE name = $1`,
          ...[name, holder, holdSeconds],
        );
        // A worker that froze with a slice of the sheet and wakes up must not write beside this one.
        await ask(
          `UPDATE slice SET fence = fence + 1, holder = NULL, until = '-infinity'
           WHERE sheet = $1 AND holder IS NOT NULL`,
          name,
        );
        return true;
      }
      if (isWanted) {
        const wanted = "now() + interval '5 seconds'";
        await ask(`UPDATE hold SET wanted_until = ${wanted} WHERE name = $1`, name);
      }
      return false;
    });
  }

  #held(name: string, holder: string): Hold {
    let isLost = false;
    let knownMs = performance.now();
    const renew = async () => {
      const askedMs = performance.now();
      const found = await this.#database.ask(
        `UPDATE hold SET until = now() + make_interval(secs => $3) WHERE name = $1 AND holder = $2
         RETURNING 1`,
        ...[name, holder, holdSeconds],
      );
      isLost = found.length === 0;
      knownMs = askedMs;
    };
    const timer = setInterval(() => {
      // While the database is away nobody else can take it either.
      renew().catch(() => undefined);
    }, renewMs);
    timer.unref();
    const mine = 'SELECT 1 FROM hold WHERE name = $1 AND holder = $2 AND until > now() FOR SHARE';
    return {
      isMine: async (ask) => (await ask(mine, name, holder)).length > 0,
      isMineIn: ({ db }) => db.prepare(mine.replaceAll('$', '?')).get(name, holder) !== undefined,
      lost: () => {
        const isLate = performance.now() - knownMs > lostMs;
        return isLost || isLate ? { code: 'lockLost', lock: name } : undefined;
      },
      release: async () => {
        clearInterval(timer);
        await whileAway(() =>
          this.#database.ask(
            "UPDATE hold SET holder = NULL, until = '-infinity' WHERE name = $1 AND holder = $2",
            ...[name, holder],
          ),
        );
      },
    };
  }
}
