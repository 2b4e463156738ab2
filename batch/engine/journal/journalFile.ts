import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSameFile } from '../files/sameFile.js';
import { toErrorMessage } from '../errors.js';
import { makeLike } from '../files/privateFiles.js';
import { draftPath } from '../../../sheets/files/draft.js';
import { syncFolder } from '../../../sheets/files/syncFolder.js';
import { JournalError } from './journalError.js';
import { PartialWriteError, type JournalStore } from './journalStore.js';
import type { LossOfJournal } from './journalMessages.js';
import {
  moveToNew,
  openForAppend,
  openIfThere,
  openRecovered,
  statIfThere,
} from './openJournalFile.js';

const sync = promisify(fdatasync);

/**
 * The file of a journal: appends lines, and notices when the file was deleted, replaced or overwritten.
 * A deleted or replaced journal is copied to a recovery file, which also receives all later lines. An
 * overwritten one cannot be recovered, so it receives no more lines.
 */
export class JournalFile implements JournalStore {
  readonly path: string;
  /** Bytes of whole lines. */
  #length: number;
  /** The identity of the file that was read; undefined when there was none. */
  readonly #asRead: BigIntStats | undefined;
  /** Open for reading until the first line is written, then for both. */
  #descriptor: number | undefined;
  /**
   * The path of a new journal until its first lines are on the disk. A file with the journal's name
   * always has them, even if the process was killed.
   */
  #draft: string | undefined;
  #isBegun = false;
  #isLost = false;
  /** Some network folders give a file a new number each time. */
  #isNumbered: boolean;
  // An incomplete line at the end cannot be cut off, so the next one must not follow it directly.
  #spoilt: unknown;

  #atExit: (() => void) | undefined;
  /** The file whose permissions a new journal gets. */
  readonly #sheet: string | undefined;

  /**
   * The journal at `path` was read, and `length` is the number of bytes in its whole lines. Hold its
   * lock. A new journal gets the permissions of the file `sheet`; without that, only this account may
   * read it.
   */
  constructor(path: string, length: number, sheet?: string) {
    this.path = path;
    this.#sheet = sheet;
    this.#length = length;
    this.#descriptor = openIfThere(path);
    this.#asRead = this.#stats();
    this.#isNumbered = this.#hasName();
  }

