import { SheetError, type SheetFile, type SheetRow } from '../../../sheets/sheet.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { assertColumnsExist } from './columnMap.js';
import { findColumnOwners } from './columnOwners.js';
import { type Columns, readHeading, readColumns } from './columns.js';
import { type HeadingRow, type HeadingSearch, countNamed, findHeadingRow } from './headingRow.js';
import type { IntakeOptions } from './intakeOptions.js';
import { toNameList } from './intakeMessages.js';
import { findWrittenHeadings } from './headingNames.js';

export interface HeadingPosition {
  readonly sheet: string;
  /** The lower of two heading rows. */
  readonly headerRow: number;
  readonly columns: Columns;
  readonly notes: readonly Message[];
}

/** Takes the chosen sheet, or else the first visible sheet with all required headings. */
export async function findHeadings(
  file: SheetFile,
  options: IntakeOptions,
): Promise<HeadingPosition> {
  const { best, fitting } = await findBestCandidate(file, options);
  if (best === undefined) throw new UsageError(createEmptyMessage(file, options));
  const { sheet, row, columns, missing, problem } = best;
  if (problem !== undefined) throw problem;
  if (columns === undefined || missing?.length !== 0) {
    const hiddenSheet =
      options.sheet === undefined ? await findFittingHiddenSheet(file, options) : undefined;
    throw new UsageError(createMisfitMessage(best, hiddenSheet, options));
  }
  const others = fitting.filter((other) => other !== best && other.hasRows);
  const notes = [...noteTwoRows(row), ...noteOtherSheets(others.map((other) => other.sheet))];
  const proved = await checkColumns(file, best.sheet, row, columns, options);
  return { sheet, headerRow: row.number, columns: proved, notes };
}

/** If no sheet fits, searches again with headings in other languages. */
export async function findBestCandidate(
  file: SheetFile,
  options: IntakeOptions,
): Promise<Candidates> {
  const found = await findCandidates(file, options);
  if (found.fitting.length > 0 || found.best?.missing?.length === 0) return found;
  const guessed = await findCandidates(file, { ...options, countsGuesses: true });
  return (guessed.best?.count ?? 0) > (found.best?.count ?? 0) ? guessed : found;
}

interface Candidates {
  readonly best: Candidate | undefined;
  readonly fitting: readonly Candidate[];
}

async function findCandidates(file: SheetFile, options: HeadingSearch): Promise<Candidates> {
  const visible = file.sheets.filter((sheet) => sheet.visible).map(({ name }) => name);
  const chosen = options.sheet === undefined ? visible : [findNamedSheet(file, options.sheet)];
  const candidates: Candidate[] = [];
  for (const sheet of chosen) {
    const isNeeded = !candidates.some(fits);
    const candidate = await findCandidate(file, sheet, options).catch((error: unknown) => {
      // An unreadable sheet is skipped if an earlier sheet fits.
      if (isNeeded || !(error instanceof SheetError)) throw error;
    });
    if (candidate !== undefined) candidates.push(candidate);
  }
  const fitting = candidates.filter(fits);
  const best =
    fitting[0] ??
    // If --set gives all required inputs, a sheet needs no known heading.
    candidates.find(({ missing }) => missing?.length === 0) ??
    candidates.toSorted((a, b) => b.count - a.count)[0];
  return { best, fitting };
}

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
  const written = findWrittenHeadings(file, sheet, knownColumns);
  return readColumns(inputs, row.cells, map, { written, users, proven });
}

function noteTwoRows({ number, upper }: HeadingRow): Message[] {
  return upper === undefined ? [] : [{ code: 'headingsInTwoRows', rows: [upper, number] }];
}

function noteOtherSheets(sheets: readonly string[]): Message[] {
  return sheets.length === 0 ? [] : [{ code: 'otherSheetsFit', sheets: toNameList(sheets) }];
}

function findNamedSheet(file: SheetFile, wanted: string): string {
  const found = findSheet(file, wanted);
  if (found !== undefined) return found;
  const sheets = toNameList(file.sheets.map(({ name }) => name));
  throw new UsageError({ code: 'sheetMissing', wanted, sheets });
}

/** If no sheet has exactly this name, ignores case and spaces. */
export function findSheet({ sheets }: SheetFile, wanted: string): string | undefined {
  const normalizeName = (name: string) => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => normalizeName(name) === normalizeName(wanted));
  return found?.name;
}

