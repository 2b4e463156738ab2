import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream, type Stats } from 'node:fs';
import {
  access,
  link,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { freeName } from './freeName.js';
import { permissionAdvice } from './account.js';
import { asPrivateAs, giveAs, keepAsPrivate } from './privacy.js';
import { SheetError, type WrittenSheet } from '../sheet.js';
import { syncFolder } from './syncFolder.js';

/** A file to be put in place of another, or beside it. */
export interface Replacement {
  /** The file that was read. */
  readonly source: string;
  /** What {@link fileStamp} said of `source` when it was opened. */
  readonly stamp: FileStamp;
  /** Where the result goes; the same file as `source` replaces it, after a backup. */
  readonly output: string;
  /** Writes the whole content through an empty file opened for reading and writing. */
  readonly write: (file: FileHandle) => Promise<void>;
  /**
   * Reads the finished temporary file and says in a sentence how it differs from what it should
   * be; `undefined` when it is right. It keeps its extension, so it can be opened like any sheet.
   */
  readonly verify: (temporaryPath: string) => Promise<string | undefined>;
}

/** Tells whether a file is still the one that was opened. */
export type FileStamp = string;

/** Two stamps of a path are equal when nobody wrote, replaced or truncated the file in between. */
export async function fileStamp(file: string): Promise<FileStamp> {
  return stampOf(await stat(file, { bigint: true }));
}

/** True while a file is still the one that had the stamp; false also when it is gone. */
export async function isCurrent(file: string, stamp: FileStamp): Promise<boolean> {
  return (await fileStamp(file).catch(() => undefined)) === stamp;
}

/**
 * Puts new content in place all or nothing: at every moment, also across a crash or a full disk,
 * `output` is either the old file or the whole new one. The temporary file lies in the output's
 * folder and is gone after every failure. Group and mode stay, and the owner where we may give a
 * file away (as root): else it is the account that wrote it, since only writing into the old file
 * would keep the owner, and a crash in the middle of that leaves half a sheet. Nobody may read a
 * result who may not read the source; a symbolic link stays a link.
 *
 * The original is only replaced when `verify` finds nothing and it is still the file that was
 * read. With a difference the result is put beside it under another name, with a note.
 *
 * @throws {SheetError} when the folder, the disk or a lock forbids it, or the source was changed.
 */
export async function replaceFile(replacement: Replacement): Promise<WrittenSheet> {
  const name = path.basename(replacement.output);
  const target = await realpath(replacement.output).catch(() => path.resolve(replacement.output));
  const temporary = path.join(path.dirname(target), temporaryName(target));
  try {
    const replaced = await existing(target);
    if (replaced) await access(target, constants.W_OK);
    await removeLeftovers(target);
    await writeSynced(temporary, replacement, replaced);
    const difference = await replacement.verify(temporary);
    await assertUnchanged(replacement);
    const mark = replaced && (await openElsewhere(target));
    if (difference !== undefined || mark !== undefined) {
      const beside = freeName(target, 'results');
      await rename(temporary, beside);
      const note =
        difference === undefined
          ? openNote(name, beside, mark ?? '')
          : besideNote(name, beside, difference);
      return { path: beside, notes: [note], notInPlace: note };
    }
    const backup = (await sameFile(replacement.source, replaced))
      ? await backUp(target)
      : undefined;
    await rename(temporary, target);
    syncFolder(path.dirname(target));
    return { path: replacement.output, ...(backup !== undefined && { backup }), notes: [] };
  } catch (error) {
    await rm(temporary, { force: true });
    throw asSheetError(error, name);
  }
}

async function writeSynced(
  temporary: string,
  { source, write }: Replacement,
  replaced: Stats | undefined,
): Promise<void> {
  const sheet = await stat(source).catch(() => {
    throw changed(source);
  });
  const file = await open(temporary, 'wx+', 0o600);
  try {
    // Before there is anything to read in it.
    keepAsPrivate(file.fd, sheet, replaced === undefined);
    if (replaced) await takeAfter(file, sheet, replaced);
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function takeAfter(file: FileHandle, sheet: Stats, replaced: Stats): Promise<void> {
  giveAs(file.fd, replaced);
  const { gid } = await file.stat();
  await file.chmod(asPrivateAs(sheet, replaced.mode, gid) & 0o7777);
}

async function assertUnchanged({ source, stamp }: Replacement): Promise<void> {
  if (!(await isCurrent(source, stamp))) throw changed(source);
}

function changed(source: string): SheetError {
  return new SheetError(
    `${path.basename(source)} was changed, moved or deleted while it was being worked on, so ` +
      'nothing was written to it. Run the same command again to write the results into the ' +
      'file as it is now.',
  );
}

/** A second name for the original's bytes; a copy for the same people where there can be no hard link. */
async function backUp(target: string): Promise<string> {
  const backup = freeName(target, 'backup');
  try {
    await link(target, backup);
  } catch {
    const copy = await open(backup, 'wx', 0o600);
    try {
      keepAsPrivate(copy.fd, await stat(target), true);
      await copy.writeFile(createReadStream(target));
      await copy.sync();
    } finally {
      await copy.close();
    }
  }
  return backup;
}

/** Hidden, unique, short whatever the output's name, and of the same extension. */
function temporaryName(target: string): string {
  const random = randomBytes(6).toString('hex');
  return `${temporaryStart(target)}${process.pid}-${random}${path.extname(target)}`;
}

/** The same for all temporary files of one output that this machine makes. */
function temporaryStart(target: string): string {
  const owner = JSON.stringify([hostname(), path.basename(target)]);
  return `.rwa-${createHash('sha256').update(owner).digest('hex').slice(0, 12)}-`;
}

/** Removes the temporary files of processes that were killed in the middle. */
async function removeLeftovers(target: string): Promise<void> {
  const folder = path.dirname(target);
  const start = temporaryStart(target);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || isAlive(Number.parseInt(name.slice(start.length)))) continue;
    // One of another account may have to stay.
    await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

async function existing(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

async function sameFile(source: string, other: Stats | undefined): Promise<boolean> {
  if (!other) return false;
  const { dev, ino } = await stat(source);
  return dev === other.dev && ino === other.ino;
}

function stampOf(stats: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): FileStamp {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(':');
}

/** Excel and LibreOffice mark a file that they hold open by a second file beside it. */
async function openElsewhere(target: string): Promise<string | undefined> {
  const { dir, base } = path.parse(target);
  for (const mark of [`~$${base}`, `.~lock.${base}#`]) {
    if (await existing(path.join(dir, mark))) return mark;
  }
  return undefined;
}

// Saving there would overwrite the results.
function openNote(name: string, beside: string, mark: string): string {
  return (
    `${name} is open in a spreadsheet program, so it was left as it is. The results are in ` +
    `${path.basename(beside)} beside it. Close it and run the same command again to get them into ` +
    `${name} itself; do not work on in the other file. If nobody has it open, delete ${mark}.`
  );
}

function besideNote(name: string, beside: string, difference: string): string {
  return (
    `${name} was left as it is, because the written file did not pass the check against it ` +
    `(${difference}). The results are in ${path.basename(beside)} beside it. To get them into ` +
    `${name} itself, open and save it in a spreadsheet program, close it and run the same command ` +
    'again; do not work on in the other file.'
  );
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room',
  EDQUOT: 'the disk quota is used up. Make room',
  EFBIG: 'the file is too large for this disk. Use another folder',
  EROFS: 'the disk is read-only. Choose another folder with --output',
  EACCES: 'it or its folder is read-only, or it is open in another program. Close it there',
  EPERM: 'it or its folder is read-only, or it is open in another program. Close it there',
  EBUSY: 'it is open in another program. Close it there',
  EMFILE: 'too many files are open. Use a lower --concurrency',
  ENFILE: 'too many files are open on this machine. Close some programs',
  ENOENT: 'its folder does not exist. Create the folder',
  ENOTDIR: 'its folder does not exist. Create the folder',
  EISDIR: 'it is a folder. Choose another name with --output',
};

const FORBIDDEN = ['EACCES', 'EPERM'];

/** An error of the file system that a person can do something about, in words; else the error itself. */
export function asSheetError(error: unknown, name: string): unknown {
  const code = codeOf(error) ?? '';
  const cause = CAUSES[code];
  if (cause === undefined) return error;
  const { path: file, dest = file } = error as { path?: string; dest?: string };
  const advice =
    dest === undefined || !FORBIDDEN.includes(code) ? '' : permissionAdvice(dest).trim();
  if (advice !== '') {
    return new SheetError(
      `${name} could not be written. ${advice} Then run the same command again.`,
      { cause: error },
    );
  }
  return new SheetError(
    `${name} could not be written: ${cause}, then run the same command again.`,
    { cause: error },
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
