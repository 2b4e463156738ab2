import { UsageError } from '../output/errors.js';
import type { SheetFile, SheetRow } from '../sheets/sheet.js';
import {
  type Columns,
  countHeadings,
  headingList,
  headingText,
  nearMissSentence,
  readColumns,
} from './columns.js';
import { squash } from './headingNames.js';
import type { IntakeOptions } from './readSheet.js';

/** Where the headings stand, and what they mean. */
export interface HeadingPlace {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Columns;
}

/** The heading row is looked for among this many rows with values. */
const headingSearchRows = 100;

/**
 * Finds the sheet and its heading row: the first visible sheet with all headings that are needed,
 * in the row that names most of them. Throws a UsageError that says what is missing when none has.
 */
export async function findHeadings(file: SheetFile, options: IntakeOptions): Promise<HeadingPlace> {
  const visible = file.sheets.filter((sheet) => sheet.visible).map(({ name }) => name);
  const chosen = options.sheet === undefined ? visible : [namedSheet(file, options.sheet)];
  const candidates: Candidate[] = [];
  for (const sheet of chosen) {
    const candidate = await lookAt(file, sheet, options);
    if (candidate === undefined) continue;
    candidates.push(candidate);
    if (candidate.missing?.length === 0 && candidate.count > 0) break;
  }
  // When --set gives all that is needed, a sheet without any known heading will do.
  const best =
    candidates.find(({ missing, count }) => missing?.length === 0 && count > 0) ??
    candidates.find(({ missing }) => missing?.length === 0) ??
    candidates.toSorted((a, b) => b.count - a.count)[0];
  if (best === undefined) throw new UsageError(nothingThere(file, options));
  const { sheet, row, columns, missing, trouble } = best;
  if (trouble !== undefined) throw trouble;
  if (columns === undefined || missing?.length !== 0) {
    const hidden = options.sheet === undefined ? await fittingHiddenSheet(file, options) : [];
    throw new UsageError([...misfit(best), ...hidden, remedy(options)].join('\n'));
  }
  return { sheet, headerRow: row.number, columns };
}

function remedy({ inputs }: IntakeOptions): string {
  return `Add or rename the headings, map them with --columns, name the heading row with --header-row, or give one value for all rows with --set. ${inputs.template} makes a sheet with the right headings.`;
}

interface Candidate {
  readonly sheet: string;
  readonly row: SheetRow;
  /** Inputs that the row names. */
  readonly count: number;
  readonly columns?: Columns;
  /** Labels of inputs that it lacks. */
  readonly missing?: readonly string[];
  /** Why the columns cannot be told; matters only when no other sheet fits. */
  readonly trouble?: UsageError;
}

async function lookAt(
  file: SheetFile,
  sheet: string,
  options: IntakeOptions,
): Promise<Candidate | undefined> {
  const rows = await firstRows(file, sheet, options.headerRow);
  const row = headingRow(rows, options);
  if (row === undefined) return undefined;
  const count = countNamed(row, options);
  try {
    const columns = readColumns(
      options.inputs,
      row.cells,
      options.columns,
      options.knownColumns?.get(sheet),
    );
    return { sheet, row, count, columns, missing: missingFields(columns, options) };
  } catch (trouble) {
    if (!(trouble instanceof UsageError)) throw trouble;
    return { sheet, row, count, trouble };
  }
}

function namedSheet(file: SheetFile, wanted: string): string {
  const plain = (name: string) => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const found =
    file.sheets.find(({ name }) => name === wanted) ??
    file.sheets.find(({ name }) => plain(name) === plain(wanted));
  if (found !== undefined) return found.name;
  const names = file.sheets.map(({ name }) => `"${name}"`);
  throw new UsageError(`There is no sheet "${wanted}". The file has ${headingList(names)}.`);
}

async function firstRows(
  file: SheetFile,
  sheet: string,
  upTo: number | undefined,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows(sheet)) {
    if (upTo === undefined) {
      rows.push(...batch);
      if (rows.length >= headingSearchRows) break;
    } else {
      const found = batch.find(({ number }) => number === upTo);
      if (found !== undefined) return [found];
      if ((batch.at(-1)?.number ?? 0) > upTo) break;
    }
  }
  return rows;
}

/** The row that names most inputs; the first one with values when none names any. */
function headingRow(rows: readonly SheetRow[], options: IntakeOptions): SheetRow | undefined {
  if (options.headerRow !== undefined) return rows[0];
  let best: SheetRow | undefined;
  let most = 0;
  for (const row of rows.slice(0, headingSearchRows)) {
    const count = countNamed(row, options);
    if (count > most) [best, most] = [row, count];
  }
  return best ?? rows[0];
}

function countNamed({ cells }: SheetRow, { inputs, columns = {} }: IntakeOptions): number {
  const mapped = Object.values(columns).map((heading = '') => heading);
  if (mapped.length === 0) return countHeadings(inputs, cells);
  const texts = new Set(cells.map((cell) => squash(headingText(cell))));
  const found = mapped.filter((heading) => texts.has(squash(heading)));
  return countHeadings(inputs, cells) + found.length;
}

function missingFields(columns: Columns, { inputs, set = {} }: IntakeOptions): string[] {
  return Object.entries(inputs.fields).flatMap(([name, { required, label }]) =>
    required === 'always' && !columns.fields.has(name) && set[name] === undefined ? [label] : [],
  );
}

function misfit({ sheet, row, count, columns, missing = [] }: Candidate): string[] {
  const found = row.cells.map(headingText).filter((text) => text !== '');
  const place = `ow ${row.number} of the sheet "${sheet}"`;
  return [
    count === 0
      ? `No heading row was found; r${place} holds none of the headings that are needed.`
      : `R${place} does not have all headings that are needed.`,
    `Missing: ${missing.join(', ')}.`,
    ...(found.length === 0 ? [] : [`Found: ${headingList(found)}.`]),
    ...(columns?.nearMisses ?? []).slice(0, 10).map(nearMissSentence),
  ];
}

async function fittingHiddenSheet(file: SheetFile, options: IntakeOptions): Promise<string[]> {
  for (const { name, visible } of file.sheets) {
    if (visible) continue;
    const candidate = await lookAt(file, name, options);
    if (candidate?.missing?.length === 0 && candidate.count > 0) {
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
