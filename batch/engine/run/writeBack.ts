import { sanitized } from '../../../src/sanitized.js';
import { sheetMessage } from '../files/fileMessages.js';
import type { Columns } from '../intake/columns.js';
import { readSheet } from '../intake/readSheet.js';
import { sheetKey } from '../intake/headingNames.js';
import { type IntakeOptions } from '../intake/intakeOptions.js';
import type { Journal } from '../journal/journal.js';
import type { Message } from '../message.js';
import { UsageError } from '../errors.js';
import { fileName } from '../fileName.js';
import { isSameData } from '../sameData.js';
import { SheetError, type SheetFile, type WrittenSheet } from '../../../sheets/sheet.js';
import { planSheet } from './planSheet.js';
import { withJournal } from './withJournal.js';
import type { ResultsPlace } from './runStorage.js';
import { type CellOptions } from './shownRows.js';
import { SheetCells } from './sheetCells.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** The options of a write. */
export interface WriteBackOptions extends CellOptions {
  readonly output: string;
  readonly colourScale: boolean;
  readonly intake: IntakeOptions;
  /** The current time (ISO 8601). */
  readonly at: string;
  /** Opens the current version of the sheet. */
  readonly reopen: () => Promise<SheetFile>;
  readonly results: Pick<ResultsPlace, 'isInPlace' | 'beside'>;
}

/** The written results, and those that could not be placed. */
export interface WrittenBack extends Omit<WrittenSheet, 'notes' | 'notInPlace'> {
  readonly notes: readonly Message[];
  /** Why results are not in the requested file, which file contains them, and what to do. */
  readonly notInPlace?: readonly Message[];
  /** The numbers of rows that were sent and have since left the sheet, as they were read. */
  readonly unmatchedRows?: readonly number[];
  /** The number of deleted backups and results of earlier runs, for a run with `--keep-backups`. */
  readonly oldCopiesDeleted?: number;
}

/** An error that is thrown if the sheet was changed during the run and the results no longer fit it. */
export class ResultsDoNotFitError extends Error {
  readonly said: readonly Message[];

  constructor(sheet: string, why: readonly Message[]) {
    super(`The results do not fit ${sheet}.`);
    this.said = [{ code: 'resultsDoNotFit', sheet }, ...why];
  }
}

/** A sheet that was read, with its plan. */
export interface ReadSource {
  readonly file: SheetFile;
  readonly sheet: string;
  readonly headerRow: number;
  readonly rows: readonly PlannedRow[];
  /** Hidden rows that the run skips. */
  readonly leftOut?: readonly PlannedRow[];
  readonly columns: Columns;
  readonly cells: SheetCells;
}

/**
 * Writes all results. If the sheet was changed since it was read, it is read again, each result
 * goes to the row with the same request, and the results go into a new file. They also go into a
 * new file if the original cannot be replaced, for example because it is open in Excel. The journal
 * keeps everything in any case.
 */
export async function writeBack(
  source: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
): Promise<WrittenBack> {
  if (!(await source.file.isCurrent())) return writeChanged(source, journal, options);
  try {
    return await write(source, journal, options, options.output);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (!(await source.file.isCurrent())) return writeChanged(source, journal, options);
    if (!options.results.isInPlace) throw error;
    const written = await write(source, journal, options, options.results.beside()).catch(
      (second: unknown) => {
        // The fallback file was not requested; report the first error.
        throw second instanceof SheetError ? error : second;
      },
    );
    const reason = sanitized(error.message);
    const file = fileName(written.path);
    const note = { code: 'resultsBeside', reason, file } as const;
    return { ...written, notes: [note, ...written.notes], notInPlace: [note] };
  }
}

