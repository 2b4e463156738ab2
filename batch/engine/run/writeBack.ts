import { sanitized } from '../../../src/sanitized.js';
import { sheetMessage } from '../files/fileMessages.js';
import type { Columns } from '../intake/columns.js';
import { readSheet } from '../intake/readSheet.js';
import { sheetKey } from '../intake/writtenHeadings.js';
import { type IntakeOptions } from '../intake/intakeOptions.js';
import type { Journal } from '../journal/journal.js';
import type { Message } from '../message.js';
import { UsageError } from '../errors.js';
import { fileName } from '../fileName.js';
import { isSameData } from '../sameData.js';
import { SheetError, type SheetFile, type WrittenSheet } from '../../../sheets/sheet.js';
import { planSheet } from './planSheet.js';
import { withJournal } from './sheetState.js';
import type { ResultsPlace } from './runStorage.js';
import { type CellOptions } from './shownRows.js';
import { SheetCells } from './sheetCells.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** Where and how results are written. */
export interface WriteBackOptions extends CellOptions {
  readonly output: string;
  readonly colourScale: boolean;
  readonly intake: IntakeOptions;
  /** Now, ISO 8601. */
  readonly at: string;
  /** Opens the sheet as it is now. */
  readonly reopen: () => Promise<SheetFile>;
  readonly results: Pick<ResultsPlace, 'isInPlace' | 'beside'>;
}

/** What was written, and what could not be placed. */
export interface WrittenBack extends Omit<WrittenSheet, 'notes' | 'notInPlace'> {
  readonly notes: readonly Message[];
  /** Why results are not in the requested file, where they are, and what to do. */
  readonly notInPlace?: readonly Message[];
  /** Rows that were sent and are no longer in the sheet, as they were read. */
  readonly unmatchedRows?: readonly number[];
  /** Backups and results of earlier runs that were deleted, where the run was told to. */
  readonly oldCopiesDeleted?: number;
}

/** The sheet was changed during the run, and the results no longer fit it. */
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
 * Writes all results. When the source has changed since it was read, it is read again, each result
 * goes to the row with the same request, and the result to a new file; likewise when the original
 * cannot be replaced (open in Excel). The journal keeps everything in any case.
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
        // Beside it, nobody asked for anything.
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
    // Which rows show now does not matter: what was sent is written, what was left out is not.
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
    // Not a usage error: rows were sent.
    if (error instanceof UsageError) throw new ResultsDoNotFitError(name, error.said);
    throw error;
  } finally {
    await file.close();
  }
}

/** A row that cannot be sent has no key to be known by: then it counts whether it shows. */
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
  // Before the sheet is replaced: no row may be sent for want of an ID that was written over.
  if (options.results.isInPlace && output === options.output) {
    journal.noteDisplaced(cells.displacedIds());
  }
  // The sheet must not contain more than the journal, also after a power cut.
  await journal.synced().catch(() => undefined);
  const written = await file.write({
    ...{ sheet, headerRow, output },
    colourScale: options.colourScale,
    columns: cells.allColumns,
    keyColumns: [...columns.fields.values()],
    results: (rowNumber, current) => cells.results(rowNumber, current),
  });
  // A requested copy is not the sheet, and nor is a file that was made because the sheet could not be written.
  if (options.results.isInPlace && written.path === options.output) {
    journal.noteShown(cells.shownIds());
  }
  // A requested copy is another sheet, and does not belong to this journal.
  if (options.results.isInPlace) noteColumns(journal, source, written, options.at);
  const { notInPlace, ...rest } = written;
  return {
    ...rest,
    notes: [...written.notes.map(sheetMessage), ...cells.notes],
    ...(notInPlace === undefined ? {} : { notInPlace: [sheetMessage(notInPlace)] }),
  };
}

/**
 * Lets the journal know which columns are ours from now on: those that the sheet had already, and
 * those that were added. Where nothing was ever sent, it need not begin for that.
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
