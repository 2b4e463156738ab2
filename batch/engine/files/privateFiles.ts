import { constants, fstatSync, type PathLike, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { keepAsPrivate } from '../../../sheets/files/privacy.js';

/**
 * Applies {@link keepAsPrivate} to a new lock, journal or log. If the sheet (a path or an open
 * file) does not exist, or the system has one mode for all files, only the owner can use the new
 * file.
 */
export function makeLike(descriptor: number, sheet: PathLike | number): void {
  try {
    const stats = typeof sheet === 'number' ? fstatSync(sheet) : statSync(sheet);
    keepAsPrivate(descriptor, stats, true);
  } catch {
    // The file was created for its owner only.
  }
}

/**
 * Opens or creates a file for data from a sheet; see {@link keepAsPrivate}. Keeps its old content.
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
