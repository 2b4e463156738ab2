import type { SheetFiles } from '../journal/files.js';
import type { JournalState } from '../journal/journalState.js';
import { readJournal } from '../journal/readJournal.js';
import type { SheetOperation } from '../operations/sheetOperation.js';

/** Reads the journal of the assessments that the rows of an operation are about, beside their sheet. */
export async function readAssessments(
  { about }: Pick<SheetOperation, 'about'>,
  { common }: Pick<SheetFiles, 'common'>,
): Promise<JournalState | undefined> {
  return about === undefined ? undefined : (await readJournal(common)).known;
}
