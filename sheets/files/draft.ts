import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, type Stats } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { asPrivateAs, giveAs, keepAsPrivate } from './privacy.js';
import { syncFolder } from './syncFolder.js';

/** Which files determine the permissions of a new file. */
export interface Sharing {
  /** The source of the content: nobody may read the new file who may not read this one. */
  readonly sheet: Stats;
  /** The file that is to be replaced, whose owner, group and mode stay as far as the system allows. */
  readonly replaced: Stats | undefined;
}

/**
 * A path beside `target` for what is to take its place: hidden, unique, short whatever the name of
 * the target, and of the same extension. What a killed process leaves there is found by
 * {@link draftsOf}.
 */
export function draftPath(target: string): string {
  const { dir, base, ext } = path.parse(target);
  const random = randomBytes(6).toString('hex');
  return path.join(dir, `${startFor(base)}${ownHost}-${process.pid}-${random}${ext}`);
}

/** Writes a draft; when this resolves it is on the disk. A draft that fails may be left half. */
export async function writeDraft(
  draft: string,
  { sheet, replaced }: Sharing,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(draft, 'wx+', 0o600);
  try {
    // Before there is anything to read in it.
    keepAsPrivate(file.fd, sheet, replaced === undefined);
    if (replaced !== undefined) await takeAfter(file, sheet, replaced);
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts a draft in place of its target, so that it survives a power cut. */
export async function putInPlace(draft: string, target: string): Promise<void> {
  await rename(draft, target);
  syncFolder(path.dirname(target));
}

/**
 * All drafts of a file. Includes those of running processes; empty for a folder that cannot be
 * listed.
 */
export function draftsOf(target: string): string[] {
  const { dir, base } = path.parse(target);
  const start = startFor(base);
  return namesIn(dir)
    .filter((name) => name.startsWith(start) && draftName.test(name))
    .map((name) => path.join(dir, name));
}

/** True for a draft, of whatever file, whose process has certainly ended. */
export function isAbandoned(file: string): boolean {
  const { host, pid } = draftName.exec(path.basename(file))?.groups ?? {};
  return host === ownHost && !isAlive(Number(pid));
}

/** Deletes drafts, as far as the system allows: those of another account may have to stay. */
export function removeDrafts(drafts: readonly string[]): void {
  for (const draft of drafts) {
    try {
      rmSync(draft, { force: true });
    } catch {
      continue;
    }
  }
}

const draftName =
  /^[.]splice-[\da-f]{12}-(?<host>[\da-f]{8})-(?<pid>\d+)-[\da-f]{12}(?:[.][^.]*)?$/;

const ownHost = digest(hostname(), 8);

/** The same for all drafts of one file. */
function startFor(name: string): string {
  return `.splice-${digest(name, 12)}-`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

async function takeAfter(file: FileHandle, sheet: Stats, replaced: Stats): Promise<void> {
  giveAs(file.fd, replaced);
  const { gid } = await file.stat();
  await file.chmod(asPrivateAs(sheet, replaced.mode, gid) & 0o7777);
}

/** False if this machine has no such process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
