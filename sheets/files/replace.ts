import { createReadStream, existsSync, type Stats } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Difference, SheetNote } from '../messages.js';
import type { WrittenSheet } from '../sheet.js';
import { moveIntoPlace } from './draft.js';
import { findFreeName } from './findFreeName.js';
import { restrictAccess } from './privacy.js';
import { type DraftContent, writeThroughDraft } from './writeThroughDraft.js';
import { createChangedSourceError, getErrorCode } from './writeError.js';

export interface Replacement extends DraftContent {
  /** The stamp of `source` when it was opened. */
  readonly stamp: FileStamp;
  /**
   * Checks the temporary file, which has the extension of `output`, so it can be opened like a
   * sheet.
   */
  readonly verify: (temporaryPath: string) => Promise<Difference | undefined>;
}

/** The device, inode, size and modification time of a file. */
export type FileStamp = string;

export async function readFileStamp(file: string): Promise<FileStamp> {
  return toStamp(await stat(file, { bigint: true }));
}

export async function isCurrent(file: string, stamp: FileStamp): Promise<boolean> {
  return (await readFileStamp(file).catch(() => undefined)) === stamp;
}

/**
 * Replaces a file atomically: even after a crash or with a full disk, `output` is either the old
 * file or the complete new one. Only root can keep another owner: other accounts would have to
 * overwrite the old file, and a crash could leave half a sheet. Only accounts that may read the
 * source may read the result.
 *
 * If `verify` finds a difference, or `output` is open in a spreadsheet program, the result is put
 * beside `output` under another name, with a note.
 */
export async function replaceFile(replacement: Replacement): Promise<WrittenSheet> {
  try {
    return await writeAndReplace(replacement);
  } catch (error) {
    const { source, stamp } = replacement;
    const isSystemError =
      getErrorCode(error) !== undefined || getErrorCode((error as Error).cause) !== undefined;
    // Reading a file while it is saved can fail in any way. System errors have their own message.
    if (isSystemError || (await isCurrent(source, stamp))) throw error;
    throw createChangedSourceError(source, error);
  }
}

async function writeAndReplace(replacement: Replacement): Promise<WrittenSheet> {
  const file = path.basename(replacement.output);
  return writeThroughDraft(replacement, async (temporary, target, replaced) => {
    const difference = await replacement.verify(temporary);
    await assertUnchanged(replacement);
    const openMark = replaced && findOpenMark(target);
    if (difference !== undefined || openMark !== undefined) {
      const beside = findFreeName(target, 'results');
      await rename(temporary, beside);
      const names = { file, beside: path.basename(beside) };
      const source = path.basename(replacement.source);
      // A file that is open in a program is not replaced: saving it there would overwrite the results.
      const note: SheetNote =
        difference === undefined
          ? { code: 'openElsewhere', ...names, mark: openMark ?? '' }
          : { code: 'notReplaced', ...names, source, difference };
      return { path: beside, notes: [note], notInPlace: note };
    }
    const backup = (await isSameFile(replacement.source, replaced))
      ? await createBackup(target)
      : undefined;
    try {
      await moveIntoPlace(temporary, target);
    } catch (error) {
      // The backup may be a hard link: as long as the sheet is not replaced, both share their content.
      if (backup !== undefined) await rm(backup, { force: true }).catch(() => undefined);
      throw error;
    }
    return { path: replacement.output, ...(backup !== undefined && { backup }), notes: [] };
  });
}

async function assertUnchanged({ source, stamp }: Replacement): Promise<void> {
  if (!(await isCurrent(source, stamp))) throw createChangedSourceError(source);
}

/** Creates a hard link, or a copy if links are not supported. */
async function createBackup(target: string): Promise<string> {
  const backup = findFreeName(target, 'backup');
  try {
    await link(target, backup);
  } catch {
    const copy = await open(backup, 'wx', 0o600);
    try {
      restrictAccess(copy.fd, await stat(target), true);
      await copy.writeFile(createReadStream(target));
      await copy.sync();
    } finally {
      await copy.close();
    }
  }
  return backup;
}

async function isSameFile(source: string, other: Stats | undefined): Promise<boolean> {
  if (!other) return false;
  const { dev, ino } = await stat(source);
  return dev === other.dev && ino === other.ino;
}

function toStamp(stats: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): FileStamp {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(':');
}

/** Excel and LibreOffice mark an open file with a hidden one. */
function findOpenMark(target: string): string | undefined {
  const { dir, base } = path.parse(target);
  return [`~$${base}`, `.~lock.${base}#`].find((mark) => existsSync(path.join(dir, mark)));
}
