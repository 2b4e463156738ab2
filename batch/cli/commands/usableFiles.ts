import { statSync } from 'node:fs';
import {
  toSheetFiles,
  type FilesOptions,
  type SheetFiles,
} from '../../engine/journal/sheetFiles.js';
import { CommandError } from '../output/commandError.js';

/** The longest suffix of a file beside a journal: that of a recovered journal. */
const maxSuffixLength = 40;

/**
 * Throws a CommandError if the name of the sheet or its journal is too long for the files beside
 * it.
 */
export function findUsableFiles(sheet: string, options: FilesOptions): SheetFiles {
  const files = toSheetFiles(sheet, options);
  for (const path of [files.journal, files.lock, files.journalLock]) {
    if (!isTooLong(`${path}${'-'.repeat(maxSuffixLength)}`)) continue;
    throw new CommandError(
      `The name of ${sheet} or its journal is too long for the files that belong beside it. Give it a shorter name, such as hires.xlsx. Nothing was sent.`,
    );
  }
  return files;
}

/** Asks the file system, because limits differ: in bytes, or in characters. */
function isTooLong(path: string): boolean {
  try {
    statSync(path, { throwIfNoEntry: false });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
  }
}
