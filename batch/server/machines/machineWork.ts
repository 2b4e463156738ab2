import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, Changes } from '../changes.js';
import type { Readings } from '../readings.js';
import { workingStates } from '../store/latestRun.js';
import { endRun, runOf } from '../store/runStore.js';
import { sheetsToRead, updateCounts } from '../store/sheetStore.js';
import type { Store } from '../store/store.js';
import { whileHeld } from '../work/sheetLocks.js';
import type { Threads } from '../work/threads.js';
import type { Work } from '../work/work.js';
import { ChangesOfAll } from './changesOfAll.js';
import { Conductor } from './conductor.js';
import { Outage } from './outage.js';
import { askToHalt } from './runHalt.js';
import { holdIfRestored } from './restored.js';
import { SharedDatabase, whileAway } from './sharedDatabase.js';
import { SharedLocks } from './sharedLocks.js';

/** Sheets whose reading a process that died has left undone are looked for. */
const lookEveryMs = 15_000;
/** And what else it has left undone. */
const goOnEveryMs = 60_000;
/** What rows of a run have learnt is told to other sheets together. */
const followAfterMs = 5_000;
/** Who waits for the end of a run asks again after this time. */
const askAgainMs = 200;

/** What the work of a web process is made of, where workers do the runs. */
export interface MachineWorkOptions {
  /** `postgres://…` */
  readonly database: string;
  readonly store: Store;
  readonly threads: Work & Pick<Threads, 'cutRun' | 'endRun' | 'follow' | 'goOn'>;
  readonly changes: Changes;
  readonly now: () => number;
}

/** The work of a web process, where workers do the runs. Files are read and planned in its own threads. */
export class MachineWork implements Work {
  readonly #options: MachineWorkOptions;
  readonly #database: SharedDatabase;
  readonly #locks: SharedLocks;
  readonly #conductor: Conductor;
  readonly #others: ChangesOfAll;
  readonly #forget: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #outageOfFollowing = new Outage('What other sheets have sent could not be looked at');
  #isClosed = false;
  #following: NodeJS.Timeout | undefined;
  /** The change that is being told comes from another process. */
  #isHeard = false;

  constructor(options: MachineWorkOptions) {
    const { database: url, store, threads, changes, now } = options;
    this.#options = options;
    this.#database = new SharedDatabase(url);
    this.#locks = new SharedLocks(this.#database, store);
    this.#others = new ChangesOfAll(this.#database);
    this.#conductor = new Conductor({
      ...{ store, database: this.#database, locks: this.#locks, now },
      tell: (change) => {
        changes.tell(change);
      },
      cut: (run, sheet) => threads.cutRun(run, sheet),
      end: (run, sheet, ending) => threads.endRun(run, sheet, ending),
    });
    this.#forget = changes.on((change) => {
      if (change.type === 'rows') this.#followSoon();
      if (!this.#isHeard) this.#others.tell(change);
    });
    const tell = (change: Change) => {
      this.#isHeard = true;
      try {
        changes.tell(change);
      } catch (error) {
        // Neither the connection nor what is told next has to do with it.
        console.error('What another process has changed could not be told:', error);
      } finally {
        this.#isHeard = false;
      }
    };
    void this.#others.listen({ tell }, store);
  }

  /**
   * Holds the sheets of a restored database. Then continues readings that a dead process left unfinished, now and
   * from now on.
   */
  async resume(readings: Readings): Promise<void> {
    const { store, now } = this.#options;
    await whileAway(() => holdIfRestored(this.#database, store, now));
    const outage = new Outage('Sheets that are to be read could not be looked for');
    const look = () => {
      for (const sheet of sheetsToRead(this.#options.store)) {
        if (!this.#locks.has(readingOf(sheet))) void readings.inspect(sheet);
      }
    };
    const outageOfOthers = new Outage('What others have left undone could not be looked for');
    const goOn = () => {
      void outageOfOthers.watch(this.alone('go on', () => this.#options.threads.goOn()));
    };
    this.#timers.push(
      setInterval(() => {
        // The store waits for a database that is away, and the whole process with it.
        this.#database
          .ask('SELECT 1')
          .then(() => {
            outage.over();
            look();
          })
          .catch((error: unknown) => {
            if (!this.#isClosed) outage.failed(error);
          });
      }, lookEveryMs),
      setInterval(goOn, goOnEveryMs),
    );
    look();
  }

  /** Does work that one of all processes is to do at a time; nothing while another one does it. */
  alone(name: string, work: () => Promise<void>): Promise<void> {
    return this.#locks.alone(`alone:${name}`, work);
  }

  readonly inspect: Work['inspect'] = (sheet) =>
    whileHeld(this.#locks, readingOf(sheet), () => this.#options.threads.inspect(sheet));

  readonly read: Work['read'] = (sheet) =>
    whileHeld(this.#locks, readingOf(sheet), () => this.#options.threads.read(sheet));

  readonly preview: Work['preview'] = (...args) => this.#options.threads.preview(...args);
  readonly plan: Work['plan'] = (...args) => this.#options.threads.plan(...args);
  readonly write: Work['write'] = (...args) => this.#options.threads.write(...args);
  readonly decide: Work['decide'] = (...args) => this.#options.threads.decide(...args);
  readonly people: Work['people'] = (...args) => this.#options.threads.people(...args);
  readonly settlePerson: Work['settlePerson'] = (...args) =>
    this.#options.threads.settlePerson(...args);

  readonly settle: Work['settle'] = async (sheet, ...args) => {
    await this.#options.threads.settle(sheet, ...args);
    this.#conductor.look();
  };

  readonly say: Work['say'] = async (sheet, ...args) => {
    await this.#options.threads.say(sheet, ...args);
    this.#conductor.look();
  };

  readonly start: Work['start'] = () => {
    this.#conductor.look();
    return Promise.resolve();
  };

  readonly halt: Work['halt'] = async (id, as) => {
    const { store, changes, now } = this.#options;
    const isWorking = () => workingStates.has(runOf(store, id)?.state ?? 'ended');
    if (isWorking()) {
      await askToHalt(this.#database, id, as);
      this.#conductor.look();
      while (isWorking() && !this.#isClosed) await sleep(askAgainMs);
    }
    const run = runOf(store, id);
    // It may have been paused by somebody else meanwhile.
    if (run?.state !== 'paused' || as !== 'stopped') return;
    endRun(store, id, as, { at: new Date(now()).toISOString(), said: [] });
    updateCounts(store, run.sheet);
    changes.tell({ type: 'sheet', sheet: run.sheet });
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#forget();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#following);
    await this.#conductor.close();
    await this.#options.threads.close();
    await this.#others.close();
    await this.#database.close();
  }

  #followSoon(): void {
    this.#following ??= setTimeout(() => {
      this.#following = undefined;
      const following = this.alone('follow', () => this.#options.threads.follow());
      void this.#outageOfFollowing.watch(following);
    }, followAfterMs);
  }
}

/** Who reads a sheet holds this. */
function readingOf(sheet: string): string {
  return `reading:${sheet}`;
}