  /** True while nothing is in it. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** True once a line may be written. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /**
   * Opens or makes the file. Throws an OperatingError when it cannot be written to, and a JournalError when
   * it is not as it was read: a person may have taken their time over the plan.
   */
  begin(atExit: () => void): void {
    if (this.#isBegun) return;
    this.#atExit = atExit;
    process.on('exit', atExit);
    this.assertInPlace();
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
    if (this.#asRead === undefined) {
      this.#draft = draftPath(this.path);
      this.#descriptor = openForAppend(
        this.#draft,
        O_RDWR | O_APPEND | O_CREAT | O_EXCL,
        this.path,
      );
      if (this.#sheet !== undefined) makeLike(this.#descriptor, this.#sheet);
    } else {
      const descriptor = openForAppend(this.path, O_RDWR | O_APPEND);
      const { size } = fstatSync(descriptor, { bigint: true });
      if (size !== this.#asRead.size) {
        closeSync(descriptor);
        throw this.#hasChanged();
      }
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = descriptor;
      // A line without an end is a fact that was never completed. The next one must not follow it
      // directly.
      if (size > this.#length) this.#cut(descriptor);
    }
    this.#isBegun = true;
  }

  /** Throws a JournalError, and moves to a new file, when the journal is not where it belongs. */
  assertInPlace(): void {
    if (this.#isLost || this.#descriptor === undefined || this.#draft !== undefined) return;
    const what = this.#whatHappened();
    if (what !== undefined) throw this.#lose(what);
  }

  /**
   * Adds whole lines. Throws {@link PartialWriteError} when not all of them could be written, and a JournalError
   * when there is another journal meanwhile where this one was to begin.
   */
  append(lines: Buffer): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined || !this.#isBegun) throw new Error('The journal is not begun.');
    if (this.#spoilt !== undefined) throw new PartialWriteError(0, this.#spoilt);
    let written = 0;
    try {
      while (written < lines.length) written += writeSync(descriptor, lines, written);
    } catch (error) {
      // Keeps the lines that were written completely, unless the journal is still a draft.
      const end = this.#draft === undefined ? lines.subarray(0, written).lastIndexOf('\n') + 1 : 0;
      const whole = lines.subarray(0, end);
      this.#length += whole.length;
      this.#cut(descriptor);
      throw new PartialWriteError(whole.length, error);
    }
    if (this.#draft !== undefined) this.#putInPlace(this.#draft, descriptor);
    this.#length += lines.length;
  }

  /** The next turn of the event loop: one write for all rows of this one. */
  nextTurn(): Promise<unknown> {
    return setImmediate();
  }

  /** Puts everything on the disk. */
  async sync(): Promise<void> {
    if (this.#descriptor !== undefined) await sync(this.#descriptor);
  }

  close(): void {
    if (this.#atExit !== undefined) process.off('exit', this.#atExit);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    if (this.#draft !== undefined) rmSync(this.#draft, { force: true });
  }

  #putInPlace(draft: string, descriptor: number): void {
    try {
      fdatasyncSync(descriptor);
      moveToNew(draft, this.path);
    } catch (error) {
      // A network folder may have done it, but its answer was lost.
      if (!this.#hasName()) {
        this.#cut(descriptor);
        throw existsSync(this.path) ? this.#hasChanged() : new PartialWriteError(0, error);
      }
    }
    this.#draft = undefined;
    this.#isNumbered = this.#hasName();
    syncFolder(dirname(this.path));
  }

  #hasChanged(): JournalError {
    return new JournalError({ code: 'journalChanged', journal: this.path });
  }

  #cut(descriptor: number): void {
    try {
      ftruncateSync(descriptor, this.#length);
    } catch (error) {
      this.#spoilt = error;
    }
  }

  #stats(): BigIntStats | undefined {
    return this.#descriptor === undefined
      ? undefined
      : fstatSync(this.#descriptor, { bigint: true });
  }

  #hasName(named = statIfThere(this.path)): boolean {
    return isSameFile(this.#stats(), named);
  }

  #whatHappened(): LossOfJournal | undefined {
    const named = statIfThere(this.path);
    if (named === undefined) return 'missing';
    if (this.#isNumbered && !this.#hasName(named)) return 'replaced';
    return named.size < this.#length ? 'shortened' : undefined;
  }

  /** Copies the journal to another file if possible; all later lines go there. */
  #lose(event: LossOfJournal): JournalError {
    this.#isLost = true;
    const lost = { journal: this.path, event };
    try {
      return new JournalError({ code: 'journalLost', ...lost, recovered: this.#recover() });
    } catch (error) {
      this.#spoilt = error;
      return new JournalError({
        code: 'journalLostForGood',
        ...lost,
        reason: toErrorMessage(error),
      });
    }
  }

  #recover(): string {
    const source = this.#descriptor;
    if (source === undefined || this.#length > fstatSync(source).size) {
      throw new Error('a part of the journal is missing');
    }
    const { path, descriptor } = openRecovered(this.path);
    // It gets the same permissions.
    makeLike(descriptor, source);
    copyBytes(source, descriptor, this.#length);
    fsyncSync(descriptor);
    syncFolder(dirname(path));
    closeSync(source);
    this.#descriptor = descriptor;
    this.#isBegun = true;
    this.#spoilt = undefined;
    return path;
  }
}

/** Appends the first `length` bytes of an open file to another one. */
function copyBytes(source: number, target: number, length: number): void {
  const buffer = Buffer.alloc(Math.min(length, 1 << 20));
  for (let at = 0; at < length;) {
    const read = readSync(source, buffer, 0, Math.min(buffer.length, length - at), at);
    if (read === 0) throw new Error('a part of the journal is missing');
    let written = 0;
    while (written < read) written += writeSync(target, buffer, written, read - written);
    at += read;
  }
}
