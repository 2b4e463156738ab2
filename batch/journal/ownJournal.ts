import { type BigIntStats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IntakeRow } from '../intake/readSheet.js';
import { UsageError } from '../output/errors.js';
import type { SheetFiles } from './files.js';

type Journals = Pick<SheetFiles, 'journal' | 'ownJournal'>;

/**
 * Throws a UsageError for a journal that was named for a sheet with a journal of its own: the one does
 * not know what was sent by the other, and would send it again. Two names of one file are fine.
 */
export function refuseOtherJournal(sheet: string, { journal, ownJournal }: Journals): void {
  if (resolve(journal) === resolve(ownJournal)) return;
  const own = statSync(ownJournal, { bigint: true, throwIfNoEntry: false });
  // An empty one knows of nothing.
  if (own === undefined || own.size === 0n) return;
  const named = statsOf(journal);
  if (named?.ino === own.ino && named.dev === own.dev) return;
  throw new UsageError(
    `${sheet} has a journal of its own, ${ownJournal}, and ${journal} is another file that does not know what was sent with it. Nothing was sent. Run the same command without --journal.`,
  );
}

/**
 * Throws a UsageError for a new journal that was named for a sheet that shows results: another journal
 * knows these rows, and perhaps more that were sent and are not in the sheet.
 */
export function refuseUnknowing(
  sheet: string,
  { journal, ownJournal }: Journals,
  shown: readonly Pick<IntakeRow, 'number'>[],
): void {
  const [first] = shown;
  if (first === undefined || resolve(journal) === resolve(ownJournal)) return;
  const rows =
    shown.length === 1
      ? `row ${first.number} shows a result`
      : `${shown.length} rows show results, row ${first.number} first`;
  throw new UsageError(
    `In ${sheet}, ${rows} of a run with another journal: ${journal} is new and knows nothing of it. Nothing was sent.`,
    'Give --journal the file that these runs used.',
    'If it is lost: look up in the service which of the rows without a result exist there, type their ids into the sheet, and run the same command without --journal.',
  );
}

/** Undefined for a file that is not there, or not for this account. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
