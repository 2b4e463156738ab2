import type { Change, Changes } from '../changes.js';
import { log } from '../log.js';
import type { Call, Measurement, ThreadData } from './calls.js';
import type { ThreadWork } from './work.js';
import { WorkThread } from './workThread.js';
import pLimit from 'p-limit';

/** A file that needs more memory ends only the thread, not the server. */
const readingLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 16 };
/** Most new objects are soon garbage, so more space for them would be wasted. */
const runLimits = { maxYoungGenerationSizeMb: 16 };
const restartPauseMs = 2_000;
const spareMs = 30_000;

export interface SheetFacts {
  /** True if reading the sheet takes much memory. */
  readonly isLarge: (sheet: string) => Promise<boolean>;
  readonly hasRuns: () => Promise<boolean>;
}

type Method = Exclude<Call['method'], 'close'>;

/** The index of the sheet among the arguments. A method without an index runs in the run thread. */
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
 * One long-lived run thread sends all requests, so that they share one limit. Short-lived reading threads with limited
 * memory read the files, because their content is unknown. Idle threads end before a large file is read, to free
 * memory.
 */
class Threads {
  readonly #data: ThreadData;
  readonly #publish: (change: Change) => void;
  readonly #facts: SheetFacts;
  readonly #measure: ((measured: Measurement) => void) | undefined;
  readonly #limitBySize = createSizeLimiter();
  #runThread: WorkThread | undefined;
  /** A new run thread must wait until the old thread has ended, because only one thread may execute runs. */
  #ending: Promise<void> | undefined;
  #isClosed = false;
  #restartTimer: NodeJS.Timeout | undefined;
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
    this.#runThread = this.#startRunThread();
  }

  async call(method: Method, args: readonly unknown[]): Promise<unknown> {
    const sheetIndex = sheetIndexes[method];
    if (sheetIndex !== undefined)
      return this.#callReadingThread(String(args[sheetIndex]), method, args);
    while (this.#ending !== undefined) await this.#ending;
    if (this.#isClosed) throw new Error('The server is shutting down.');
    this.#runThread ??= this.#startRunThread();
    return this.#runThread.call(method, ...args);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    await this.#ending;
    await Promise.all([this.#runThread?.close(), this.#takeSpare()?.close()]);
  }

  #startRunThread(): WorkThread {
    const thread = new WorkThread({
      data: { ...this.#data, isSending: true },
      limits: runLimits,
      publish: this.#publish,
      measure: this.#measure,
      onDeath: (error) => {
        if (this.#isClosed) return;
        log.error({ err: error }, 'The run thread has ended. A new thread resumes its runs');
        this.#restartTimer = setTimeout(() => {
          this.#runThread = this.#startRunThread();
        }, restartPauseMs);
      },
    });
    thread.call('resume').catch((error: unknown) => {
      if (!this.#isClosed) log.error({ err: error }, 'Not all runs could be resumed');
    });
    return thread;
  }

  #startReadingThread(): WorkThread {
    return new WorkThread({ data: this.#data, limits: readingLimits, publish: this.#publish });
  }

  async #freeMemory(): Promise<void> {
    await this.#takeSpare()?.close();
    const hasRuns = await this.#facts.hasRuns();
    const runThread = this.#runThread;
    if (runThread?.isIdle === true && !hasRuns && !this.#isClosed) {
      this.#runThread = undefined;
      this.#ending = endInOrder(runThread).finally(() => {
        this.#ending = undefined;
      });
    }
    await this.#ending;
  }

  async #callReadingThread(
    sheet: string,
    method: Method,
    args: readonly unknown[],
  ): Promise<unknown> {
    const isLarge = await this.#facts.isLarge(sheet);
    return this.#limitBySize(isLarge, async () => {
      if (isLarge) await this.#freeMemory();
      const thread = this.#takeSpare() ?? this.#startReadingThread();
      try {
        return await thread.call(method, ...args);
      } finally {
        // A thread that still waits for the database can be stopped, because it changes the store only in transactions.
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

async function endInOrder(thread: WorkThread): Promise<void> {
  await thread.call('follow').catch((error: unknown) => {
    log.error({ err: error }, 'Results of a run could not be copied to other sheets');
  });
  await thread.close();
}

/** More threads would not be faster. */
const maxConcurrency = 2;

/** Two large sheets would need twice the memory, and a small sheet should not have to wait for both. */
export function createSizeLimiter(): <T>(isLarge: boolean, work: () => Promise<T>) => Promise<T> {
  const limitAll = pLimit(maxConcurrency);
  const limitLarge = pLimit(1);
  return (isLarge, work) => (isLarge ? limitLarge(() => limitAll(work)) : limitAll(work));
}
