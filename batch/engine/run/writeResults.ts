import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sheetMessage } from '../files/fileMessages.js';
import { deleteOldCopies } from '../files/oldCopies.js';
import { asSheetError } from '../../../sheets/files/writeError.js';
import { SheetError } from '../../../sheets/sheet.js';
import { sanitized } from '../../../src/sanitized.js';
import { realPath } from '../journal/files.js';
import type { Message } from '../message.js';
import type { RunOptions } from './runOptions.js';
import type { RunSheet } from './runSheet.js';
import type { RunStorage } from './runStorage.js';
import { settledCells } from './settledCells.js';
import type { SheetCells } from './sheetCells.js';
import { NoPlaceForResults, writeBack, type WrittenBack } from './writeBack.js';

/** What a run has written; without a path if there was nothing new to write. */
export type Written = Partial<WrittenBack> & Pick<WrittenBack, 'notes'>;

/** A run without anything to send: whether there is something to write, and what. */
export interface Idle {
  readonly cells: SheetCells;
  readonly isNews: boolean;
}

/** What a run without anything to send finds to write. */
export async function checkForNews(sheet: RunSheet): Promise<Idle> {
  const { file, intake } = sheet.read;
  const cells = await settledCells(sheet);
  if (isCopy(sheet.options)) return { cells, isNews: await isStale(sheet.options) };
  return { cells, isNews: await cells.hasNews(file, intake.sheet, intake.headerRow) };
}

/**
 * Writes when something is new: results, or a state that the sheet does not show yet. Resolves to what
 * was written; or, where that failed, to why nothing could be.
 */
export async function writeResults(
  sheet: RunSheet,
  idle: Idle | undefined,
  storage: RunStorage,
  { at, isStopped }: { readonly at: string; readonly isStopped: boolean },
): Promise<Written> {
  try {
    const written = await write(sheet, idle, storage, at);
    return isStopped ? written : await withoutOldCopies(sheet, written);
  } catch (thrown) {
    const why = reasonOf(asSheetError(thrown, sheet.options.output));
    return { notInPlace: [...why, { code: 'resultsInJournal', isStopped }], notes: [] };
  }
}

function reasonOf(error: unknown): readonly Message[] {
  if (error instanceof NoPlaceForResults) return error.said;
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
  const cells = idle?.cells ?? (await settledCells(sheet));
  const isNews = isCopy(sheet.options)
    ? await isStale(sheet.options)
    : !(await file.isCurrent()) || (idle?.isNews ?? (await cells.hasNews(file, name, headerRow)));
  if (!isNews) return { notes: cells.notes };
  const read = { file, sheet: name, headerRow, intakeRows: intake.rows };
  const source = { ...read, rows, leftOut, columns, cells };
  const { options, wording, notes } = sheet;
  return writeBack(source, journal, {
    ...options,
    ...{ wording, notes, round, at },
    reopen: storage.openSheet,
  });
}

/**
 * After a run that ended in order: then all results are in the sheet, or in a file that this run made.
 * A sandbox run has none of the sheet's own.
 */
async function withoutOldCopies({ options, read }: RunSheet, written: Written): Promise<Written> {
  const { keepBackups, input, output, isSandboxRun } = options;
  if (keepBackups === undefined || !read.journal.isUsable) return written;
  const real = (path: string) => resolve(realPath(path));
  const sheets = new Set([output, ...(isSandboxRun ? [] : [input])].map(real));
  const made = [written.path ?? [], written.backup ?? []].flat().map(real);
  const ends = await Promise.all(
    [...sheets].map((sheet) => deleteOldCopies(sheet, made, keepBackups, Date.now())),
  );
  const deleted = ends.reduce((sum, end) => sum + end.deleted, 0);
  const left = ends.flatMap((end) => end.left);
  const told = deleted === 0 ? written : { ...written, oldCopiesDeleted: deleted };
  if (left.length === 0) return told;
  return { ...told, notes: [...written.notes, { code: 'oldCopiesStay', files: left }] };
}

function isCopy({ input, output }: RunOptions): boolean {
  return resolve(input) !== resolve(output);
}

/** True unless a copy is newer than everything that it was made from. */
async function isStale({ input, output, files }: RunOptions): Promise<boolean> {
  const [made = 0, ...from] = await Promise.all([output, input, files.journal].map(modifiedMs));
  return from.some((ms) => made <= ms);
}

/** When a file was last written; 0 when there is none. */
async function modifiedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}
