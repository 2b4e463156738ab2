import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { isAway, isUnknown, mayPass } from './store/databaseError.js';
import { setStage, sheetOf, sheetsToRead } from './store/sheetStore.js';
import type { Changes } from './changes.js';
import type { Store } from './store/store.js';
import type { ReadOutcome, Work } from './work/work.js';

/** Each may take much memory, and more at a time would be no faster. */
const mostAtOnce = 2;
/** The end of a reading is stored again after this time when the disk was full. */
const storeAgainMs = 2_000;

const tooLarge =
  'The file could not be read: it needs more memory than a sheet may have. Delete what is not needed in it, or divide it into several files, and upload it again.';
const notRead =
  'The file could not be read, as something went wrong in the server. Upload it again. If that does not help, ask whoever runs this server to look at its output and its disk.';

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
        await this.#end(sheet, outcome);
      }
      wanted.ended.resolve(undefined);
    }
  }

  async #run(sheet: string, task: Task): Promise<ReadOutcome> {
    // It may have been deleted while it waited.
    while (!(await this.#isGone(sheet))) {
      try {
        return await this.#work[task](sheet);
      } catch (error) {
        if (this.#isClosed) return { stage: 'reading' };
        if (isAway(error)) {
          await sleep(storeAgainMs, undefined, { ref: false });
          continue;
        }
        // Its file has gone with it.
        if (await this.#isGone(sheet)) break;
        console.error(`Reading the sheet ${sheet} failed:`, error);
        const { code } = error as NodeJS.ErrnoException;
        const refused = code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : notRead;
        return { stage: 'unreadable', refused };
      }
    }
    return { stage: 'unreadable' };
  }

  /** While the database is away, it is waited for. */
  async #isGone(sheet: string): Promise<boolean> {
    for (;;) {
      try {
        return sheetOf(this.#store, sheet) === undefined;
      } catch (error) {
        if (this.#isClosed || !mayPass(error)) return false;
        await sleep(storeAgainMs, undefined, { ref: false });
      }
    }
  }

  /** A disk that is full must not leave a sheet as one that is still being read. */
  async #end(sheet: string, outcome: ReadOutcome): Promise<void> {
    for (;;) {
      try {
        // Another reading may be wanted by now.
        if (!this.#wanted.has(sheet)) this.#setStage(sheet, outcome);
        return;
      } catch (error) {
        console.error(`The stage of the sheet ${sheet} could not be stored:`, error);
        if (!mayPass(error) && !isUnknown(error)) return;
        await sleep(storeAgainMs, undefined, { ref: false });
      }
    }
  }

  #setStage(sheet: string, { stage, refused }: ReadOutcome): void {
    if (this.#isClosed) return;
    setStage(this.#store, sheet, stage, refused);
    this.#changes.tell({ type: 'sheet', sheet });
  }
}