async function writeChanged(
  before: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
): Promise<WrittenBack> {
  const { path } = before.file;
  const name = fileName(path);
  const file = await options.reopen();
  try {
    // Filters may have changed, so sent rows are selected by the plan, not by what is visible now.
    const everyRow = { ...options.intake, visibleOnly: false };
    const intake = await readSheet(file, withJournal(everyRow, journal, options.service));
    const { sheet, headerRow, columns } = intake;
    const planned = planSheet(options.operation, intake.rows, journal.states, options.round);
    const rows = withoutLeftOut(planned, before.leftOut);
    const meant = new Set(rows);
    const leftOut = planned.filter((row) => !meant.has(row));
    const cells = new SheetCells({ read: intake.rows, rows, leftOut, columns }, journal, {
      ...options,
      notes: new Map(),
    });
    const source = { file, sheet, headerRow, rows, columns, cells };
    const { isInPlace, beside } = options.results;
    const output = isInPlace ? beside() : options.output;
    const written = await write(source, journal, options, output);
    const still = new Set(planned.map(({ key }) => key));
    const unmatchedRows = before.rows
      .filter(({ key }) => !still.has(key) && (journal.state(key)?.state ?? 'Ready') !== 'Ready')
      .map(({ number }) => number);
    const changed = {
      code: 'sheetChanged',
      sheet: name,
      ...(isInPlace ? {} : { output: fileName(output) }),
    } as const;
    const lost = {
      code: 'sentRowsNotInSheet',
      rows: unmatchedRows,
      journal: fileName(journal.path),
    } as const;
    return {
      ...written,
      notes: [changed, ...(unmatchedRows.length === 0 ? [] : [lost]), ...written.notes],
      ...(isInPlace ? { notInPlace: [changed] } : {}),
      unmatchedRows,
    };
  } catch (error) {
    // This is not a usage error, because rows were sent.
    if (error instanceof UsageError) throw new ResultsDoNotFitError(name, error.said);
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Removes the rows that were skipped. A row that cannot be sent has no key, so it is skipped if it
 * is hidden.
 */
function withoutLeftOut(
  rows: readonly PlannedRow[],
  leftOut: readonly PlannedRow[] = [],
): readonly PlannedRow[] {
  if (leftOut.length === 0) return rows;
  const keys = new Set(leftOut.map(({ key }) => key));
  return rows.filter(({ key, hidden }) => (key === '' ? hidden !== true : !keys.has(key)));
}

async function write(
  source: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
  output: string,
): Promise<WrittenBack> {
  const { file, sheet, headerRow, columns, cells } = source;
  // Recorded before the sheet is replaced: no row may be sent because its ID was overwritten.
  if (options.results.isInPlace && output === options.output) {
    journal.noteDisplaced(cells.displacedIds());
  }
  // The journal must contain everything that the sheet shows, even after a power cut.
  await journal.synced().catch(() => undefined);
  const written = await file.write({
    ...{ sheet, headerRow, output },
    colourScale: options.colourScale,
    columns: cells.allColumns,
    keyColumns: [...columns.fields.values()],
    results: (rowNumber, current) => cells.results(rowNumber, current),
  });
  // A requested copy is not the sheet, nor is a fallback file that was created because the sheet is
  // not writable.
  if (options.results.isInPlace && written.path === options.output) {
    journal.noteShown(cells.shownIds());
  }
  // A requested copy is another sheet that does not belong to this journal.
  if (options.results.isInPlace) noteColumns(journal, source, written, options.at);
  const { notInPlace, ...rest } = written;
  return {
    ...rest,
    notes: [...written.notes.map(sheetMessage), ...cells.notes],
    ...(notInPlace === undefined ? {} : { notInPlace: [sheetMessage(notInPlace)] }),
  };
}

/**
 * Records in the journal which columns are now ours: existing and added ones. If the journal is new
 * because nothing was sent, it is not created for this.
 */
function noteColumns(
  journal: Journal,
  { file, sheet: name, columns: { results, resultHeadings }, cells }: ReadSource,
  written: Pick<WrittenSheet, 'headings'>,
  at: string,
): void {
  if (journal.isNew) return;
  const sheet = sheetKey(file, name);
  const headings = Object.fromEntries([
    ...[...results.keys()].map((name) => [name, resultHeadings.get(name) ?? ''] as const),
    ...cells.columns.map(({ name, heading }, index) => {
      return [name, written.headings?.[index] ?? heading] as const;
    }),
  ]);
  if (isSameData(headings, journal.columns.get(sheet))) return;
  journal.appendIfPossible({ fact: 'columns', sheet, headings, at });
}
