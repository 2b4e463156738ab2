import { writtenHeadings } from './ownColumns.js';
import { UsageError } from '../errors.js';
import { type Sentence, sentence, value } from '../wording/sentence.js';
import { SheetError, type SheetFile, type SheetRow } from '../../../sheets/sheet.js';
import {
  type Columns,
  headingList,
  headingText,
  nearMissSentence,
  readColumns,
} from './columns.js';
import { countNamed, findHeadingRow, type HeadingRow } from './headingRows.js';
import type { IntakeOptions } from './intakeOptions.js';
import { usersColumns } from './usersColumns.js';

/** Where the headings stand, and what they mean. */
export interface HeadingPosition {
  readonly sheet: string;
  /** The row above the first row of data, and the lower one of two rows of headings. */
  readonly headerRow: number;
  readonly columns: Columns;
  /** What the user should know of the choice, each a sentence. */
  readonly notes: readonly string[];
}

/** The heading row is looked for among this many rows with values. */
const headingSearchRows = 100;

/**
 * Finds the sheet and its heading row: the first visible sheet with all headings that are needed,
 * in the row that names most of them. Throws a UsageError that says what is missing when none has.
 */
export async function findHeadings(
  file: SheetFile,
  options: IntakeOptions,
): Promise<HeadingPosition> {
  const visible = file.sheets.filter((sheet) => sheet.visible).map(({ name }) => name);
  const chosen = options.sheet === undefined ? visible : [namedSheet(file, options.sheet)];
  const candidates: Candidate[] = [];
  for (const sheet of chosen) {
    const isNeeded = !candidates.some(fits);
    const candidate = await lookAt(file, sheet, options).catch((error: unknown) => {
      // Of a further sheet there is only something to tell when it can be read.
      if (isNeeded || !(error instanceof SheetError)) throw error;
    });
    if (candidate !== undefined) candidates.push(candidate);
  }
  // When --set gives all that is needed, a sheet without any known heading will do.
  const fitting = candidates.filter(fits);
  const best =
    fitting[0] ??
    candidates.find(({ missing }) => missing?.length === 0) ??
    candidates.toSorted((a, b) => b.count - a.count)[0];
  if (best === undefined) throw new UsageError(nothingThere(file, options));
  const { sheet, row, columns, missing, trouble } = best;
  if (trouble !== undefined) throw trouble;
  if (columns === undefined || missing?.length !== 0) {
    const hidden = options.sheet === undefined ? await fittingHiddenSheet(file, options) : [];
    throw new UsageError(...misfit(best), ...hidden, remedy(options));
  }
  const others = fitting.filter((other) => other !== best && other.hasRows);
  const notes = [...twoRowsNote(row), ...otherSheetsNote(others.map((other) => other.sheet))];
  const proved = await withoutUsers(file, best.sheet, row, columns, options);
  return { sheet, headerRow: row.number, columns: proved, notes };
}

/** The columns, without those that only their headings show to be ours and their cells to be the user's. */
async function withoutUsers(
  file: SheetFile,
  sheet: string,
  row: HeadingRow,
  columns: Columns,
  { inputs, columns: map, knownColumns }: IntakeOptions,
): Promise<Columns> {
  const users = await usersColumns(file, sheet, row.number, columns);
  if (users.size === 0) return columns;
  const written = writtenHeadings(file, sheet, knownColumns);
  return readColumns(inputs, row.cells, map, { written, users });
}

function twoRowsNote({ number, upper }: HeadingRow): string[] {
  return upper === undefined ? [] : [`The headings are read from rows ${upper} and ${number}.`];
}

function otherSheetsNote([first, ...more]: readonly string[]): string[] {
  if (first === undefined) return [];
  if (more.length === 0) {
    return [
      `The sheet "${first}" also has the headings, and is not read; use --sheet to choose it.`,
    ];
  }
  const names = headingList([first, ...more].map((name) => `"${name}"`));
  return [
    `The sheets ${names} also have the headings, and are not read; use --sheet to choose one.`,
  ];
}

function remedy({ inputs }: IntakeOptions): string {
  return `Add or rename the headings, map them with --columns, name the heading row with --header-row, or give one value for all rows with --set. ${inputs.template} makes a sheet with the right headings.`;
}

interface Candidate {
  readonly sheet: string;
  readonly row: HeadingRow;
  /** Inputs that the row names. */
  readonly count: number;
  /** There are values below it. */
  readonly hasRows: boolean;
  /** The row above or below it, when that has headings too. */
  readonly neighbour?: HeadingRow | undefined;
  readonly columns?: Columns;
  /** Labels of inputs that it lacks. */
  readonly missing?: readonly string[];
  /** Why the columns cannot be told; matters only when no other sheet fits. */
  readonly trouble?: UsageError;
}

function fits({ missing, count }: Candidate): boolean {
  return missing?.length === 0 && count > 0;
}

