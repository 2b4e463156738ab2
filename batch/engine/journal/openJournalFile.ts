import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OperatingError } from '../errors.js';
import { freeName } from '../../../sheets/files/freeName.js';
import { toFileFault } from '../files/fileFault.js';

/**
 * Opens a journal for reading; undefined if there is none. Throws an OperatingError if it cannot
 * be opened.
 */
export function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannotRead(path, error);
  }
}

/** Returns the stats of the file with this name; undefined for none. */
export function statIfThere(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Opens a file for appending. `journal` is its name in messages. */
export function openForAppend(path: string, flags: number, journal = path): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw new OperatingError({
      code: 'journalNotWritable',
      ...{ journal, fault: toFileFault(error, journal) },
    });
  }
}

/** Throws an OperatingError if this account may read the journal but not write it. */
export function assertWritable(path: string): void {
  closeSync(openForAppend(path, constants.O_RDWR | constants.O_APPEND));
}

/** Returns the error for a journal that cannot be read. */
export function cannotRead(journal: string, error: unknown): OperatingError {
  return new OperatingError({
    code: 'journalUnreadable',
    ...{ journal, fault: toFileFault(error, journal) },
  });
}

/** Renames a file; throws if the new name is taken. */
export function moveToNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(to)) throw error;
    // The file system has no hard links.
    renameSync(from, to);
  }
  rmSync(from, { force: true });
}

/**
 * Creates a recovery file beside the journal. If that folder is gone, too, it uses the current
 * folder or the one for temporary files.
 */
export function openRecovered(journal: string): { path: string; descriptor: number } {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
  let reason: unknown;
  for (const folder of [dirname(journal), process.cwd(), tmpdir()]) {
    const path = freeName(join(folder, basename(journal)), 'recovered');
    try {
      return { path, descriptor: openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600) };
    } catch (error) {
      reason ??= error;
    }
  }
  throw reason;
}
