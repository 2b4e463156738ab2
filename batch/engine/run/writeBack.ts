import { toSheetMessage, getFileName } from '../files/fileMessages.js';
import { SheetError, type SheetFile, type WrittenSheet } from '../../../sheets/sheet.js';
import type { Message } from '../message.js';
import type { RunSheet } from './runSheet.js';
import type { ResultsPlace, RunStorage } from './runOptions.js';
import { SheetCells } from './sheetCells.js';
import type { Columns } from '../intake/columns.js';
import { toSheetKey } from '../intake/headingNames.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { Journal } from '../journal/journal.js';
import { UsageError } from '../errors.js';
import { isSameData } from '../plainData.js';
import { planSheet, readRows } from './sheetState.js';
import type { CellOptions } from './shownRows.js';
import { findLastHeading } from './resultColumns.js';
import type { PlannedRow } from '../rows/plannedRow.js';

export type WriteOutcome = Partial<CompletedWrite> & Pick<CompletedWrite, 'notes'>;

export interface ChangeCheck {
  readonly cells: SheetCells;
  readonly hasChanges: boolean;
}

export async function checkForChanges(
  sheet: RunSheet,
  results: ResultsPlace,
): Promise<ChangeCheck> {
  const { file, intake } = sheet.read;
  const cells = sheet.createCells();
  if (!results.isInPlace) return { cells, hasChanges: await results.isStale() };
  return { cells, hasChanges: await cells.hasChanges(file, intake.sheet, intake.headerRow) };
}

/** Resolves to what was written, or to the reason if the write failed. */
export async function writeResults(
  sheet: RunSheet,
  idle: ChangeCheck | undefined,
  storage: RunStorage,
  { at, isStopped }: { readonly at: string; readonly isStopped: boolean },
): Promise<WriteOutcome> {
  try {
    const written = await writeIfChanged(sheet, idle, storage, at);
    return isStopped ? written : await deleteOldCopies(sheet, written, storage.results);
  } catch (thrown) {
    const why = toMessages(storage.results.toWriteError(thrown));
    return { notInPlace: [...why, { code: 'resultsInJournal', isStopped }], notes: [] };
  }
}

function toMessages(error: unknown): readonly Message[] {
  if (error instanceof ResultsDoNotFitError) return error.messages;
  if (error instanceof SheetError) return [toSheetMessage(error.problem)];
  throw error;
}

async function writeIfChanged(
  sheet: RunSheet,
  idle: ChangeCheck | undefined,
  storage: RunStorage,
  at: string,
): Promise<WriteOutcome> {
  const { file, intake, journal, rows, hiddenRows, round } = sheet.read;
  const { sheet: name, headerRow, columns } = intake;
  const cells = idle?.cells ?? sheet.createCells();
  const { results } = storage;
  const hasChanges = !results.isInPlace
    ? await results.isStale()
    : !(await file.isCurrent()) ||
      (idle?.hasChanges ?? (await cells.hasChanges(file, name, headerRow)));
  if (!hasChanges) {
    if (!results.isInPlace) await cells.noteKeptCells(file, name, headerRow);
    return { notes: cells.notes };
  }
  // Another run may have the lock now, may have read the sheet, and may have newer states. The
  // results of this run are in the journal.
  if (journal.isTakenOver) {
    return { notInPlace: [{ code: 'resultsInJournal', isStopped: true }], notes: [] };
  }
  // A backup without a journal would look as if the journal were lost. Without a journal, nothing
  // was sent.
  const hasJournal = journal.isStored || !journal.isUsable || (await journal.begin());
  if (!hasJournal && results.isInPlace) return { notes: cells.notes };
  const read = { file, sheet: name, headerRow };
  const source = { ...read, rows, hiddenRows, columns, cells };
  const { options, wording, notes } = sheet;
  return writeBack(source, journal, {
    ...options,
    wording,
    notes,
    round,
    at,
    storage,
  });
}

/**
 * Call this only if the run was not stopped: all results are then in the sheet or in a new file.
 */
