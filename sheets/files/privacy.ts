import { fchmodSync, fchownSync, fstatSync, type Stats } from 'node:fs';

/** Mode bits: read and write for the group, and for all others. */
const [forGroup, forOthers] = [0o060, 0o006];

/** The owner, group and mode of a file. */
type Access = Pick<Stats, 'mode' | 'uid' | 'gid'>;

/**
 * Limits the permissions of a file to those of the sheet from which its content comes. Call it
 * before anything is written. An existing file keeps stricter permissions. A new file gets the
 * sheet's owner and group as far as the system allows. Regardless of the umask, its owner may read
 * and write it, and other accounts get the permissions that they have for the sheet.
 */
export function restrictAccess(descriptor: number, sheet: Access, isNew: boolean): void {
  if (isNew) copyOwner(descriptor, sheet);
  const { mode, gid } = fstatSync(descriptor);
  const wanted = isNew ? newFileMode(sheet, gid) : restrictMode(sheet, mode, gid) & 0o7777;
  if ((mode & 0o7777) === wanted) return;
  try {
    fchmodSync(descriptor, wanted);
  } catch (error) {
    // Some file systems do not change modes, which is an error only if the mode grants too much.
    if (restrictMode(sheet, mode, gid) !== mode) throw error;
  }
}

/** Gives a file the owner and the group of another one, as far as the system allows. */
export function copyOwner(descriptor: number, { uid, gid }: Access): void {
  // Only root may change the owner; other accounts may choose among their groups.
  for (const owner of [uid, -1]) {
    try {
      fchownSync(descriptor, owner, gid);
      return;
    } catch {
      // If both fail, the mode still restricts access.
    }
  }
}

/** Removes from a mode the permissions that the sheet does not grant, for a file of this group. */
export function restrictMode(
  sheet: Pick<Stats, 'mode' | 'gid'>,
  mode: number,
  gid: number,
): number {
  return mode & ~((forGroup | forOthers) & ~grantedMode(sheet, gid));
}

function newFileMode(sheet: Pick<Stats, 'mode' | 'gid'>, gid: number): number {
  return 0o600 | grantedMode(sheet, gid);
}

/** Returns the permissions that a sheet grants besides its owner's, for a file of this group. */
function grantedMode(sheet: Pick<Stats, 'mode' | 'gid'>, gid: number): number {
  const others = sheet.mode & forOthers;
  // For the sheet, members of another group are "others", whose bits are three places to the right.
  const group = gid === sheet.gid ? sheet.mode & forGroup : others << 3;
  return group | others;
}
