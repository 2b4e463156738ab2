import {
  constants,
  existsSync,
  fstatSync,
  linkSync,
  type PathLike,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  type BigIntStats,
} from 'node:fs';
import { type FileHandle, open, stat, rm } from 'node:fs/promises';
import { draftPath, moveIntoPlace, writeDraft } from '../../../sheets/files/draft.js';
import { restrictAccess } from '../../../sheets/files/privacy.js';

/**
 * Applies {@link restrictAccess} to a new file. If the sheet (a path or an open file) does not
 * exist, or its permissions cannot be copied, the file keeps the mode with which it was created.
 */
export function copyPermissions(descriptor: number, sheet: PathLike | number): void {
  try {
    const stats = typeof sheet === 'number' ? fstatSync(sheet) : statSync(sheet);
    restrictAccess(descriptor, stats, true);
  } catch {
    // The file keeps its mode.
  }
}

/**
 * Opens or creates a file for data from a sheet; see {@link restrictAccess}. Keeps its old content.
 */
export async function openAsPrivate(path: string, sheet: string): Promise<FileHandle> {
  const sheetStats = await stat(sheet);
  const isNew = (await stat(path).catch(() => undefined)) === undefined;
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    restrictAccess(file.fd, sheetStats, isNew);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Replaces a file atomically. Keeps its owner, group and mode as far as the system allows. */
export async function rewrite(target: string, before: Stats, content: Buffer): Promise<void> {
  const draft = draftPath(target);
  try {
    await writeDraft(draft, { sheet: before, replaced: before }, (file) => file.writeFile(content));
    await moveIntoPlace(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The numbers that identify a file in the system, whatever its name. */
interface FileIdentity {
  readonly dev: bigint | number;
  readonly ino: bigint | number;
}

/** Returns true if both are the same existing file. */
export function isSameFile(
  one: FileIdentity | undefined,
  other: FileIdentity | undefined,
): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** Returns the stats of the file at a path, or undefined if the file cannot be reached. */
export function statIfThere(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Renames a file. Throws if another file already has the new name. */
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
