import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Changes } from '../changes.js';
import { isUnreachable, isTransient } from '../db/errors.js';
import type { Store } from '../db/store.js';
import { log } from '../log.js';
import { OutageLog } from '../outageLog.js';
import type { ReadingFailureWords } from '../words/readingFailures.js';
import { readSheetWords } from './sheetWords.js';
import { beginReading, endReading, listSheetsToRead } from './sheetStore.js';
import type { ReadOutcome, Work } from '../threads/work.js';

/** Each reading may take much memory, and more would be no faster. */
const maxConcurrency = 2;
/** The pause after a transient error of the database, such as a full disk. */
const retryMs = 2_000;

type Task = 'inspect' | 'read';

interface RequestedReading {
  readonly task: Task;
  readonly ended: PromiseWithResolvers<undefined>;
}

interface FinishedReading {
  readonly generation: number;
  readonly outcome: ReadOutcome | keyof ReadingFailureWords;
}

/**
 * Runs one reading of each sheet at a time. A change of how a sheet is read sets its stage to `reading`, and only a
 * reading that begins later ends this stage, so that no run starts with old rows.
 */
export class Readings {
  readonly #work: Pick<Work, 'inspect' | 'read'>;
  readonly #store: Store;
  readonly #changes: Changes;
  /** Has a key for each sheet that is being read. The value is undefined until another reading is requested. */
  readonly #requested = new Map<string, RequestedReading | undefined>();
  readonly #limit = pLimit(maxConcurrency);
  #isClosed = false;

  constructor(work: Pick<Work, 'inspect' | 'read'>, store: Store, changes: Changes) {
    this.#work = work;
    this.#store = store;
    this.#changes = changes;
  }

  /** Resolves after a reading that began after this call, or when no such reading can begin. Never rejects. */
  inspect(sheet: string): Promise<void> {
    return this.#add(sheet, 'inspect');
  }

  read(sheet: string): Promise<void> {
    return this.#add(sheet, 'read');
  }

  /** The next start of the server reads the unfinished sheets again. */
  close(): void {
    this.#isClosed = true;
  }

  async resume(): Promise<void> {
    for (const sheet of await listSheetsToRead(this.#store)) void this.inspect(sheet);
  }

  #add(sheet: string, task: Task): Promise<void> {
    this.#changes.publish({ type: 'sheet', sheet });
    const isIdle = !this.#requested.has(sheet);
    const earlier = this.#requested.get(sheet);
    const requested = {
      task: earlier?.task === 'inspect' ? earlier.task : task,
      ended: earlier?.ended ?? Promise.withResolvers<undefined>(),
    };
    this.#requested.set(sheet, requested);
    if (isIdle) void this.#limit(() => this.#readAll(sheet));
    return requested.ended.promise;
  }

  async #readAll(sheet: string): Promise<void> {
    for (;;) {
      const requested = this.#requested.get(sheet);
      if (requested === undefined) return;
      this.#requested.set(sheet, undefined);
      const finished = await this.#runTask(sheet, requested.task);
      if (finished !== undefined && this.#requested.get(sheet) === undefined) {
        await this.#end(sheet, finished);
      }
      // Another reading may have been requested by now.
      if (this.#requested.get(sheet) === undefined) this.#requested.delete(sheet);
      requested.ended.resolve(undefined);
    }
  }

  /** Resolves to undefined for a deleted sheet, after `close`, and if the reading cannot begin. */
  async #runTask(sheet: string, task: Task): Promise<FinishedReading | undefined> {
    for (;;) {
      const generation = await this.#begin(sheet);
      if (generation === undefined) return undefined;
      try {
        return { generation, outcome: await this.#work[task](sheet) };
      } catch (error) {
        if (this.#isClosed) return undefined;
        if (isTransient(error)) {
          if (!isUnreachable(error)) log.warn({ err: error, sheet }, 'The sheet is read again');
          await sleep(retryMs, undefined, { ref: false });
          continue;
        }
        // If the sheet was deleted, its missing file is not a failure.
        if ((await this.#begin(sheet)) === undefined) return undefined;
        log.error({ err: error, sheet }, 'Reading the sheet failed');
        const { code } = error as NodeJS.ErrnoException;
        const outcome = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'unexpected';
        return { generation, outcome };
      }
    }
  }

  async #begin(sheet: string): Promise<number | undefined> {
    const outage = new OutageLog('The reading of the sheet could not begin yet', { sheet });
    for (;;) {
      if (this.#isClosed) return undefined;
      try {
        const generation = await beginReading(this.#store, sheet);
        outage.recordSuccess();
        return generation;
      } catch (error) {
        outage.recordFailure(error);
        if (!isTransient(error)) return undefined;
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }

  /** Retries, because a full disk must not leave the sheet in the stage `reading`. */
  async #end(sheet: string, { generation, outcome }: FinishedReading): Promise<void> {
    const outage = new OutageLog('The stage of the sheet could not be stored', { sheet });
    while (!this.#isClosed && this.#requested.get(sheet) === undefined) {
      try {
        await endReading(this.#store, sheet, generation, await this.#describe(sheet, outcome));
        outage.recordSuccess();
        this.#changes.publish({ type: 'sheet', sheet });
        return;
      } catch (error) {
        outage.recordFailure(error);
        if (!isTransient(error)) return;
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }

  async #describe(sheet: string, outcome: FinishedReading['outcome']): Promise<ReadOutcome> {
    if (typeof outcome !== 'string') return outcome;
    const { readingFailures } = await readSheetWords(this.#store, sheet);
    return { stage: 'unreadable', refused: readingFailures[outcome] };
  }
}
