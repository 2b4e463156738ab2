import type { Changes } from '../changes.js';
import type { RunEnding } from '../cluster/runCourse.js';
import { log } from '../log.js';
import type { Call, Measured, ThreadData } from './calls.js';
import { inTurns } from './turns.js';
import type { Work } from './work.js';
import { WorkThread } from './workThread.js';

/** A file that needs more than this to be read ends the thread, and not the server. */
const shortLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 16 };
/** New objects die soon: with more room for them, the thread of the runs only takes more memory. */
const runLimits = { maxYoungGenerationSizeMb: 16 };
/** A thread of runs that died is replaced after this time. */
const againMs = 2_000;

/** Facts about the sheets in the store. */
export interface SheetFacts {
  /** True for a sheet that takes much memory while it is read. */
  readonly isLarge: (sheet: string) => Promise<boolean>;
  /** Returns true while a run of any sheet is active. */
  readonly hasRuns: () => Promise<boolean>;
}

/**
 * Does the work in threads. One long-lived thread sends everything, and keeps to one limit. A file is read in a
 * short-lived thread with limited memory, because its content is not known. For a large file, the long-lived thread
 * ends if it is idle, and is started again when it is needed.
 */
export class Threads implements Work {
  readonly #data: ThreadData;
  readonly #changes: Changes;
  readonly #facts: SheetFacts;
  readonly #measure: ((measured: Measured) => void) | undefined;
  readonly #inTurn = inTurns();
  #runs: WorkThread | undefined;
  /** The end of a thread that makes room: no two may have the runs. */
  #ending: Promise<void> | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  /** `measure` is called for each request to the service. */
  constructor(
    data: ThreadData,
    changes: Changes,
    facts: SheetFacts,
    measure?: (measured: Measured) => void,
  ) {
    this.#data = { ...data, isMeasured: measure !== undefined };
    this.#measure = measure;
    this.#changes = changes;
    this.#facts = facts;
    this.#runs = this.#startRuns();
  }

  readonly inspect: Work['inspect'] = (...args) => this.#once('inspect', args);
  readonly preview: Work['preview'] = (...args) => this.#once('preview', args);
  readonly read: Work['read'] = (...args) => this.#once('read', args);
  readonly plan: Work['plan'] = (...args) => this.#once('plan', args);
  readonly write: Work['write'] = (...args) => this.#once('write', args);
  readonly start: Work['start'] = (...args) => this.#send('start', args);
  readonly halt: Work['halt'] = (...args) => this.#send('halt', args);
  readonly settle: Work['settle'] = (...args) => this.#send('settle', args);
  readonly say: Work['say'] = (...args) => this.#send('say', args);
  readonly decide: Work['decide'] = (...args) => this.#send('decide', args);
  readonly people: Work['people'] = (...args) => this.#send('people', args);
  readonly settlePerson: Work['settlePerson'] = (...args) => this.#send('settlePerson', args);

  /** Splits a run of a sheet into slices, if workers do the runs. */
  readonly cutRun = (run: string, sheet: string): Promise<void> =>
    this.#onceFor(sheet, 'cutRun', [run]);

  /** Ends a run of a sheet, if workers do the runs. */
  readonly endRun = (run: string, sheet: string, ending: RunEnding): Promise<void> =>
    this.#onceFor(sheet, 'endRun', [run, ending]);

  /** Continues the work of processes that died. */
  readonly goOn = (): Promise<void> => this.#send('goOn', []);

  /** Resolves when rows that wait for another sheet have followed it. */
  readonly follow = (): Promise<void> => this.#send('follow', []);

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#ending;
    await this.#runs?.close();
  }

  #startRuns(): WorkThread {
    const thread = new WorkThread({
      data: { ...this.#data, isSending: true },
      limits: runLimits,
      tell: (change) => {
        this.#changes.tell(change);
      },
      measure: this.#measure,
      onDeath: (error) => {
        log.error({ err: error }, 'The thread of the runs has ended; they go on in a new one');
        if (this.#isClosed) return;
        this.#timer = setTimeout(() => {
          this.#runs = this.#startRuns();
        }, againMs);
      },
    });
    thread.call('goOn').catch((error: unknown) => {
      if (!this.#isClosed) log.error({ err: error }, 'Not all runs could go on');
    });
    return thread;
  }

  async #send<T>(method: Call['method'], args: readonly unknown[]): Promise<T> {
    while (this.#ending !== undefined) await this.#ending;
    if (this.#isClosed) throw new Error('The work of the server is closed.');
    this.#runs ??= this.#startRuns();
    return (await this.#runs.call(method, ...args)) as T;
  }

  async #makeRoom(): Promise<void> {
    const hasRuns = await this.#facts.hasRuns();
    const runs = this.#runs;
    if (runs?.isIdle === true && !hasRuns && !this.#isClosed) {
      this.#runs = undefined;
      this.#ending = endInOrder(runs).finally(() => {
        this.#ending = undefined;
      });
    }
    await this.#ending;
  }

  #once<T>(method: Call['method'], args: readonly [sheet: string, ...unknown[]]): Promise<T> {
    return this.#onceFor(args[0], method, args);
  }

  async #onceFor<T>(sheet: string, method: Call['method'], args: readonly unknown[]): Promise<T> {
    const isLarge = await this.#facts.isLarge(sheet);
    return this.#inTurn(isLarge, async () => {
      if (isLarge) await this.#makeRoom();
      const thread = new WorkThread({
        data: this.#data,
        limits: shortLimits,
        tell: (change) => {
          this.#changes.tell(change);
        },
      });
      try {
        return (await thread.call(method, ...args)) as T;
      } finally {
        // Work that still waits for the database is ended: it changes the store only in transactions.
        await (thread.isIdle ? thread.close() : thread.stop());
      }
    });
  }
}

/** Ends a thread after other sheets have got the results of its runs. */
async function endInOrder(runs: WorkThread): Promise<void> {
  await runs.call('follow').catch((error: unknown) => {
    log.error({ err: error }, 'Other sheets could not follow a run');
  });
  await runs.close();
}
