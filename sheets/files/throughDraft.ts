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
  const target = await realpath(output).catch(() => path.resolve(output));
  const draft = draftPath(target);
  try {
    const replaced = await existing(target);
    if (replaced) await assertReplaceable(target, replaced);
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

/** Before a backup is made of it, which could not be deleted again there. */
async function assertReplaceable(target: string, { uid }: Stats): Promise<void> {
  await access(target, constants.W_OK);
  if (!isKeptBySticky(target, uid)) return;
  throw Object.assign(new Error('the folder is sticky'), { code: 'EPERM', path: target });
}

async function existing(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}
