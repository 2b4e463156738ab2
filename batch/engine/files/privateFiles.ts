import { constants, fstatSync, type PathLike, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { keepAsPrivate } from '../../../sheets/files/privacy.js';

/**
 * {@link keepAsPrivate} for a new file without which nothing can be sent: a lock, a journal or a
 * log. Only its owner can use it if the sheet (a path or an open file) does not exist, or the
 * system has one mode for all files.
 */
export function makeLike(descriptor: number, sheet: PathLike | number): void {
  try {
    const stats = typeof sheet === 'number' ? fstatSync(sheet) : statSync(sheet);
    keepAsPrivate(descriptor, stats, true);
  } catch {
    // It was created for its owner only.
  }
}

/**
 * Opens a file for data from a sheet, and creates it if it is missing: see {@link keepAsPrivate}.
 * Keeps its old content.
 */
export async function openAsPrivate(path: string, sheet: string): Promise<FileHandle> {
  const readers = await stat(sheet);
  const isNew = (await stat(path).catch(() => undefined)) === undefined;
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    keepAsPrivate(file.fd, readers, isNew);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
