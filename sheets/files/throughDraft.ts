import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isKeptBySticky } from './account.js';
import { draftPath, draftsOf, isAbandoned, removeDrafts, writeDraft } from './draft.js';
import { asSheetError, changedSource, codeOf } from './writeError.js';

/** What is to be written, and where. */
export interface DraftContent {
  /** The source of the content: nobody may read the new file who may not read this one. */
  readonly source: string;
  /** Where it goes; when that is `source` itself, it is replaced. */
  readonly output: string;
  /** Writes the whole content through an empty file opened for reading and writing. */
  readonly write: (file: FileHandle) => Promise<void>;
}

/**
 * Writes a file that comes from another one: first beside `output`, where it is gone after a failure, and
 * then `place` puts it there.
 *
 * @throws {SheetError} when the folder, the disk or a lock forbids it, or the source is gone.
 */
export async function throughDraft<T>(
  { source, output, write }: DraftContent,
  place: (draft: string, target: string, replaced: Stats | undefined) => Promise<T>,
): Promise<T> {
  const target = await withoutLinks(output);
  const draft = draftPath(target);
  try {
    const replaced = await replaceable(target);
    removeDrafts(draftsOf(target).filter(isAbandoned));
    const sheet = await stat(source).catch(() => {
      throw changedSource(source);
    });
    await writeDraft(draft, { sheet, replaced }, write);
    return await place(draft, target, replaced);
  } catch (error) {
    await rm(draft, { force: true });
    throw asSheetError(error, output);
  }
}

/**
 * Checks that a file can be created or replaced, and changes nothing.
 *
 * @throws {SheetError} when the file, its folder or the disk is read-only.
 */
export async function assertWritable(output: string): Promise<void> {
  try {
    const target = await withoutLinks(output);
    await replaceable(target);
    await access(path.dirname(target), constants.W_OK);
  } catch (error) {
    throw asSheetError(error, output);
  }
}

async function withoutLinks(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}

/**
 * Returns the facts of a file that may be replaced; undefined if there is none. Called before a
 * backup is made, because a backup could not be deleted again in a sticky folder.
 */
async function replaceable(target: string): Promise<Stats | undefined> {
  const found = await existing(target);
  if (found === undefined) return undefined;
  await access(target, constants.W_OK);
  if (!isKeptBySticky(target, found.uid)) return found;
  throw Object.assign(new Error('the folder is sticky'), { code: 'EPERM', path: target });
}

async function existing(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}
