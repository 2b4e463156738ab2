import type { Change, Changes } from '../changes.js';
import { log } from '../log.js';
import type { Call, Measurement, ThreadData } from './calls.js';
import type { ThreadWork } from './work.js';
import { WorkThread } from './workThread.js';
import pLimit from 'p-limit';

/** A file that needs more memory than this ends only the thread, and not the server. */
const shortLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 16 };
/** Most new objects are soon garbage: more room for them would only take more memory. */
const runLimits = { maxYoungGenerationSizeMb: 16 };
/** The pause before a thread of runs that died is replaced. */
const restartPauseMs = 2_000;
/** How long a thread waits for work on another small sheet. */
const spareMs = 30_000;

/** Facts about the sheets in the store. */
export interface SheetFacts {
  /** Returns true for a sheet that takes much memory while it is read. */
  readonly isLarge: (sheet: string) => Promise<boolean>;
  /** Returns true while a run of any sheet is active. */
  readonly hasRuns: () => Promise<boolean>;
}

type Method = Exclude<Call['method'], 'close'>;

/**
 * The methods of the work. A method with a number runs in a short-lived thread, and the number is the index of its argument
 * with the sheet. The others run in the thread that sends.
 */
const sheetIndexes: Readonly<Record<Method, number | undefined>> = {
  inspect: 0,
  preview: 0,
  cells: 0,
  digests: 0,
  read: 0,
  plan: 0,
  renderDownload: 0,
  splitRun: 1,
  endRun: 1,
  start: undefined,
  halt: undefined,
  settle: undefined,
  markRow: undefined,
  decide: undefined,
  sendPeople: undefined,
  settlePerson: undefined,
  resume: undefined,
  applyLimits: undefined,
  follow: undefined,
};

/** Starts the threads that do the work. `measure` is called for each {@link Measurement} of the thread that sends. */
export function startThreads(
  data: ThreadData,
  changes: Changes,
  facts: SheetFacts,
  measure?: (measured: Measurement) => void,
): ThreadWork {
  const threads = new Threads(data, changes, facts, measure);
  const calls = (Object.keys(sheetIndexes) as Method[]).map(
    (method) => [method, (...args: unknown[]) => threads.call(method, args)] as const,
  );
  return {
    ...(Object.fromEntries(calls) as unknown as Omit<ThreadWork, 'close'>),
    close: () => threads.close(),
  };
}

/**
 * One long-lived thread sends all requests, so that they share one limit. A file is read in a short-lived thread with limited
 * memory, because its content is unknown. After a small file, one such thread waits for the next file, because starting a
 * thread takes longer than most work. Before a large file is read, idle threads end to free memory; they are started again
 * when they are needed.
 */
class Threads {
  readonly #data: ThreadData;
  readonly #publish: (change: Change) => void;
  readonly #facts: SheetFacts;
  readonly #measure: ((measured: Measurement) => void) | undefined;
  readonly #limitBySize = createSizeLimiter();
  #runThread: WorkThread | undefined;
  /** The end of the thread of runs, which frees memory. A new one must wait for it: only one may have the runs. */
  #ending: Promise<void> | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #spare: WorkThread | undefined;
  #spareTimer: NodeJS.Timeout | undefined;

  constructor(
    data: ThreadData,
    changes: Changes,
    facts: SheetFacts,
    measure: ((measured: Measurement) => void) | undefined,
  ) {
    this.#data = { ...data, isMeasured: measure !== undefined };
    this.#measure = measure;
    this.#publish = (change) => {
      changes.publish(change);
    };
    this.#facts = facts;
    this.#runThread = this.#startRuns();
  }

  async call(method: Method, args: readonly unknown[]): Promise<unknown> {
    const sheetIndex = sheetIndexes[method];
    if (sheetIndex !== undefined) return this.#callOnce(String(args[sheetIndex]), method, args);
    while (this.#ending !== undefined) await this.#ending;
    if (this.#isClosed) throw new Error('The work of the server is closed.');
    this.#runThread ??= this.#startRuns();
    return this.#runThread.call(method, ...args);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#ending;
    await Promise.all([this.#runThread?.close(), this.#takeSpare()?.close()]);
  }

  #startRuns(): WorkThread {
    const thread = new WorkThread({
      data: { ...this.#data, isSending: true },
      limits: runLimits,
      publish: this.#publish,
      measure: this.#measure,
      onDeath: (error) => {
        log.error({ err: error }, 'The thread of the runs has ended; they resume in a new one');
        if (this.#isClosed) return;
        this.#timer = setTimeout(() => {
          this.#runThread = this.#startRuns();
        }, restartPauseMs);
      },
    });
    thread.call('resume').catch((error: unknown) => {
      if (!this.#isClosed) log.error({ err: error }, 'Not all runs could be resumed');
    });
    return thread;
  }

  #startReading(): WorkThread {
    return new WorkThread({ data: this.#data, limits: shortLimits, publish: this.#publish });
  }

  async #makeRoom(): Promise<void> {
    await this.#takeSpare()?.close();
    const hasRuns = await this.#facts.hasRuns();
    const runs = this.#runThread;
    if (runs?.isIdle === true && !hasRuns && !this.#isClosed) {
      this.#runThread = undefined;
      this.#ending = endInOrder(runs).finally(() => {
        this.#ending = undefined;
      });
    }
    await this.#ending;
  }

  async #callOnce(sheet: string, method: Method, args: readonly unknown[]): Promise<unknown> {
    const isLarge = await this.#facts.isLarge(sheet);
    return this.#limitBySize(isLarge, async () => {
      if (isLarge) await this.#makeRoom();
      const thread = this.#takeSpare() ?? this.#startReading();
      try {
        return await thread.call(method, ...args);
      } finally {
        // Work that still waits for the database is ended: it changes the store only in transactions.
        if (!thread.isIdle) await thread.stop();
        else if (isLarge || this.#isClosed || this.#spare !== undefined) await thread.close();
        else this.#keepSpare(thread);
      }
    });
  }

  #keepSpare(thread: WorkThread): void {
    this.#spare = thread;
    this.#spareTimer = setTimeout(() => {
      void this.#takeSpare()?.close();
    }, spareMs).unref();
  }

  #takeSpare(): WorkThread | undefined {
    const spare = this.#spare;
    clearTimeout(this.#spareTimer);
    this.#spare = undefined;
    return spare?.isIdle === true ? spare : undefined;
  }
}

/** Ends a thread after the results of its runs were copied to other sheets. */
async function endInOrder(runs: WorkThread): Promise<void> {
  await runs.call('follow').catch((error: unknown) => {
    log.error({ err: error }, 'Other sheets could not follow a run');
  });
  await runs.close();
}

/** The most work at a time: more would be no faster. */
const maxAtOnce = 2;

/**
 * Limits the work on sheets: two at a time, of which at most one is large. Two large ones would need twice the memory, and a
 * small one should not have to wait for them.
 */
export function createSizeLimiter(): <T>(isLarge: boolean, work: () => Promise<T>) => Promise<T> {
  const limitAll = pLimit(maxAtOnce);
  const limitLarge = pLimit(1);
  return (isLarge, work) => (isLarge ? limitLarge(() => limitAll(work)) : limitAll(work));
}