function createMisfitMessage(
  { sheet, row, count, columns, missing = [], neighbour }: Candidate,
  hiddenSheet: string | undefined,
  { inputs }: IntakeOptions,
): Message {
  return {
    code: 'headingsDoNotFit',
    sheet,
    row: row.number,
    upperRow: row.upper,
    hasNone: count === 0,
    otherRow: neighbour?.number,
    missing,
    found: toNameList(row.cells.map(readHeading)),
    nearMisses: columns?.nearMisses ?? [],
    guesses: columns?.guesses ?? [],
    hiddenSheet,
    operation: inputs.name,
  };
}

async function findFittingHiddenSheet(
  file: SheetFile,
  options: IntakeOptions,
): Promise<string | undefined> {
  for (const { name, visible } of file.sheets) {
    if (visible) continue;
    const candidate = await findCandidate(file, name, options).catch((error: unknown) => {
      // An unreadable hidden sheet is skipped, because the message is about a visible sheet.
      if (!(error instanceof SheetError)) throw error;
    });
    if (candidate !== undefined && fits(candidate)) return name;
  }
  return undefined;
}

function createEmptyMessage(file: SheetFile, { sheet, headerRow, inputs }: IntakeOptions): Message {
  if (headerRow !== undefined) return { code: 'headerRowEmpty', sheet, row: headerRow };
  return file.sheets.some(({ visible }) => visible) || sheet !== undefined
    ? { code: 'sheetEmpty', sheet, operation: inputs.name }
    : { code: 'allSheetsHidden' };
}

const headingSearchRows = 100;

interface Candidate {
  readonly sheet: string;
  readonly row: HeadingRow;
  /** The number of named inputs; includes guessed inputs if `countsGuesses` is set. */
  readonly count: number;
  readonly hasRows: boolean;
  /** An adjacent row with a required heading that this row lacks. */
  readonly neighbour?: HeadingRow | undefined;
  readonly columns?: Columns;
  /** Labels of required inputs without a heading. */
  readonly missing?: readonly string[];
  /** The error for unclear columns; used only if no other sheet fits. */
  readonly problem?: UsageError;
}

function fits({ missing, count }: Candidate): boolean {
  return missing?.length === 0 && count > 0;
}

async function findCandidate(
  file: SheetFile,
  sheet: string,
  options: HeadingSearch,
): Promise<Candidate | undefined> {
  const { rows, width } = await readFirstRows(file, sheet, options.headerRow);
  const row = findHeadingRow(rows.slice(0, headingSearchRows), options);
  if (row === undefined) return undefined;
  const count = countNamed(row.cells.map(readHeading), options);
  const hasRows = rows.some(({ number }) => number > row.number);
  const found = { sheet, row, count, hasRows };
  try {
    assertColumnsExist(options.columns ?? {}, width);
    const columns = readColumns(options.inputs, row.cells, options.columns, {
      written: findWrittenHeadings(file, sheet, options.knownColumns),
    });
    const missing = listMissingLabels(columns, options);
    const lacking = new Set(missing);
    const neighbour = rows.find(
      (other) =>
        isBeside(row, other) && listNamedInputs(other, options).some((label) => lacking.has(label)),
    );
    return { ...found, columns, missing, neighbour };
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    return { ...found, problem };
  }
}

function isBeside({ number, upper = number }: HeadingRow, other: HeadingRow): boolean {
  return other.number === upper - 1 || other.number === number + 1;
}

function listNamedInputs({ cells }: HeadingRow, { inputs }: IntakeOptions): string[] {
  return cells.flatMap((cell) => {
    const field = inputs.headings.findField(readHeading(cell));
    return field === undefined ? [] : (inputs.fields[field]?.label ?? field);
  });
}

/**
 * Reads the first rows, or the chosen row and its neighbours. `width` is the number of cells in the
 * widest row that was read.
 */
async function readFirstRows(
  file: SheetFile,
  sheet: string,
  chosenRow: number | undefined,
): Promise<{ readonly rows: readonly SheetRow[]; readonly width: number }> {
  const rows: SheetRow[] = [];
  let width = 0;
  for await (const batch of file.rows(sheet)) {
    for (const { cells } of batch) width = Math.max(width, cells.length);
    if (chosenRow === undefined) {
      rows.push(...batch);
      if (rows.length > headingSearchRows) break;
    } else {
      rows.push(...batch.filter(({ number }) => Math.abs(number - chosenRow) <= 1));
      if ((batch.at(-1)?.number ?? 0) > chosenRow) break;
    }
  }
  return { rows, width };
}

function listMissingLabels(columns: Columns, { inputs, set = {} }: IntakeOptions): string[] {
  return Object.entries(inputs.fields).flatMap(([name, { required, label }]) =>
    required === 'always' && !columns.fields.has(name) && set[name] === undefined ? [label] : [],
  );
}
