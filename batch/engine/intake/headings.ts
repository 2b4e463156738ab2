import { writtenHeadings } from './writtenHeadings.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import { type Columns, headingText, readColumns } from './columns.js';
import { type Candidate, fits, lookAt } from './headingCandidate.js';
import type { HeadingRow } from './headingRows.js';
import { nameList } from './nameList.js';
import type { IntakeOptions } from './intakeOptions.js';
import { findColumnOwners } from './columnOwners.js';

/** The position and meaning of the headings. */
export interface HeadingPosition {
  readonly sheet: string;
  /** The row above the first row of data: the lower one of two heading rows. */
  readonly headerRow: number;
  readonly columns: Columns;
  /** Notes about the choice for the user. */
  readonly notes: readonly Message[];
}

/**
 * Finds the first visible sheet with all required headings, and the row with most of them. Throws
 * a UsageError that names the missing headings if no sheet fits.
 */
export async function findHeadings(
  file: SheetFile,
  options: IntakeOptions,
): Promise<HeadingPosition> {
  const { best, fitting } = await bestCandidate(file, options);
  if (best === undefined) throw new UsageError(nothingThere(file, options));
  const { sheet, row, columns, missing, trouble } = best;
  if (trouble !== undefined) throw trouble;
  if (columns === undefined || missing?.length !== 0) {
    const hiddenSheet =
      options.sheet === undefined ? await fittingHiddenSheet(file, options) : undefined;
    throw new UsageError(misfit(best, hiddenSheet, options));
  }
  const others = fitting.filter((other) => other !== best && other.hasRows);
  const notes = [...twoRowsNote(row), ...otherSheetsNote(others.map((other) => other.sheet))];
  const proved = await checkColumns(file, best.sheet, row, columns, options);
  return { sheet, headerRow: row.number, columns: proved, notes };
}

/**
 * Returns the best-matching sheet, and all sheets that fit; none for a file without values. Throws
 * a UsageError if the chosen sheet does not exist.
 */
export async function bestCandidate(
  file: SheetFile,
  options: IntakeOptions,
): Promise<{ readonly best: Candidate | undefined; readonly fitting: readonly Candidate[] }> {
  const visible = file.sheets.filter((sheet) => sheet.visible).map(({ name }) => name);
  const chosen = options.sheet === undefined ? visible : [namedSheet(file, options.sheet)];
  const candidates: Candidate[] = [];
  for (const sheet of chosen) {
    const isNeeded = !candidates.some(fits);
    const candidate = await lookAt(file, sheet, options).catch((error: unknown) => {
      // An unreadable sheet is skipped if an earlier one fits.
      if (isNeeded || !(error instanceof SheetError)) throw error;
    });
    if (candidate !== undefined) candidates.push(candidate);
  }
  // If --set gives all required inputs, a sheet needs no known heading.
  const fitting = candidates.filter(fits);
  const best =
    fitting[0] ??
    candidates.find(({ missing }) => missing?.length === 0) ??
    candidates.toSorted((a, b) => b.count - a.count)[0];
  return { best, fitting };
}

/** Returns the columns after a check of their cells. */
async function checkColumns(
  file: SheetFile,
  sheet: string,
  row: HeadingRow,
  columns: Columns,
  { inputs, columns: map, knownColumns }: IntakeOptions,
): Promise<Columns> {
  const { users, proven } = await findColumnOwners(
    file,
    sheet,
    row.number,
    columns,
    inputs.headings.columns,
  );
  if (users.size === 0 && proven.size === 0) return columns;
  const written = writtenHeadings(file, sheet, knownColumns);
  return readColumns(inputs, row.cells, map, { written, users, proven });
}

function twoRowsNote({ number, upper }: HeadingRow): Message[] {
  return upper === undefined ? [] : [{ code: 'headingsInTwoRows', rows: [upper, number] }];
}

function otherSheetsNote(sheets: readonly string[]): Message[] {
  return sheets.length === 0 ? [] : [{ code: 'otherSheetsFit', sheets: nameList(sheets) }];
}

function namedSheet(file: SheetFile, wanted: string): string {
  const normalizeSheetName = (name: string) => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const found =
    file.sheets.find(({ name }) => name === wanted) ??
    file.sheets.find(({ name }) => normalizeSheetName(name) === normalizeSheetName(wanted));
  if (found !== undefined) return found.name;
  const sheets = nameList(file.sheets.map(({ name }) => name));
  throw new UsageError({ code: 'sheetMissing', wanted, sheets });
}

function misfit(
  { sheet, row, count, columns, missing = [], neighbour }: Candidate,
  hiddenSheet: string | undefined,
  { inputs }: IntakeOptions,
): Message {
  return {
    code: 'headingsDoNotFit',
    ...{ sheet, row: row.number, upperRow: row.upper, hasNone: count === 0 },
    ...{ otherRow: neighbour?.number, missing, found: nameList(row.cells.map(headingText)) },
    ...{ nearMisses: columns?.nearMisses ?? [], hiddenSheet, operation: inputs.name },
  };
}

async function fittingHiddenSheet(
  file: SheetFile,
  options: IntakeOptions,
): Promise<string | undefined> {
  for (const { name, visible } of file.sheets) {
    if (visible) continue;
    const candidate = await lookAt(file, name, options);
    if (candidate !== undefined && fits(candidate)) return name;
  }
  return undefined;
}

function nothingThere(file: SheetFile, { sheet, headerRow, inputs }: IntakeOptions): Message {
  if (headerRow !== undefined) return { code: 'headerRowEmpty', sheet, row: headerRow };
  return file.sheets.some(({ visible }) => visible) || sheet !== undefined
    ? { code: 'sheetEmpty', sheet, operation: inputs.name }
    : { code: 'allSheetsHidden' };
}
