import { accessSync, constants, readFileSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** The user ID of the account that may do everything. */
const root = 0;
/**
 * The sticky bit of a folder: an account that may write in the folder still must not replace or delete
 * files of other accounts, unless the folder is its own.
 */
const sticky = 0o1000;

/**
 * Returns advice on a file or folder that this account may not read or write: its owner, the current
 * account, and what to change. For a missing file, the advice is about its folder. Returns '' if the
 * system has no accounts (Windows) or neither the file nor its folder can be inspected.
 */
export function permissionAdvice(path: string): string {
  const uid = process.geteuid?.();
  const found = findStats(path) ?? findStats(dirname(path));
  const ownerSentence = found && ownership(found.path);
  if (found === undefined || ownerSentence === undefined) return '';
  const { stats } = found;
  const isFolder = stats.isDirectory();
  if (isProtectedBySticky(found.path, stats.uid) && isWritable(found.path)) {
    const folder = dirname(resolve(found.path));
    return `${ownerSentence} ${folder} is sticky (${describeMode(statSync(folder))}), so only the owner of a file or of the folder may replace it. Run chmod -t on the folder, or run this program as the owner of the file.`;
  }
  if (uid === root || uid === stats.uid) {
    return `${ownerSentence} If even this account has no permission, run chmod u+rw; otherwise an attribute (chattr +i), the file system or the hardening of a service forbids it.`;
  }
  const subject = isFolder ? 'the folder' : 'the file';
  const rights = isFolder ? 'g+rwxs' : 'g+rw';
  return `${ownerSentence} Put both accounts into one group, give ${subject} that group (chgrp GROUP) and let the group read and write (chmod ${rights}).`;
}

/**
 * Returns whether the sticky bit of its folder keeps this account from replacing or deleting a file of
 * this owner. The permissions of the file itself do not matter then.
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
 * cannot be found out.
 */
export function ownership(path: string): string | undefined {
  const uid = process.geteuid?.();
  const stats = findStats(path)?.stats;
  if (uid === undefined || stats === undefined) return undefined;
  const name = basename(resolve(path));
  const subject = stats.isDirectory() ? `The folder ${name}` : name;
  const owner = readName('/etc/passwd', 'user', stats.uid);
  const group = readName('/etc/group', 'group', stats.gid);
  return `${subject} belongs to ${owner} (group ${group}, ${describeMode(stats)}), and this program runs as ${readName('/etc/passwd', 'user', uid)}.`;
}

function describeMode({ mode }: Stats): string {
  return `mode ${(mode & 0o7777).toString(8)}`;
}

/** Reads the name of an account or group from a file such as `/etc/passwd`; else, its number. */
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
