import { sheetMessage } from '../files/fileMessages.js';
import { SheetError } from '../../../sheets/sheet.js';
import { sanitized } from '../../../src/sanitized.js';
import type { Message } from '../message.js';
import type { RunSheet } from './runSheet.js';
import type { ResultsPlace, RunStorage } from './runStorage.js';
import type { SheetCells } from './sheetCells.js';
import { ResultsDoNotFitError, writeBack, type WrittenBack } from './writeBack.js';

/** The results that a run has written; without a path if there was nothing new to write. */
export type Written = Partial<WrittenBack> & Pick<WrittenBack, 'notes'>;

/** The cells of a run without anything to send, and whether they must be written. */
export interface Idle {
  readonly cells: SheetCells;
  readonly isNews: boolean;
}

/** Checks whether a run without anything to send has something to write. */
export async function checkForNews(sheet: RunSheet, results: ResultsPlace): Promise<Idle> {
  const { file, intake } = sheet.read;
  const cells = sheet.cells();
  if (!results.isInPlace) return { cells, isNews: await results.isStale() };
  return { cells, isNews: await cells.hasNews(file, intake.sheet, intake.headerRow) };
}

/**
 * Writes if anything is new: results, or a state that the sheet does not show yet. Resolves to what
 * was written, or to the reason if the write failed.
 */
export async function writeResults(
  sheet: RunSheet,
  idle: Idle | undefined,
  storage: RunStorage,
  { at, isStopped }: { readonly at: string; readonly isStopped: boolean },
): Promise<Written> {
  try {
    const written = await write(sheet, idle, storage, at);
    return isStopped ? written : await withoutOldCopies(sheet, written, storage.results);
  } catch (thrown) {
    const why = toMessages(storage.results.asSheetError(thrown));
    return { notInPlace: [...why, { code: 'resultsInJournal', isStopped }], notes: [] };
  }
}

function toMessages(error: unknown): readonly Message[] {
  if (error instanceof ResultsDoNotFitError) return error.said;
  if (error instanceof SheetError) return [sheetMessage(sanitized(error.message))];
  throw error;
}

async function write(
  sheet: RunSheet,
  idle: Idle | undefined,
  storage: RunStorage,
  at: string,
): Promise<Written> {
  const { file, intake, journal, rows, leftOut, round } = sheet.read;
  const { sheet: name, headerRow, columns } = intake;
  const cells = idle?.cells ?? sheet.cells();
  const { results, openSheet: reopen } = storage;
  const isNews = !results.isInPlace
    ? await results.isStale()
    : !(await file.isCurrent()) || (idle?.isNews ?? (await cells.hasNews(file, name, headerRow)));
  if (!isNews) return { notes: cells.notes };
  // Another run has read the sheet, and may have newer states. The results of this run are in the journal.
  if (journal.isTakenOver) {
    return { notInPlace: [{ code: 'resultsInJournal', isStopped: true }], notes: [] };
  }
  // A backup without a journal would look as if the journal were lost.
  if (journal.isNew) await journal.begin();
  const read = { file, sheet: name, headerRow };
  const source = { ...read, rows, leftOut, columns, cells };
  const { options, wording, notes } = sheet;
  return writeBack(source, journal, {
    ...options,
    ...{ wording, notes, round, at, results, reopen },
  });
}

/**
 * Deletes old copies after a run that was not stopped: all results are then in the sheet, or in a
 * file of this run.
 */
async function withoutOldCopies(
  { read }: RunSheet,
  written: Written,
  results: ResultsPlace,
): Promise<Written> {
  if (!read.journal.isUsable) return written;
  const made = [written.path ?? [], written.backup ?? []].flat();
  const { deleted = 0, left = [] } = (await results.deleteOldCopies(made)) ?? {};
  const told = deleted === 0 ? written : { ...written, oldCopiesDeleted: deleted };
  if (left.length === 0) return told;
  return { ...told, notes: [...written.notes, { code: 'oldCopiesStay', files: left }] };
}
