import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { newestCopy } from '../files/oldCopies.js';
import { isSandboxJournal, realPath, type SheetFiles } from '../journal/files.js';

/**
 * Returns the newest backup or results file of a sheet that has no journal of any command. A run
 * created that file, and may have sent rows that only its journal contains. Returns undefined for
 * the sandbox, which sends nothing.
 */
export function backupWithoutJournal(
  sheet: string,
  { ownJournal }: Pick<SheetFiles, 'ownJournal'>,
): string | undefined {
  if (isSandboxJournal(ownJournal)) return undefined;
  const path = resolve(realPath(sheet));
  const start = `${basename(path)}.rwa-journal`;
  const hasJournal = readdirSync(dirname(path)).some(
    (name) => name.startsWith(start) && name.endsWith('.jsonl'),
  );
  return hasJournal ? undefined : newestCopy(join(dirname(path), basename(path)));
}