async function lookAt(
  file: SheetFile,
  sheet: string,
  options: IntakeOptions,
): Promise<Candidate | undefined> {
  const rows = await firstRows(file, sheet, options.headerRow);
  const row = findHeadingRow(rows.slice(0, headingSearchRows), options);
  if (row === undefined) return undefined;
  const count = countNamed(row, options);
  const hasRows = rows.some(({ number }) => number > row.number);
  const found = { sheet, row, count, hasRows };
  try {
    const columns = readColumns(options.inputs, row.cells, options.columns, {
      written: writtenHeadings(file, sheet, options.knownColumns),
    });
    const missing = missingFields(columns, options);
    const lacking = new Set(missing);
    const neighbour = rows.find(
      (other) =>
        isBeside(row, other) && namedIn(other, options).some((label) => lacking.has(label)),
    );
    return { ...found, columns, missing, neighbour };
  } catch (trouble) {
    if (!(trouble instanceof UsageError)) throw trouble;
    return { ...found, trouble };
  }
}

function isBeside({ number, upper = number }: HeadingRow, other: HeadingRow): boolean {
  return other.number === upper - 1 || other.number === number + 1;
}

/** Labels of the inputs that a row names. */
function namedIn({ cells }: HeadingRow, { inputs }: IntakeOptions): string[] {
  return cells.flatMap((cell) => {
    const field = inputs.headings.fieldOf(headingText(cell));
    return field === undefined ? [] : (inputs.fields[field]?.label ?? field);
  });
}

function namedSheet(file: SheetFile, wanted: string): string {
  const normalizeSheetName = (name: string) => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const found =
    file.sheets.find(({ name }) => name === wanted) ??
    file.sheets.find(({ name }) => normalizeSheetName(name) === normalizeSheetName(wanted));
  if (found !== undefined) return found.name;
  const names = file.sheets.map(({ name }) => `"${name}"`);
  throw new UsageError(`There is no sheet "${wanted}". The file has ${headingList(names)}.`);
}

/** The rows to look for headings in: the first ones, or the one that is named and those beside it. */
async function firstRows(
  file: SheetFile,
  sheet: string,
  named: number | undefined,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows(sheet)) {
    if (named === undefined) {
      rows.push(...batch);
      if (rows.length > headingSearchRows) break;
    } else {
      rows.push(...batch.filter(({ number }) => Math.abs(number - named) <= 1));
      if ((batch.at(-1)?.number ?? 0) > named) break;
    }
  }
  return rows;
}

function missingFields(columns: Columns, { inputs, set = {} }: IntakeOptions): string[] {
  return Object.entries(inputs.fields).flatMap(([name, { required, label }]) =>
    required === 'always' && !columns.fields.has(name) && set[name] === undefined ? [label] : [],
  );
}

function misfit({ sheet, row, count, columns, missing = [], neighbour }: Candidate): Sentence[] {
  const found = row.cells.map(headingText).filter((text) => text !== '');
  const { number, upper } = row;
  const lowest = Math.max(number, neighbour?.number ?? 0);
  return [
    count === 0
      ? `No heading row was found; row ${number} of the sheet "${sheet}" holds none of the headings that are needed.`
      : upper === undefined
        ? `Row ${number} of the sheet "${sheet}" does not have all headings that are needed.`
        : `Rows ${upper} and ${number} of the sheet "${sheet}" do not have all headings that are needed.`,
    ...(neighbour === undefined
      ? []
      : [
          `Row ${neighbour.number} has headings too: write them all into row ${lowest}, and name it with --header-row ${lowest}.`,
        ]),
    `Missing: ${missing.join(', ')}.`,
    // What is taken for headings may be a row of people.
    ...(found.length === 0 ? [] : [sentence`Found: ${value(headingList(found))}.`]),
    ...(columns?.nearMisses ?? []).slice(0, 10).map(nearMissSentence),
  ];
}

async function fittingHiddenSheet(file: SheetFile, options: IntakeOptions): Promise<string[]> {
  for (const { name, visible } of file.sheets) {
    if (visible) continue;
    const candidate = await lookAt(file, name, options);
    if (candidate !== undefined && fits(candidate)) {
      return [`The hidden sheet "${name}" has them: use it with --sheet "${name}".`];
    }
  }
  return [];
}

function nothingThere(file: SheetFile, options: IntakeOptions): string {
  const where = options.sheet === undefined ? 'The file' : `The sheet "${options.sheet}"`;
  if (options.headerRow !== undefined) {
    return `${where} has nothing in row ${options.headerRow}, which --header-row names.`;
  }
  return file.sheets.some(({ visible }) => visible) || options.sheet !== undefined
    ? `${where} has no values. Fill in one row for each ${options.inputs.each}; ${options.inputs.template} makes a sheet to start from.`
    : 'All sheets of the file are hidden. Name the right one with --sheet.';
}
