import { basename, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type IntakeOptions, readSheet } from '../intake/readSheet.js';
import type { SheetFiles } from '../journal/files.js';
import type { Journal } from '../journal/journal.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import { messageOf, UsageError } from '../output/errors.js';
import type { Columns } from '../intake/columns.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { rowList } from '../output/lines.js';
import { freeName } from '../sheets/freeName.js';
import { openSheet } from '../sheets/open.js';
import { SheetError, type SheetFile, type WrittenSheet } from '../sheets/sheet.js';
import { columnsToWrite, hasEarlier } from './resultColumns.js';
import { reportOn } from './rowReport.js';
import type { PlannedRow, StandingOptions } from './standing.js';
import { isSame } from './submissions.js';

export interface WriteBackOptions extends StandingOptions {
  readonly operation: SheetOperation;
  readonly output: string;
  readonly colourScale: boolean;
  readonly intake: IntakeOptions;
  readonly notes: ReadonlyMap<number, string>;
  readonly round: CurrentRound;
  readonly files: Pick<SheetFiles, 'journal'>;
}

/** What was written, and what found no place in it. */
export interface WrittenBack extends WrittenSheet {
  /** Rows as they were read, that were sent and are not in the sheet any more. */
  readonly withoutPlace?: readonly number[];
}

/** A sheet that was read, with its plan. */
export interface ReadSource {
  readonly file: SheetFile;
  readonly sheet: string;
  readonly headerRow: number;
  readonly rows: readonly PlannedRow[];
  readonly columns: Columns;
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
    if (!isInPlace(source, options)) throw error;
    const { path } = source.file;
    const written = await write(source, journal, options, freeName(path, 'results'));
    return { ...written, notes: [messageOf(error), ...written.notes] };
  }
}

/**
 * True for a row whose result cells are ours to write. What an earlier run wrote, and the journal
 * does not know, stays as it is; and so do result cells that seem to be copied from another row,
 * until a person has looked at them.
 */
export function isWritten(row: PlannedRow, state: RowState | undefined): boolean {
  if (state?.bySheet === true && isSame(row, state)) return false;
  return row.blocked === undefined && (row.adopted === undefined || state !== undefined);
}

/**
 * The row as its cells show it, and what is known of it. One that waits to be assessed again shows
 * its last assessment: nothing has become of the next one yet.
 */
export function shownRow(
  row: PlannedRow,
  state: RowState | undefined,
): readonly [PlannedRow, RowState | undefined] {
  const [last, ...earlier] = row.earlier ?? [];
  const isSent = state !== undefined && state.state !== 'Ready';
  if (last === undefined || isSent || row.adopted !== undefined) return [row, state];
  // What only the sheet knows of the last one, it need not be told.
  if (last.byPerson === true) return [{ ...row, adopted: last.assessmentId ?? '' }, undefined];
  return [{ ...row, earlier }, last];
}

function isInPlace({ file }: ReadSource, { output }: WriteBackOptions): boolean {
  return resolve(file.path) === resolve(output);
}

async function writeChanged(
  before: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
): Promise<WrittenBack> {
  const { path } = before.file;
  const name = basename(path);
  const file = await openSheet(path);
  try {
    const { sheet, headerRow, rows, columns } = await readSheet(file, {
      ...options.intake,
      knownColumns: journal.columns,
    });
    const source = {
      file,
      sheet,
      headerRow,
      rows: options.operation.plan(rows, journal.states, options.round),
      columns,
    };
    const output = isInPlace(source, options) ? freeName(path, 'results') : options.output;
    const written = await write(source, journal, { ...options, notes: new Map() }, output);
    const still = new Set(source.rows.map(({ key }) => key));
    const withoutPlace = before.rows
      .filter(({ key }) => !still.has(key) && (journal.state(key)?.state ?? 'Ready') !== 'Ready')
      .map(({ number }) => number);
    const notes = [
      `${name} was changed while the run went on, so it was left alone. Each result stands in the row with the same inputs.`,
      ...(withoutPlace.length === 0 ? [] : [placeNote(withoutPlace, options.files.journal)]),
    ];
    return { ...written, notes: [...notes, ...written.notes], withoutPlace };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // Not a usage error: rows were sent.
    throw new SheetError(
      `${name} was changed while the run went on, and the results do not fit it any more: ${messageOf(error)}`,
    );
  } finally {
    await file.close();
  }
}

function placeNote(rows: readonly number[], journal: string): string {
  const were = rows.length === 1 ? 'was' : 'were';
  const them = rows.length === 1 ? 'it' : 'them';
  const list = rowList(rows.slice(0, 10), rows.length);
  return `${list.replace('r', 'R')}, as the sheet was read, ${were} sent and then removed or edited. What became of ${them} stands only in the journal ${basename(journal)}. Put ${them} back with the same inputs, and the same command writes it into the sheet.`;
}

async function write(
  source: ReadSource,
  journal: Journal,
  options: WriteBackOptions,
  output: string,
): Promise<WrittenSheet> {
  const { file, sheet, headerRow, rows } = source;
  const { operation } = options;
  const columns = columnsToWrite(operation, hasEarlier(rows), source.columns);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const written = await file.write({
    sheet,
    headerRow,
    output,
    colourScale: options.colourScale,
    columns,
    results: (rowNumber) => {
      const row = byNumber.get(rowNumber);
      if (row === undefined) return undefined;
      const [shown, state] = shownRow(row, journal.state(row.key));
      if (!isWritten(shown, state)) return undefined;
      const report = reportOn(operation, shown, state, options, options.notes.get(rowNumber));
      return columns.map((column) => column.of(report));
    },
  });
  // A copy that was asked for is another sheet, and this journal is not of it.
  if (isInPlace(source, options)) noteColumns(journal, source, columns, written, options.round);
  return written;
}

/**
 * Lets the journal know which columns are ours from now on: those that the sheet had already, and
 * those that were added. Where nothing was ever sent, it need not begin for that.
 */
function noteColumns(
  journal: Journal,
  { sheet, columns: { results, resultHeadings } }: ReadSource,
  columns: readonly ReportColumn[],
  written: WrittenSheet,
  { nowMs }: CurrentRound,
): void {
  if (journal.states.size === 0 || journal.failure !== undefined) return;
  const headings = Object.fromEntries([
    ...[...results.keys()].map((name) => [name, resultHeadings.get(name) ?? ''] as const),
    ...columns.map(({ name, heading }, at) => [name, written.headings?.[at] ?? heading] as const),
  ]);
  if (isDeepStrictEqual(headings, journal.columns.get(sheet))) return;
  journal.append({ fact: 'columns', sheet, headings, at: new Date(nowMs).toISOString() });
  // The results are in the sheet. A disk that is full must not make a failure of that.
  journal.unwritten();
}
