import { accessSync, constants, readFileSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Access, AccessObstacle } from '../messages.js';
import { formatAccess, formatOwner } from '../words.js';

const root = 0;
/** The sticky bit of a folder: only owners may replace or delete a file in it. */
const sticky = 0o1000;

/**
 * Inspects a file, or its folder if the file is missing. Returns undefined on Windows, which has no
 * such accounts.
 */
export function inspectAccess(path: string): Access | undefined {
  const found = findStats(path) ?? findStats(dirname(path));
  const owner = found && inspectOwner(found.path);
  if (found === undefined || owner === undefined) return undefined;
  return { ...owner, obstacle: findObstacle(found) };
}

export function adviseOnPermissions(path: string): string {
  const access = inspectAccess(path);
  return access === undefined ? '' : formatAccess(access);
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
 * Returns true if the sticky bit forbids replacing the file, whatever the permissions of the file
 * are.
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

export function describeOwnership(path: string): string | undefined {
  const owner = inspectOwner(path);
  return owner && formatOwner(owner);
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
