import { accessSync, constants, readFileSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Access, AccessObstacle } from '../messages.js';
import { accessWords, ownerWords } from '../words.js';

const root = 0;
/** The sticky bit of a folder: only the owner of a file or of the folder may replace or delete the file. */
const sticky = 0o1000;

/**
 * Inspects a file or folder that this account may not read or write. For a missing file, inspects its
 * folder. Returns undefined if the system has no accounts (Windows) or neither the file nor its folder
 * can be inspected.
 */
export function inspectAccess(path: string): Access | undefined {
  const found = findStats(path) ?? findStats(dirname(path));
  const owner = found && inspectOwner(found.path);
  if (found === undefined || owner === undefined) return undefined;
  return { ...owner, obstacle: findObstacle(found) };
}

/** Returns the facts of {@link inspectAccess}, with advice, as sentences; '' if there are none. */
export function permissionAdvice(path: string): string {
  const access = inspectAccess(path);
  return access === undefined ? '' : accessWords(access);
}

function findObstacle({ path, stats }: { path: string; stats: Stats }): AccessObstacle {
  if (isProtectedBySticky(path, stats.uid) && isWritable(path)) {
    const folder = dirname(resolve(path));
    return { kind: 'stickyFolder', folder, mode: formatMode(statSync(folder)) };
  }
  const uid = process.geteuid?.();
  return { kind: uid === root || uid === stats.uid ? 'owner' : 'group' };
}

/**
 * Returns whether the sticky bit of a file's folder keeps this account from replacing or deleting the
 * file. The permissions of the file itself do not matter then.
 */
export function isProtectedBySticky(path: string, owner: number): boolean {
  const uid = process.geteuid?.();
  const folder = findStats(dirname(resolve(path)))?.stats;
  if (uid === undefined || folder === undefined || (folder.mode & sticky) === 0) return false;
  return ![owner, folder.uid, root].includes(uid);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function findStats(path: string): { stats: Stats; path: string } | undefined {
  try {
    return { stats: statSync(path), path };
  } catch {
    return undefined;
  }
}

/**
 * Returns a sentence about the owner of a file or folder and the current account; undefined if they
 * cannot be determined.
 */
export function ownership(path: string): string | undefined {
  const owner = inspectOwner(path);
  return owner && ownerWords(owner);
}

function inspectOwner(path: string): Omit<Access, 'obstacle'> | undefined {
  const uid = process.geteuid?.();
  const stats = findStats(path)?.stats;
  if (uid === undefined || stats === undefined) return undefined;
  return {
    name: basename(resolve(path)),
    isFolder: stats.isDirectory(),
    owner: readName('/etc/passwd', 'user', stats.uid),
    group: readName('/etc/group', 'group', stats.gid),
    mode: formatMode(stats),
    account: readName('/etc/passwd', 'user', uid),
  };
}

function formatMode({ mode }: Stats): string {
  return (mode & 0o7777).toString(8);
}

/**
 * Reads the name of an account or group from `/etc/passwd` or `/etc/group`; returns `user 1000` or
 * `group 1000` if the file does not list it.
 */
function readName(file: string, kind: string, id: number): string {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const fields = lines
      .map((line) => line.split(':'))
      .find(([, , number]) => number === String(id));
    return fields?.[0] ?? `${kind} ${id}`;
  } catch {
    return `${kind} ${id}`;
  }
}
