import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { draftPath } from '../../../sheets/files/draft.js';
import { OperatingError } from '../errors.js';
import { makeLike } from '../files/privateFiles.js';
import { toFileFault } from '../files/fileFault.js';

/** An error because the folder of a lock is not writable. */
export class UnwritableLock extends OperatingError {}

/** The content and time of a lock. */
export interface Found {
  readonly text: string;
  /** The time by the clock of the disk. */
  readonly renewedMs: number;
}

/**
 * Creates a file with this text and returns its descriptor; undefined if the file exists. The file
 * appears with its whole text, and is never written through a symbolic link. It gets the
 * permissions of the file `like`, because everyone who may use the sheet must see who holds its
 * lock.
 */
export function createLock(path: string, text: string, like?: string): number | undefined {
  const draft = draftPath(path);
  try {
    const descriptor = createDirectly(draft, text, like);
    try {
      linkSync(draft, path);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      if (readErrorCode(error) === 'EEXIST') return undefined;
      // The file system has no hard links, or another run has deleted the draft.
      return createDirectly(path, text, like);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return undefined;
    throw toLockError(path, error);
  }
}

/** Returns the path of the file with the rows that the holder of a lock is about to send. */
export function claimsBeside(lock: string): string {
  return `${lock}.rows`;
}

/** Returns the error for a lock that cannot be written. */
function toLockError(path: string, error: unknown): OperatingError {
  const Kind = forbidding.has(readErrorCode(error)) ? UnwritableLock : OperatingError;
  const fault = toFileFault(error, dirname(path));
  return new Kind({ code: 'lockNotWritable', lock: path, fault });
}

const forbidding: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);

function createDirectly(path: string, text: string, like: string | undefined): number {
  const descriptor = openSync(path, 'wx+', like === undefined ? 0o644 : 0o600);
  try {
    if (like !== undefined) makeLike(descriptor, like);
    writeFileSync(descriptor, text);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
}

/**
 * Returns the current time by the clock of a folder's disk, which may be on another machine.
 * Throws like {@link createLock}.
 */
export function diskTimeMs(path: string): number {
  const probe = draftPath(path);
  try {
    const descriptor = createDirectly(probe, '.', undefined);
    try {
      return fstatSync(descriptor).mtimeMs;
    } finally {
      closeSync(descriptor);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw toLockError(path, error);
  }
}

// A lock that we did not create may be anything: follow no link, and do not wait for a pipe.
// Windows has neither constant, and undefined counts as 0.
const reading = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a lock; undefined if it does not exist or cannot be read. */
export function readLock(path: string): Found | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, reading);
    return { text: readFileSync(descriptor, 'utf8'), renewedMs: fstatSync(descriptor).mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
