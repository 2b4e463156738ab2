import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { moveToNew } from '../../engine/files/fileSystem.js';

/**
 * Creates a missing file with `text`, for this account only. The file never exists without its
 * whole text, because another server may read it at the same moment.
 */
export function readOrCreate(path: string, text: string): Promise<string> {
  if (!existsSync(path)) create(path, text);
  return readFile(path, 'utf8');
}

function create(path: string, text: string): void {
  const draft = createDraftPath(path);
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    moveToNew(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
