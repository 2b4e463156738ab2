import { fchmodSync, fchownSync, fstatSync, type Stats } from 'node:fs';

/** Read and write for the group, and for all others. */
const [forGroup, forOthers] = [0o060, 0o006];

/** The owner, group and mode of a file. */
type Access = Pick<Stats, 'mode' | 'uid' | 'gid'>;

/**
 * Lets nobody read or write a file who may not do so with the sheet that its content is from. Call
 * it before anything is written. Stricter permissions of the file are kept, but a new file is for
 * the same people as the sheet, whatever the umask: it gets the sheet's mode and group, and its
 * owner if we may give it away.
 */
export function keepAsPrivate(descriptor: number, sheet: Access, isNew: boolean): void {
  if (isNew) giveAs(descriptor, sheet);
  const { mode, gid } = fstatSync(descriptor);
  const wanted = isNew ? modeOfNew(sheet, gid) : asPrivateAs(sheet, mode, gid) & 0o7777;
  if ((mode & 0o7777) === wanted) return;
  try {
    fchmodSync(descriptor, wanted);
  } catch (error) {
    // Some file systems have one mode for all files.
    if (asPrivateAs(sheet, mode, gid) !== mode) throw error;
  }
}

/** Gives a file the owner and the group of another one, or what of it the system allows. */
export function giveAs(descriptor: number, { uid, gid }: Access): void {
  // Only root may change the owner; others may choose among their own groups.
  for (const owner of [uid, -1]) {
    try {
      fchownSync(descriptor, owner, gid);
      return;
    } catch {
      // The mode decides then who may use it.
    }
  }
}

/** A mode without the permissions that the sheet does not grant, for a file of this group. */
export function asPrivateAs(sheet: Pick<Stats, 'mode' | 'gid'>, mode: number, gid: number): number {
  return mode & ~((forGroup | forOthers) & ~readersOf(sheet, gid));
}

/**
 * The mode of a new file of this group: read and write for its owner and for those who have it on
 * the sheet.
 */
function modeOfNew(sheet: Pick<Stats, 'mode' | 'gid'>, gid: number): number {
  return 0o600 | readersOf(sheet, gid);
}

/** The permissions that a sheet grants to others than its owner, for a file of this group. */
function readersOf(sheet: Pick<Stats, 'mode' | 'gid'>, gid: number): number {
  const others = sheet.mode & forOthers;
  // The members of another group are others to the sheet.
  const group = gid === sheet.gid ? sheet.mode & forGroup : others << 3;
  return group | others;
}
