import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod/v4';
import { UsageError } from '../errors.js';
import { makeLike } from '../files/privateFiles.js';
import { isSameFile } from '../files/sameFile.js';
import { isJournalNamed, isSamePath, type SheetFiles } from './files.js';
import { statIfThere } from './openJournalFile.js';

type NamedJournal = Pick<SheetFiles, 'journal' | 'ownJournal' | 'location' | 'common'>;

const locationSchema = z.object({ option: z.string(), journal: z.string() });

/**
 * Records the path of a named journal in a small file beside the sheet, because a later command
 * without `--journal` would not know the earlier requests. Does nothing in a read-only folder.
 */
export function recordJournalLocation(sheet: string, files: NamedJournal): void {
  const { journal, common: option, location } = files;
  if (!isJournalNamed(files)) return;
  try {
    const descriptor = openSync(location, 'w', 0o600);
    try {
      makeLike(descriptor, sheet);
      writeSync(descriptor, `${JSON.stringify({ option, journal })}\n`);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file is optional.
  }
}

/**
 * Throws a UsageError if an earlier run of the sheet used a journal that `--journal` does not name
 * now. It may name the new path of a journal that was moved.
 */
export function assertJournalNamed(sheet: string, files: NamedJournal): void {
  const { journal, location } = files;
  const noted = locationIn(location);
  if (noted === undefined || isSamePath(noted.journal, journal)) return;
  const there = statIfThere(noted.journal);
  if (isSameFile(there, statIfThere(journal))) return;
  const isMissing = there === undefined;
  if (isMissing && isJournalNamed(files) && existsSync(journal)) return;
  const about = { sheet, journal: noted.option, isMissing, location };
  throw new UsageError({ code: 'sheetHasNamedJournal', ...about });
}

function locationIn(location: string): z.infer<typeof locationSchema> | undefined {
  try {
    return locationSchema.parse(JSON.parse(readFileSync(location, 'utf8')));
  } catch {
    return undefined;
  }
}