async function deleteOldCopies(
  { read }: RunSheet,
  written: WriteOutcome,
  results: ResultsPlace,
): Promise<WriteOutcome> {
  if (!read.journal.isUsable) return written;
  const madeFiles = [written.path ?? [], written.backup ?? []].flat();
  const { deleted = 0, left = [] } = (await results.deleteOldCopies(madeFiles)) ?? {};
  const counted = deleted === 0 ? written : { ...written, oldCopiesDeleted: deleted };
  if (left.length === 0) return counted;
  return { ...counted, notes: [...written.notes, { code: 'oldCopiesStay', files: left }] };
}

interface WriteBackOptions extends CellOptions {
  readonly output: string;
  readonly colourScale: boolean;
  readonly intake: IntakeOptions;
  readonly at: string;
  readonly storage: RunStorage;
}

interface CompletedWrite extends Omit<WrittenSheet, 'notes' | 'notInPlace'> {
  readonly notes: readonly Message[];
  /** Why results are not in the requested file, which file contains them, and what to do. */
  readonly notInPlace?: readonly Message[];
  /** The original numbers of rows that were sent, and then removed from the sheet or edited. */
  readonly unmatchedRows?: readonly number[];
  /** The number of files that were deleted because of `--keep-backups`. */
  readonly oldCopiesDeleted?: number;
}

class ResultsDoNotFitError extends Error {
  readonly messages: readonly Message[];

  constructor(sheet: string, why: readonly Message[]) {
    super(`The results do not fit ${sheet}.`);
    this.messages = [{ code: 'resultsDoNotFit', sheet }, ...why];
  }
}

interface ReadSource {
  readonly file: SheetFile;
  readonly sheet: string;
  readonly headerRow: number;
  readonly rows: readonly PlannedRow[];
  readonly hiddenRows?: readonly PlannedRow[];
  readonly columns: Columns;
  readonly cells: SheetCells;
}

/**
 * If the sheet was changed since it was read, it is read again, each result is written into the row
 * with the same request, and the results go into a new file or the requested copy. They also go
 * into a new file if the original cannot be replaced, for example because it is open in Excel.
 */
async function writeBack(
  source: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
): Promise<CompletedWrite> {
  if (!(await source.file.isCurrent())) return writeChanged(source, journal, options);
  try {
    return await write(source, journal, options, options.output);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (!(await source.file.isCurrent())) return writeChanged(source, journal, options);
    if (!options.storage.results.isInPlace) throw error;
    const written = await write(
      source,
      journal,
      options,
      options.storage.results.chooseFallback(),
    ).catch((second: unknown) => {
      // The fallback file was not requested; report the first error.
      throw second instanceof SheetError ? error : second;
    });
    const reason = error.problem;
    const file = getFileName(written.path);
    const note = { code: 'resultsBeside', reason, file } as const;
    return { ...written, notes: [note, ...written.notes], notInPlace: [note] };
  }
}

