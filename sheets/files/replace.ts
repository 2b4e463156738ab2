import { constants, createReadStream, type Stats } from 'node:fs';
import { access, link, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { draftPath, draftsOf, isAbandoned, putInPlace, removeDrafts, writeDraft } from './draft.js';
import { freeName } from './freeName.js';
import { isKeptBySticky, permissionAdvice } from './account.js';
import { keepAsPrivate } from './privacy.js';
import { SheetError, type WrittenSheet } from '../sheet.js';

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
  return throughTemporary(replacement, async (temporary, target, replaced) => {
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
    try {
      await putInPlace(temporary, target);
    } catch (error) {
      // As a second name of the sheet it would change with it.
      if (backup !== undefined) await rm(backup, { force: true }).catch(() => undefined);
      throw error;
    }
    return { path: replacement.output, ...(backup !== undefined && { backup }), notes: [] };
  });
}

/**
 * Puts a text made from a sheet in place all or nothing, as {@link replaceFile} does, without a
 * backup: a page that can be made again.
 *
 * @throws {SheetError} when the folder or the disk forbids it.
 */
export async function replaceText(output: string, source: string, text: string): Promise<void> {
  const write = (file: FileHandle) => file.writeFile(text);
  await throughTemporary({ source, output, write }, putInPlace);
}

/** Writes beside `output`, and gives the finished file to `place`; it is gone after a failure. */
async function throughTemporary<T>(
  { source, output, write }: Pick<Replacement, 'source' | 'output' | 'write'>,
  place: (temporary: string, target: string, replaced: Stats | undefined) => Promise<T>,
): Promise<T> {
  const target = await realpath(output).catch(() => path.resolve(output));
  const temporary = draftPath(target);
  try {
    const replaced = await existing(target);
    if (replaced) await assertReplaceable(target, replaced);
    removeDrafts(draftsOf(target).filter(isAbandoned));
    const sheet = await stat(source).catch(() => {
      throw changed(source);
    });
    await writeDraft(temporary, { sheet, replaced }, write);
    return await place(temporary, target, replaced);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asSheetError(error, output);
  }
}

/** Before a backup is made of it, which could not be deleted again there. */
async function assertReplaceable(target: string, { uid }: Stats): Promise<void> {
  await access(target, constants.W_OK);
  if (!isKeptBySticky(target, uid)) return;
  throw Object.assign(new Error('the folder is sticky'), { code: 'EPERM', path: target });
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
  ENOSPC: 'DISK is full. Make room',
  EDQUOT: 'the quota on DISK is used up. Make room',
  EFBIG: 'the file is too large for this disk. Use another folder',
  EROFS: 'DISK is read-only. Choose another folder',
  EACCES: 'it or its folder is read-only, or it is open in another program. Close it there',
  EPERM: 'it or its folder is read-only, or it is open in another program. Close it there',
  EBUSY: 'it is open in another program. Close it there',
  EMFILE: 'too many files are open. Use a lower --concurrency',
  ENFILE: 'too many files are open on this machine. Close some programs',
  ENOENT: 'its folder does not exist. Create the folder',
  ENOTDIR: 'its folder does not exist. Create the folder',
  EISDIR: 'it is a folder. Choose another name',
};

const FORBIDDEN = ['EACCES', 'EPERM'];

/**
 * An error of the file system about the file `output` that a person can do something about, in words;
 * else the error itself.
 */
export function asSheetError(error: unknown, output: string): unknown {
  const code = codeOf(error) ?? '';
  const name = path.basename(output);
  const cause = CAUSES[code]?.replace('DISK', `the disk of ${path.dirname(path.resolve(output))}`);
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
