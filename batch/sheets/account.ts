import { readFileSync, statSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * What a person can do about a file or folder that this account may not read or write: whose it is,
 * which account runs, and what lets both work with it. A file that is not there stands for its folder.
 * Empty where the system knows no accounts (Windows), or the file cannot be looked at.
 */
export function permissionAdvice(path: string): string {
  const uid = process.geteuid?.();
  const found = statsOf(path) ?? statsOf(dirname(path));
  if (uid === undefined || found === undefined) return '';
  const { stats, path: there } = found;
  const isFolder = stats.isDirectory();
  const what = isFolder ? `The folder ${basename(there)}` : basename(there);
  const owner = nameOf('/etc/passwd', 'user', stats.uid);
  const group = nameOf('/etc/group', 'group', stats.gid);
  const mode = (stats.mode & 0o7777).toString(8);
  const facts = `${what} belongs to ${owner} (group ${group}, mode ${mode}), and this command runs as ${nameOf('/etc/passwd', 'user', uid)}.`;
  if (uid === 0 || uid === stats.uid) {
    return `${facts} That account may by its mode unless the owner's part of it says no; else an attribute (chattr +i), the file system or the hardening of a service forbids it.`;
  }
  const it = isFolder ? 'the folder' : 'the file';
  const rights = isFolder ? 'g+rwxs' : 'g+rw';
  return `${facts} Put both accounts into one group, give ${it} that group (chgrp GROUP) and let the group read and write (chmod ${rights}).`;
}

function statsOf(path: string): { stats: Stats; path: string } | undefined {
  try {
    return { stats: statSync(path), path };
  } catch {
    return undefined;
  }
}

/** The name of an account or a group, where the machine itself knows it. */
function nameOf(file: string, kind: string, id: number): string {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const fields = lines.map((line) => line.split(':')).find(([, , each]) => each === String(id));
    return fields?.[0] ?? `${kind} ${id}`;
  } catch {
    return `${kind} ${id}`;
  }
}