async function writeChanged(
  original: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
): Promise<CompletedWrite> {
  const { path } = original.file;
  const name = getFileName(path);
  const { storage } = options;
  const file = await storage.openSheet();
  try {
    // Filters may have changed, so sent rows are selected by the plan, not by what is visible now.
    const everyRow = { ...options.intake, visibleOnly: false };
    const intake = await readRows(file, journal, {
      ...options,
      intake: everyRow,
      assessments: await storage.readAssessments?.(),
      findRequestsElsewhere: storage.findRequestsElsewhere,
    });
    const { sheet, headerRow, columns } = intake;
    const planned = planSheet(options.operation, intake.rows, journal.states, options.round);
    const rows = removeHiddenRows(planned, original.hiddenRows);
    const rowsOfRun = new Set(rows);
    const hiddenRows = planned.filter((row) => !rowsOfRun.has(row));
    const cells = new SheetCells({ read: intake.rows, rows, hiddenRows, columns }, journal, {
      ...options,
      notes: new Map(),
    });
    const source = { file, sheet, headerRow, rows, columns, cells };
    const { isInPlace } = storage.results;
    const output = isInPlace ? storage.results.chooseFallback() : options.output;
    const written = await write(source, journal, options, output);
    const keysInSheet = new Set(planned.map(({ key }) => key));
    const unmatchedRows = original.rows
      .filter(
        ({ key }) => !keysInSheet.has(key) && (journal.state(key)?.state ?? 'Ready') !== 'Ready',
      )
      .map(({ number }) => number);
    const changed = {
      code: 'sheetChanged',
      sheet: name,
      ...(isInPlace ? {} : { output: getFileName(output) }),
    } as const;
    const lost = {
      code: 'sentRowsNotInSheet',
      rows: unmatchedRows,
      journal: getFileName(journal.path),
    } as const;
    return {
      ...written,
      notes: [changed, ...(unmatchedRows.length === 0 ? [] : [lost]), ...written.notes],
      ...(isInPlace ? { notInPlace: [changed] } : {}),
      unmatchedRows,
    };
  } catch (error) {
    // This is not a usage error, because rows were sent.
    if (error instanceof UsageError) throw new ResultsDoNotFitError(name, error.messages);
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Finds hidden rows by their keys. A row that cannot be sent has no key, so it is removed if it is
 * hidden now.
 */
function removeHiddenRows(
  rows: readonly PlannedRow[],
  hiddenRows: readonly PlannedRow[] = [],
): readonly PlannedRow[] {
  if (hiddenRows.length === 0) return rows;
  const keys = new Set(hiddenRows.map(({ key }) => key));
  return rows.filter(({ key, hidden }) => (key === '' ? hidden !== true : !keys.has(key)));
}

async function write(
  source: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
  output: string,
): Promise<CompletedWrite> {
  const { file, sheet, headerRow, columns, cells } = source;
  // The replaced IDs are recorded before the sheet is written, so that no row is sent again because
  // its ID was overwritten.
  if (options.storage.results.isInPlace && output === options.output) {
    journal.noteDisplaced(cells.listDisplacedIds());
  }
  // The journal must contain everything that the sheet shows, even after a power cut.
  await journal.waitForSync().catch(() => undefined);
  const written = await file.write({
    sheet,
    headerRow,
    output,
    colourScale: options.colourScale,
    columns: cells.allColumns,
    keyColumns: [...columns.fields.values()],
    lastHeading: findLastHeading(columns.headings),
    results: (rowNumber, current) => cells.toResultCells(rowNumber, current),
  });
  // IDs do not count as shown in a requested copy or a fallback file.
  if (options.storage.results.isInPlace && written.path === options.output) {
    journal.noteShown(cells.listShownIds());
  }
  // A requested copy is another sheet that does not belong to this journal.
  if (options.storage.results.isInPlace) noteColumns(journal, source, written, options.at);
  const { notInPlace, ...rest } = written;
  return {
    ...rest,
    notes: [...written.notes.map(toSheetMessage), ...cells.notes],
    ...(notInPlace === undefined ? {} : { notInPlace: [toSheetMessage(notInPlace)] }),
  };
}

/**
 * Records which columns are now ours. If the journal is new because nothing was sent, it is not
 * created for this.
 */
function noteColumns(
  journal: Journal,
  { file, sheet: name, columns: { results, resultHeadings }, cells }: ReadSource,
  written: Pick<WrittenSheet, 'headings'>,
  at: string,
): void {
  if (journal.isNew) return;
  const sheet = toSheetKey(file, name);
  const headings = Object.fromEntries([
    ...[...results.keys()].map((name) => [name, resultHeadings.get(name) ?? ''] as const),
    ...cells.columns.map(({ name, heading }, index) => {
      return [name, written.headings?.[index] ?? heading] as const;
    }),
  ]);
  if (isSameData(headings, journal.columns.get(sheet))) return;
  journal.appendIfPossible({ fact: 'columns', sheet, headings, at });
}
