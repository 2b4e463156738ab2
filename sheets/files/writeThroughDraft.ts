import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isProtectedBySticky } from './account.js';
import { createDraftPath, findDrafts, isAbandoned, removeDrafts, writeDraft } from './draft.js';
import { toWriteError, createChangedSourceError, getErrorCode } from './writeError.js';

export interface DraftContent {
  /** Only accounts that may read this file may read the new file. */
  readonly source: string;
  readonly output: string;
  /** Writes to an empty file that is open for reading and writing. */
  readonly write: (file: FileHandle) => Promise<void>;
}

/**
 * Writes a draft beside the file that `output` links to; `place` moves the draft. After a failure,
 * the draft is deleted.
 */
export async function writeThroughDraft<T>(
  { source, output, write }: DraftContent,
  place: (draft: string, target: string, replaced: Stats | undefined) => Promise<T>,
): Promise<T> {
  const target = await resolveLinks(output);
  const draft = createDraftPath(target);
  try {
    const replaced = await findReplaceable(target);
    removeDrafts(findDrafts(target).filter(isAbandoned));
    const sheet = await stat(source).catch(() => {
      throw createChangedSourceError(source);
    });
    await writeDraft(draft, { sheet, replaced }, write);
    return await place(draft, target, replaced);
  } catch (error) {
    await rm(draft, { force: true });
    throw toWriteError(error, output);
  }
}

/**
 * Checks the permissions without changing anything. @throws {SheetError} if the system forbids
 * writing.
 */
export async function assertWritable(output: string): Promise<void> {
  try {
    const target = await resolveLinks(output);
    await findReplaceable(target);
    await access(path.dirname(target), constants.W_OK);
  } catch (error) {
    throw toWriteError(error, output);
  }
}

async function resolveLinks(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}

/**
 * Finds the file to replace. Call this before a backup is made, because a backup in a sticky folder
 * could not be deleted again.
 */
async function findReplaceable(target: string): Promise<Stats | undefined> {
  const found = await findStats(target);
  if (found === undefined) return undefined;
  await access(target, constants.W_OK);
  if (!isProtectedBySticky(target, found.uid)) return found;
  throw Object.assign(new Error('the folder is sticky'), { code: 'EPERM', path: target });
}

async function findStats(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
