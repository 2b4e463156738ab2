import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, Changes } from '../changes.js';
import type { Store } from '../db/store.js';
import type { Readings } from '../sheets/readings.js';
import { activeStateSet } from '../runs/latestRun.js';
import { findRun, haltRun } from '../runs/runStore.js';
import { listSheetsToRead } from '../sheets/sheetStore.js';
import { runWithLock } from '../sheets/sheetLocks.js';
import type { ThreadWork, Work } from '../threads/work.js';
import { ChangeBus } from './changeBus.js';
import { RunScheduler } from './runScheduler.js';
import { log } from '../log.js';
import { type Job, createJob } from '../job.js';
import { OutageLog } from '../outageLog.js';
import { holdIfRestored } from '../restore/restored.js';
import { retryWhileUnavailable } from '../db/retry.js';
import { SharedLocks } from './sharedLocks.js';

/** The interval of the search for readings that a dead process left unfinished. */
const inspectEveryMs = 15_000;
const resumeEveryMs = 60_000;
/** Changed rows are collected for this time before other sheets copy their results. */
const followAfterMs = 5_000;
const askAgainMs = 200;

export interface MachineWorkOptions {
  /** `postgres://…` */
  readonly database: string;
  readonly store: Store;
  readonly threads: ThreadWork;
  readonly changes: Changes;
  readonly now: () => number;
}

export class MachineWork implements Work {
  readonly #options: MachineWorkOptions;
  readonly #locks: SharedLocks;
  readonly #scheduler: RunScheduler;
  readonly #changeBus: ChangeBus;
  readonly #unsubscribe: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #jobs: Job[] = [];
  readonly #follow: Job;
  #isClosed = false;
  #followTimer: NodeJS.Timeout | undefined;
  /** A change from another process must not be sent back. */
  #isReceiving = false;

  constructor(options: MachineWorkOptions) {
    const { database: url, store, threads, changes, now } = options;
    this.#options = options;
    this.#locks = new SharedLocks(store);
    this.#changeBus = new ChangeBus(store);
    const follow = () => this.runAlone('follow', () => threads.follow());
    this.#follow = createJob(
      follow,
      new OutageLog('The answers for other sheets could not be read'),
    );
    this.#jobs.push(this.#follow);
    this.#scheduler = new RunScheduler({
      store,
      locks: this.#locks,
      now,
      publish: (change) => {
        changes.publish(change);
      },
      split: (run, sheet) => threads.splitRun(run, sheet),
      end: (run, sheet, ending) => threads.endRun(run, sheet, ending),
    });
    this.#unsubscribe = changes.on((change) => {
      if (change.type === 'rows') this.#followSoon();
      if (!this.#isReceiving) this.#changeBus.publish(change);
    });
    const publish = (change: Change) => {
      this.#isReceiving = true;
      try {
        changes.publish(change);
      } catch (error) {
        // An error must not end the connection or prevent the next changes.
        log.error({ err: error }, 'A change of another process could not be announced');
      } finally {
        this.#isReceiving = false;
      }
    };
    void this.#changeBus.listen(url, { publish });
  }

  /** Finishes the readings of dead processes now, but their other tasks only at intervals. */
  async resume(readings: Readings): Promise<void> {
    const { store, now } = this.#options;
    await retryWhileUnavailable(() => holdIfRestored(store, now));
    const inspectUnfinished = async () => {
      for (const sheet of await listSheetsToRead(store)) {
        if (!(await this.#locks.has(readingLock(sheet)))) void readings.inspect(sheet);
      }
    };
    const resumeWork = () => this.runAlone('resume', () => this.#options.threads.resume());
    const inspectionJob = createJob(
      inspectUnfinished,
      new OutageLog('Unfinished readings could not be found'),
    );
    const outage = new OutageLog('The work of dead processes could not be resumed');
    const resumptionJob = createJob(resumeWork, outage);
    this.#jobs.push(inspectionJob, resumptionJob);
    this.#timers.push(
      setInterval(inspectionJob.run, inspectEveryMs),
      setInterval(resumptionJob.run, resumeEveryMs),
    );
    await retryWhileUnavailable(inspectUnfinished);
  }

  /** Does nothing while another process does the work. */
  runAlone(name: string, work: () => Promise<void>): Promise<void> {
    return this.#locks.runAlone(`alone:${name}`, work);
  }

  readonly inspect: Work['inspect'] = (sheet) =>
    runWithLock(this.#locks, readingLock(sheet), () => this.#options.threads.inspect(sheet));

  readonly read: Work['read'] = (sheet) =>
    runWithLock(this.#locks, readingLock(sheet), () => this.#options.threads.read(sheet));

  readonly preview: Work['preview'] = (...args) => this.#options.threads.preview(...args);
  readonly cells: Work['cells'] = (...args) => this.#options.threads.cells(...args);
  readonly digests: Work['digests'] = (...args) => this.#options.threads.digests(...args);
  readonly plan: Work['plan'] = (...args) => this.#options.threads.plan(...args);
  readonly renderDownload: Work['renderDownload'] = (...args) =>
    this.#options.threads.renderDownload(...args);
  readonly decide: Work['decide'] = (...args) => this.#options.threads.decide(...args);
  readonly sendPeople: Work['sendPeople'] = (...args) => this.#options.threads.sendPeople(...args);
  readonly settlePerson: Work['settlePerson'] = (...args) =>
    this.#options.threads.settlePerson(...args);

  readonly settle: Work['settle'] = async (sheet, ...args) => {
    await this.#options.threads.settle(sheet, ...args);
    this.#scheduler.check();
  };

  readonly markRow: Work['markRow'] = async (sheet, ...args) => {
    await this.#options.threads.markRow(sheet, ...args);
    this.#scheduler.check();
  };

  readonly start: Work['start'] = () => {
    this.#scheduler.check();
    return Promise.resolve();
  };

  readonly halt: Work['halt'] = async (id, as) => {
    const { store } = this.#options;
    const isWorking = async () => activeStateSet.has((await findRun(store, id))?.state ?? 'ended');
    if (!(await isWorking())) return;
    await haltRun(store, id, as);
    this.#scheduler.check();
    while ((await isWorking()) && !this.#isClosed) await sleep(askAgainMs);
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#followTimer);
    const ended = this.#jobs.map((job) => job.end());
    await this.#scheduler.close();
    await this.#options.threads.close();
    // A job in progress still needs the database.
    await Promise.all(ended);
    await this.#changeBus.close();
  }

  #followSoon(): void {
    this.#followTimer ??= setTimeout(() => {
      this.#followTimer = undefined;
      this.#follow.run();
    }, followAfterMs);
  }
}

function readingLock(sheet: string): string {
  return `reading:${sheet}`;
}
