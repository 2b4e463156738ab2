import type { Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { draftPath, putInPlace, writeDraft } from '../../../sheets/files/draft.js';

/** Replaces a file atomically and keeps its owner, group and mode. */
export async function rewrite(target: string, before: Stats, content: Buffer): Promise<void> {
  const draft = draftPath(target);
  try {
    await writeDraft(draft, { sheet: before, replaced: before }, (file) => file.writeFile(content));
    await putInPlace(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
