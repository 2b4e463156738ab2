import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Read and write for the group, and for all others. */
const [forGroup, forOthers] = [0o060, 0o006];

/**
 * Lets nobody read or write a file who may not do so with the sheet that its content is from. Call it
 * before anything is written. What the file allows less than the sheet stays so. A file that is new
 * gets the sheet's owner and group, where we may give it away.
 */
export async function keepAsPrivate(file: FileHandle, sheet: Stats, isNew: boolean): Promise<void> {
  if (isNew) {
    // Only root may change the owner; others may choose among their own groups.
    await file
      .chown(sheet.uid, sheet.gid)
      .catch(() => file.chown(-1, sheet.gid).catch(() => undefined));
  }
  const { mode, gid } = await file.stat();
  const limited = asPrivateAs(sheet, mode, gid);
  if (limited !== mode) await file.chmod(limited & 0o7777);
}

/**
 * Opens a file for what comes from a sheet, and makes it where there is none: {@link keepAsPrivate}.
 * Its old content is still in it.
 */
export async function openAsPrivate(path: string, sheet: string): Promise<FileHandle> {
  const readers = await stat(sheet);
  const isNew = (await stat(path).catch(() => undefined)) === undefined;
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o666);
  try {
    await keepAsPrivate(file, readers, isNew);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A mode without what the sheet does not allow, for a file of this group. */
export function asPrivateAs(sheet: Pick<Stats, 'mode' | 'gid'>, mode: number, gid: number): number {
  const others = sheet.mode & forOthers;
  // The members of another group are others to the sheet.
  const group = gid === sheet.gid ? sheet.mode & forGroup : others << 3;
  return mode & ~((forGroup | forOthers) & ~(group | others));
}
