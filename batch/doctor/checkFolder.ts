import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { toErrorMessage } from '../engine/errors.js';
import type { Finding } from './finding.js';

/** A run unpacks and writes a workbook of 100 MB several times. */
const neededBytes = 1e9;

/** Writes nothing. */
export async function* checkFolder(folder: string): AsyncGenerator<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { mode } = await stat(folder);
    const isOpenToOthers = process.platform !== 'win32' && (mode & 0o077) !== 0;
    yield isOpenToOthers
      ? { code: 'folderOpenToOthers', state: 'warning', folder }
      : { code: 'folderUsable', state: 'ok', folder };
    const freeBytes = await readFreeBytes(folder);
    yield freeBytes < neededBytes
      ? { code: 'diskAlmostFull', state: 'warning', folder, freeBytes, neededBytes }
      : { code: 'diskFree', state: 'ok', freeBytes };
  } catch (error) {
    yield { code: 'folderUnusable', state: 'problem', folder, reason: toErrorMessage(error) };
  }
}

/** Counts only bytes that this account can use. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
