import pLimit from 'p-limit';
import { setStage, sheetOf, sheetsToRead } from './store/sheetStore.js';
import type { Changes } from './changes.js';
import type { Store } from './store/store.js';
import type { ReadOutcome, Work } from './work/work.js';

/** Each may take much memory, and more at a time would be no faster. */
const mostAtOnce = 2;

/** What is to be done with a sheet: all of it, or only its rows. */
type Task = 'inspect' | 'read';

/** A reading that has not begun, and those who wait for it. */
interface Wanted {
  readonly task: Task;
  readonly ended: PromiseWithResolvers<undefined>;
}

/**
 * Has sheets read, each by one reading at a time. What changes meanwhile is read by one more reading, and
 * only after the last one the sheet leaves the stage `reading`: no run starts with rows that are old.
 */
export class Readings {
  readonly #work: Pick<Work, 'inspect' | 'read'>;
  readonly #store: Store;
  readonly #changes: Changes;
  /** By sheet while it is read: what is to follow. */
  readonly #wanted = new Map<string, Wanted | undefined>();
  readonly #limit = pLimit(mostAtOnce);
  #isClosed = false;

  constructor(work: Pick<Work, 'inspect' | 'read'>, store: Store, changes: Changes) {
    this.#work = work;
    this.#store = store;
    this.#changes = changes;
  }

  /** Finds out how a sheet is built, and reads it. Resolves when it was read as it is now; never rejects. */
  inspect(sheet: string): Promise<void> {
    return this.#add(sheet, 'inspect');
  }

  /** Reads the rows of a sheet. Resolves when they were read as they are now; never rejects. */
  read(sheet: string): Promise<void> {
    return this.#add(sheet, 'read');
  }

  /** Stores nothing any more: what is being read is read again at the next start. */
  close(): void {
    this.#isClosed = true;
  }

  /** Reads the sheets whose reading the end of a process has cut off. */
  resume(): void {
    for (const sheet of sheetsToRead(this.#store)) void this.inspect(sheet);
  }

  #add(sheet: string, task: Task): Promise<void> {
    this.#setStage(sheet, { stage: 'reading' });
    const isIdle = !this.#wanted.has(sheet);
    const before = this.#wanted.get(sheet);
    const wanted = {
      task: before?.task === 'inspect' ? before.task : task,
      ended: before?.ended ?? Promise.withResolvers<undefined>(),
    };
    this.#wanted.set(sheet, wanted);
    if (isIdle) void this.#limit(() => this.#readAll(sheet));
    return wanted.ended.promise;
  }

  /** Reads a sheet until nothing more is wanted. */
  async #readAll(sheet: string): Promise<void> {
    for (;;) {
      const wanted = this.#wanted.get(sheet);
      if (wanted === undefined || this.#isClosed) return;
      this.#wanted.set(sheet, undefined);
      const outcome = await this.#run(sheet, wanted.task);
      if (this.#wanted.get(sheet) === undefined) {
        this.#wanted.delete(sheet);
        this.#setStage(sheet, outcome);
      }
      wanted.ended.resolve(undefined);
    }
  }

  async #run(sheet: string, task: Task): Promise<ReadOutcome> {
    // It may have been deleted while it waited.
    if (sheetOf(this.#store, sheet) === undefined) return { stage: 'unreadable' };
    try {
      return await this.#work[task](sheet);
    } catch (error) {
      if (this.#isClosed) return { stage: 'reading' };
      console.error(`Reading the sheet ${sheet} failed:`, error);
      return {
        stage: 'unreadable',
        refused:
          'The file could not be read: it may need more memory than a sheet may have. Delete what is not needed in it, or divide it into several files, and upload it again.',
      };
    }
  }

  #setStage(sheet: string, { stage, refused }: ReadOutcome): void {
    if (this.#isClosed) return;
    setStage(this.#store, sheet, stage, refused);
    this.#changes.tell({ type: 'sheet', sheet });
  }
}
