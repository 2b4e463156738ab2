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

/** The most readings at a time: each may take much memory, and more would be no faster. */
const maxAtOnce = 2;
/** The pause before the next try after a transient error of the database, such as a full disk. */
const retryMs = 2_000;

/** `inspect` finds the structure of a sheet and reads its rows; `read` only reads its rows. */
type Task = 'inspect' | 'read';

/** A reading that has not begun. `ended` resolves when it has ended. */
interface WantedReading {
  readonly task: Task;
  readonly ended: PromiseWithResolvers<undefined>;
}

/** How a reading has ended, and the generation of the sheet at its beginning. */
interface FinishedReading {
  readonly generation: number;
  readonly outcome: ReadOutcome | keyof ReadingFailureWords;
}

/**
 * Reads sheets, with one reading of each sheet at a time. After a change meanwhile, the sheet is read once more. A transaction
 * that changes how a sheet is read sets its stage to `reading`. Only a reading that begins later ends that stage, so that no
 * run starts with old rows.
 */
export class Readings {
  readonly #work: Pick<Work, 'inspect' | 'read'>;
  readonly #store: Store;
  readonly #changes: Changes;
  /** The next reading of each sheet that is being read; undefined if none is wanted yet. */
  readonly #wanted = new Map<string, WantedReading | undefined>();
  readonly #limit = pLimit(maxAtOnce);
  #isClosed = false;

  constructor(work: Pick<Work, 'inspect' | 'read'>, store: Store, changes: Changes) {
    this.#work = work;
    this.#store = store;
    this.#changes = changes;
  }

  /**
   * Finds the structure of a sheet, and reads it. Resolves after a reading that began after this call, or when no
   * such reading can begin; never rejects.
   */
  inspect(sheet: string): Promise<void> {
    return this.#add(sheet, 'inspect');
  }

  /** Reads the rows of a sheet. Resolves and never rejects, like {@link inspect}. */
  read(sheet: string): Promise<void> {
    return this.#add(sheet, 'read');
  }

  /** Stores nothing more. The next start reads the unfinished sheets again. */
  close(): void {
    this.#isClosed = true;
  }

  /** Reads the sheets that an ended process had not finished reading. */
  async resume(): Promise<void> {
    for (const sheet of await listSheetsToRead(this.#store)) void this.inspect(sheet);
  }

  #add(sheet: string, task: Task): Promise<void> {
    this.#changes.publish({ type: 'sheet', sheet });
    const isIdle = !this.#wanted.has(sheet);
    const earlier = this.#wanted.get(sheet);
    const wanted = {
      task: earlier?.task === 'inspect' ? earlier.task : task,
      ended: earlier?.ended ?? Promise.withResolvers<undefined>(),
    };
    this.#wanted.set(sheet, wanted);
    if (isIdle) void this.#limit(() => this.#readAll(sheet));
    return wanted.ended.promise;
  }

  async #readAll(sheet: string): Promise<void> {
    for (;;) {
      const wanted = this.#wanted.get(sheet);
      if (wanted === undefined) return;
      this.#wanted.set(sheet, undefined);
      const finished = await this.#runTask(sheet, wanted.task);
      if (finished !== undefined && this.#wanted.get(sheet) === undefined) {
        await this.#end(sheet, finished);
      }
      // Another reading may be wanted by now.
      if (this.#wanted.get(sheet) === undefined) this.#wanted.delete(sheet);
      wanted.ended.resolve(undefined);
    }
  }

  /** Resolves to undefined for a sheet that was deleted, after `close`, and if the reading cannot begin. */
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
        // The file of a deleted sheet is missing: this is not a failure.
        if ((await this.#begin(sheet)) === undefined) return undefined;
        log.error({ err: error, sheet }, 'Reading the sheet failed');
        const { code } = error as NodeJS.ErrnoException;
        const outcome = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'unexpected';
        return { generation, outcome };
      }
    }
  }

  /** Retries after transient errors of the database. Resolves to undefined if the reading cannot begin. */
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

  /** Stores the outcome of a reading. Retries, because a full disk must not leave the sheet in the stage `reading`. */
  async #end(sheet: string, { generation, outcome }: FinishedReading): Promise<void> {
    const outage = new OutageLog('The stage of the sheet could not be stored', { sheet });
    while (!this.#isClosed && this.#wanted.get(sheet) === undefined) {
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
