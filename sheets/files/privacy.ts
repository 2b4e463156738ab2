import { fchmodSync, fchownSync, fstatSync, type Stats } from 'node:fs';

const [forGroup, forOthers] = [0o060, 0o006];

type Access = Pick<Stats, 'mode' | 'uid' | 'gid'>;

/**
 * Restricts who may use a file. Call this before anything is written. An existing file keeps stricter
 * permissions. A new file gets the sheet's owner and group as far as the system allows; regardless
 * of the umask, its owner may read and write it.
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

/** Returns the permissions of the group and of others for a file of this group. */
function grantedMode(sheet: Pick<Stats, 'mode' | 'gid'>, gid: number): number {
  const others = sheet.mode & forOthers;
  // For the sheet, members of another group are "others", whose bits are three places to the right.
  const group = gid === sheet.gid ? sheet.mode & forGroup : others << 3;
  return group | others;
}
