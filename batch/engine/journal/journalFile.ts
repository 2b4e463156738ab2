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
  openSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { findFreeName } from '../../../sheets/files/findFreeName.js';
import { syncFolder } from '../../../sheets/files/syncFolder.js';
import { toErrorMessage, toFileFault, OperatingError } from '../errors.js';
import { copyPermissions, isSameFile, moveToNew, statIfThere } from '../files/fileSystem.js';
import { JournalError, PartialWriteError, type JournalStore } from './journalStore.js';
import { Journal, type JournalOptions } from './journal.js';
import { JournalMemory, MemoryStore } from './journalMemory.js';
import type { LossOfJournal } from './journalMessages.js';
import { toReadError, readJournal } from './readJournal.js';

/**
 * The caller must hold the lock of the journal. Throws like {@link readJournal}, and a UsageError
 * for a journal with rows of another service, unless a person confirmed that it is the same.
 */
export async function openJournal(
  path: string,
  service: string,
  now: () => number,
  { sheet, ...options }: OpenOptions = {},
): Promise<Journal> {
  const stored = await readJournal(path);
  const store = new JournalFile(path, stored.length, sheet);
  try {
    return new Journal(store, stored, { ...options, service, now });
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Opens a copy for a dry run. It accepts the same facts as the journal and changes no file. */
export async function openJournalCopy(
  path: string,
  service: string,
  now: () => number,
): Promise<Journal> {
  const stored = await readJournal(path);
  return new Journal(new MemoryStore(new JournalMemory(), 0, path), stored, { service, now });
}

interface OpenOptions extends Pick<JournalOptions, 'lock' | 'isSameService' | 'run'> {
  /** A new journal gets the permissions of this file. */
  readonly sheet?: string;
}

const sync = promisify(fdatasync);

/**
 * Copies a deleted or replaced journal to a recovery file, which also receives all later lines. A
 * shortened journal cannot be recovered, so it receives no more lines.
 */
export class JournalFile implements JournalStore {
  readonly path: string;
  /** The number of bytes in whole lines. */
  #length: number;
  /** The file when the store was created; undefined if there was none. */
  readonly #initialStats: BigIntStats | undefined;
  /** Open only for reading until {@link begin}; undefined for a missing file. */
  #descriptor: number | undefined;
  /** A new journal is written under this path first, so that a kill leaves no empty journal. */
  #draft: string | undefined;
  #isBegun = false;
  #isLost = false;
  /** False if the inode number of a file changes, as it does in some network folders. */
  #hasStableInode: boolean;
  /** Set if no line may follow: an incomplete line stayed, or a lost journal was not recovered. */
  #appendError: unknown;

  #atExit: (() => void) | undefined;
  /** The file whose permissions a new journal copies. */
  readonly #sheet: string | undefined;

  /** If `sheet` is undefined, only this account may read a new journal. */
  constructor(path: string, length: number, sheet?: string) {
    this.path = path;
    this.#sheet = sheet;
    this.#length = length;
    this.#descriptor = openIfThere(path);
    this.#initialStats = this.#readStats();
    this.#hasStableInode = this.#isAtPath();
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  begin(atExit: () => void): void {
    if (this.#isBegun) return;
    this.#atExit = atExit;
    // The last facts are written before the handler of the locks removes them.
    process.prependListener('exit', atExit);
    this.assertInPlace();
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
    if (this.#initialStats === undefined) {
      this.#draft = createDraftPath(this.path);
      this.#descriptor = openForAppend(
        this.#draft,
        O_RDWR | O_APPEND | O_CREAT | O_EXCL,
        this.path,
      );
      if (this.#sheet !== undefined) copyPermissions(this.#descriptor, this.#sheet);
    } else {
      const descriptor = openForAppend(this.path, O_RDWR | O_APPEND);
      const { size } = fstatSync(descriptor, { bigint: true });
      if (size !== this.#initialStats.size) {
        closeSync(descriptor);
        throw this.#createChangedError();
      }
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = descriptor;
      // Remove an incomplete last line: the next fact must begin on a new line.
      if (size > this.#length) this.#cut(descriptor);
    }
    this.#isBegun = true;
  }

  /** Throws only once; later lines go into a recovery file if possible. */
  assertInPlace(): void {
    if (this.#isLost || this.#descriptor === undefined || this.#draft !== undefined) return;
    const loss = this.#findLoss();
    if (loss !== undefined) throw this.#lose(loss);
  }

  append(lines: Buffer): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined || !this.#isBegun) throw new Error('The journal is not begun.');
    if (this.#appendError !== undefined) throw new PartialWriteError(0, this.#appendError);
    let written = 0;
    try {
      while (written < lines.length) written += writeSync(descriptor, lines, written);
    } catch (error) {
      // Keep the complete lines, unless the journal is still a draft.
      const end = this.#draft === undefined ? lines.subarray(0, written).lastIndexOf('\n') + 1 : 0;
      const whole = lines.subarray(0, end);
      this.#length += whole.length;
      this.#cut(descriptor);
      throw new PartialWriteError(whole.length, error);
    }
    if (this.#draft !== undefined) this.#moveIntoPlace(this.#draft, descriptor);
    this.#length += lines.length;
  }

  nextTurn(): Promise<unknown> {
    return setImmediate();
  }

  async sync(): Promise<void> {
    if (this.#descriptor !== undefined) await sync(this.#descriptor);
  }

  close(): void {
    if (this.#atExit !== undefined) process.off('exit', this.#atExit);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    if (this.#draft !== undefined) rmSync(this.#draft, { force: true });
  }

  #moveIntoPlace(draft: string, descriptor: number): void {
    try {
      fdatasyncSync(descriptor);
      moveToNew(draft, this.path);
    } catch (error) {
      // A network folder may have renamed the draft, although its reply was lost.
      if (!this.#isAtPath()) {
        this.#cut(descriptor);
        throw existsSync(this.path) ? this.#createChangedError() : new PartialWriteError(0, error);
      }
    }
    this.#draft = undefined;
    this.#hasStableInode = this.#isAtPath();
    syncFolder(dirname(this.path));
  }

  #createChangedError(): JournalError {
    return new JournalError({ code: 'journalChanged', journal: this.path });
  }

  /** Removes all bytes after the whole lines. */
  #cut(descriptor: number): void {
    try {
      ftruncateSync(descriptor, this.#length);
    } catch (error) {
      this.#appendError = error;
    }
  }

  #readStats(): BigIntStats | undefined {
    return this.#descriptor === undefined
      ? undefined
      : fstatSync(this.#descriptor, { bigint: true });
  }

  /** Returns true if the open file is still at the journal's path. */
  #isAtPath(fileAtPath = statIfThere(this.path)): boolean {
    return isSameFile(this.#readStats(), fileAtPath);
  }

  #findLoss(): LossOfJournal | undefined {
    const fileAtPath = statIfThere(this.path);
    if (fileAtPath === undefined) return 'missing';
    if (this.#hasStableInode && !this.#isAtPath(fileAtPath)) return 'replaced';
    return fileAtPath.size < this.#length ? 'shortened' : undefined;
  }

  /** Returns the error to throw. */
  #lose(event: LossOfJournal): JournalError {
    this.#isLost = true;
    const lost = { journal: this.path, event };
    try {
      return new JournalError({ code: 'journalLost', ...lost, recovered: this.#recover() });
    } catch (error) {
      this.#appendError = error;
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
    copyPermissions(descriptor, source);
    copyBytes(source, descriptor, this.#length);
    fsyncSync(descriptor);
    syncFolder(dirname(path));
    closeSync(source);
    this.#descriptor = descriptor;
    this.#isBegun = true;
    this.#appendError = undefined;
    return path;
  }
}

export function assertWritable(path: string): void {
  closeSync(openForAppend(path, constants.O_RDWR | constants.O_APPEND));
}

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

/** `journal` is the path in messages. */
function openForAppend(path: string, flags: number, journal = path): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw new OperatingError({
      code: 'journalNotWritable',
      journal,
      fault: toFileFault(error, journal),
    });
  }
}

/** Falls back to the current and the temporary folder, because the journal's may be gone. */
function openRecovered(journal: string): { path: string; descriptor: number } {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
  let reason: unknown;
  for (const folder of [dirname(journal), process.cwd(), tmpdir()]) {
    const path = findFreeName(join(folder, basename(journal)), 'recovered');
    try {
      return { path, descriptor: openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600) };
    } catch (error) {
      reason ??= error;
    }
  }
  throw reason;
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw toReadError(path, error);
  }
}
