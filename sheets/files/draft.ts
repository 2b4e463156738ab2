import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, type Stats } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { restrictMode, copyOwner, restrictAccess } from './privacy.js';
import { syncFolder } from './syncFolder.js';

export interface Sharing {
  /** Only accounts that may read this file may read the new file. */
  readonly sheet: Stats;
  /** The owner, group and mode of this file are kept as far as the system and `sheet` allow. */
  readonly replaced: Stats | undefined;
}

/** Creates a path that is hidden, unique and short, and has the same extension. */
export function createDraftPath(target: string): string {
  const { dir, base, ext } = path.parse(target);
  const random = randomBytes(6).toString('hex');
  return path.join(dir, `${draftPrefix(base)}${ownHost}-${process.pid}-${random}${ext}`);
}

/** Writes a draft. After an error, an incomplete draft may remain. */
export async function writeDraft(
  draft: string,
  { sheet, replaced }: Sharing,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(draft, 'wx+', 0o600);
  try {
    // The draft must not have content before its access is restricted.
    restrictAccess(file.fd, sheet, replaced === undefined);
    if (replaced !== undefined) await copyAccess(file, sheet, replaced);
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Renames the draft. The new name survives a power cut. */
export async function moveIntoPlace(draft: string, target: string): Promise<void> {
  await rename(draft, target);
  syncFolder(path.dirname(target));
}

/** Finds all drafts of a target, including those of running processes. */
export function findDrafts(target: string): string[] {
  const { dir, base } = path.parse(target);
  const prefix = draftPrefix(base);
  return listNames(dir)
    .filter((name) => name.startsWith(prefix) && draftName.test(name))
    .map((name) => path.join(dir, name));
}

/** Returns true only if the process that wrote the draft has certainly ended. */
export function isAbandoned(file: string): boolean {
  const { host, pid } = draftName.exec(path.basename(file))?.groups ?? {};
  return host === ownHost && !isAlive(Number(pid));
}

/** Removes drafts. Drafts of other accounts may remain. */
export function removeDrafts(drafts: readonly string[]): void {
  for (const draft of drafts) {
    try {
      rmSync(draft, { force: true });
    } catch {
      continue;
    }
  }
}

/**
 * A draft's name has digests of the target's name and of the host, the process ID, and random
 * digits.
 */
const draftName =
  /^[.]splice-[\da-f]{12}-(?<host>[\da-f]{8})-(?<pid>\d+)-[\da-f]{12}(?:[.][^.]*)?$/;

const ownHost = digest(hostname(), 8);

function draftPrefix(name: string): string {
  return `.splice-${digest(name, 12)}-`;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

async function copyAccess(file: FileHandle, sheet: Stats, replaced: Stats): Promise<void> {
  copyOwner(file.fd, replaced);
  const { gid } = await file.stat();
  await file.chmod(restrictMode(sheet, replaced.mode, gid) & 0o7777);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
