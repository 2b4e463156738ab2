import { createReadStream, existsSync, type Stats } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WrittenSheet } from '../sheet.js';
import { putInPlace } from './draft.js';
import { freeName } from './freeName.js';
import { keepAsPrivate } from './privacy.js';
import { type DraftContent, throughDraft } from './throughDraft.js';
import { changedSource, codeOf } from './writeError.js';

/** A file to be put in place of another, or beside it. */
export interface Replacement extends DraftContent {
  /** What {@link fileStamp} said of `source` when it was opened. */
  readonly stamp: FileStamp;
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

/** True while a file is still the one that had the stamp; false also when it no longer exists. */
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
  try {
    return await writeAndReplace(replacement);
  } catch (error) {
    const { source, stamp } = replacement;
    const isOfSystem = codeOf(error) !== undefined || codeOf((error as Error).cause) !== undefined;
    // Reading a file that was saved meanwhile fails in any way; a full disk is a full disk.
    if (isOfSystem || (await isCurrent(source, stamp))) throw error;
    throw changedSource(source, error);
  }
}

async function writeAndReplace(replacement: Replacement): Promise<WrittenSheet> {
  const name = path.basename(replacement.output);
  return throughDraft(replacement, async (temporary, target, before) => {
    const difference = await replacement.verify(temporary);
    await assertUnchanged(replacement);
    const mark = before && openElsewhere(target);
    if (difference !== undefined || mark !== undefined) {
      const beside = freeName(target, 'results');
      await rename(temporary, beside);
      const note =
        difference === undefined
          ? openNote(name, beside, mark ?? '')
          : besideNote(name, beside, difference);
      return { path: beside, notes: [note], notInPlace: note };
    }
    const backup = (await sameFile(replacement.source, before)) ? await backUp(target) : undefined;
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

async function assertUnchanged({ source, stamp }: Replacement): Promise<void> {
  if (!(await isCurrent(source, stamp))) throw changedSource(source);
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

async function sameFile(source: string, other: Stats | undefined): Promise<boolean> {
  if (!other) return false;
  const { dev, ino } = await stat(source);
  return dev === other.dev && ino === other.ino;
}

function stampOf(stats: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): FileStamp {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(':');
}

/** Excel and LibreOffice mark an open file by a second file beside it. */
function openElsewhere(target: string): string | undefined {
  const { dir, base } = path.parse(target);
  return [`~$${base}`, `.~lock.${base}#`].find((mark) => existsSync(path.join(dir, mark)));
}

// Saving there would overwrite the results.
function openNote(name: string, beside: string, mark: string): string {
  return (
    `${name} is open in a spreadsheet program, so it was not changed. The results are in ` +
    `${path.basename(beside)} beside it. To get them into ${name} itself, close it and try again; ` +
    `do not edit the other file. If nobody has it open, delete ${mark}.`
  );
}

function besideNote(name: string, beside: string, difference: string): string {
  return (
    `${name} was not changed, because the written file did not pass the check against it ` +
    `(${difference}). The results are in ${path.basename(beside)} beside it. To get them into ` +
    `${name} itself, open and save it in a spreadsheet program, close it and try again; do not ` +
    'edit the other file.'
  );
}
