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
import { createDraftPath, moveIntoPlace, writeDraft } from '../../../sheets/files/draft.js';
import { restrictAccess } from '../../../sheets/files/privacy.js';

export function copyPermissions(descriptor: number, sheet: PathLike | number): void {
  try {
    const stats = typeof sheet === 'number' ? fstatSync(sheet) : statSync(sheet);
    restrictAccess(descriptor, stats, true);
  } catch {
    // The sheet is missing, or its permissions cannot be copied: the file keeps its mode.
  }
}

/** Keeps the content of an existing file. */
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
  const draft = createDraftPath(target);
  try {
    await writeDraft(draft, { sheet: before, replaced: before }, (file) => file.writeFile(content));
    await moveIntoPlace(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

interface FileIdentity {
  readonly dev: bigint | number;
  readonly ino: bigint | number;
}

export function isSameFile(
  one: FileIdentity | undefined,
  other: FileIdentity | undefined,
): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

export function statIfThere(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Throws if another file already has the new name. */
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
