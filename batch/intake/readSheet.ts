import { type AssessmentField, assessmentFields } from '../../src/assessment.js';
import type { Field } from '../../src/field.js';
import { UsageError } from '../output/errors.js';
import type { Cell, SheetFile, SheetRow } from '../sheets/sheet.js';
import {
  type ColumnMap,
  columnLetters,
  type Columns,
  countHeadings,
  headingText,
  readColumns,
} from './columns.js';
import type { DateOrder } from './dates.js';
import { isEmptyRow, readRow, type RowReader, type RowRemark } from './readRows.js';
import type { ResultName } from './resultColumns.js';
import { RowKeys } from './rowKey.js';

/** How to read a sheet, as the options say. */
export interface IntakeOptions {
  readonly sheet?: string | undefined;
  /** The row with the headings, counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<AssessmentField, string>>> | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

/** One row of the sheet, held compactly: a sheet may have 100,000. */
export interface IntakeRow {
  readonly number: number;
  /** Identity of the row; see RowKeys. Empty when nothing could ever be sent for it. */
  readonly key: string;
  /** The request as JSON, or what is wrong. */
  readonly body?: string;
  readonly problems?: readonly RowRemark[];
  /** The first row with the very same request, when this is not it. */
  readonly sameAs?: number;
  /** What an earlier run wrote into the sheet. */
  readonly written?: { readonly status: string; readonly assessmentId: string; scored: boolean };
}

/** A sheet as it was read. */
export interface Intake {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Columns;
  readonly rows: readonly IntakeRow[];
  readonly warnings: readonly RowRemark[];
}

/** The heading row is looked for among this many rows with values. */
const headingSearchRows = 50;

/** Reads every row of the sheet that is meant. Throws a UsageError when its columns do not fit. */
export async function readSheet(file: SheetFile, options: IntakeOptions): Promise<Intake> {
  const place = await findHeadings(file, options);
  const { sheet, headerRow, columns } = place;
  refuseMissingColumns(place, options);

  const reader: RowReader = { columns, set: options.set ?? {}, dateOrder: options.dateOrder };
  const keys = new RowKeys();
  const rows: IntakeRow[] = [];
  const warnings: RowRemark[] = [];
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number <= headerRow || isEmptyRow(reader, row)) continue;
      const read = readRow(reader, row);
      warnings.push(...read.warnings);
      const written = readWritten(columns, row);
      rows.push(
        'request' in read
          ? withKey(row.number, JSON.stringify(read.request), keys, written)
          : {
              number: row.number,
              key: written?.assessmentId ? `id:${written.assessmentId}` : '',
              problems: read.problems,
              ...(written === undefined ? {} : { written }),
            },
      );
    }
  }
  if (rows.length === 0) {
    throw new UsageError(
      `The sheet "${sheet}" has no rows below its headings in row ${headerRow}. Add one row for each assessment.`,
    );
  }
  return { sheet, headerRow, columns, rows, warnings };
}

function withKey(
  number: number,
  body: string,
  keys: RowKeys,
  written: IntakeRow['written'],
): IntakeRow {
  return {
    number,
    body,
    ...keys.next(body, number),
    ...(written === undefined ? {} : { written }),
  };
}

interface HeadingPlace {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Columns;
  readonly headings: readonly string[];
}

async function findHeadings(file: SheetFile, options: IntakeOptions): Promise<HeadingPlace> {
  const names = file.sheets.filter(({ visible }) => visible).map(({ name }) => name);
  const chosen = options.sheet === undefined ? names : [namedSheet(file, options.sheet)];
  let best: { sheet: string; row: SheetRow; count: number } | undefined;
  for (const sheet of chosen) {
    const rows = await firstRows(file, sheet, options.headerRow);
    const row = headingRow(rows, options);
    if (row === undefined) continue;
    const count = countHeadings(row.cells) + Object.keys(options.columns ?? {}).length;
    if (best === undefined || count > best.count) best = { sheet, row, count };
    if (missingFields(readColumns(row.cells, options.columns), options).length === 0) {
      best = { sheet, row, count };
      break;
    }
  }
  if (best === undefined) {
    const where = options.sheet === undefined ? 'The file' : `The sheet "${options.sheet}"`;
    throw new UsageError(
      options.headerRow === undefined
        ? `${where} has no values. Fill in one row for each assessment; rwa template makes a sheet to start from.`
        : `${where} has nothing in row ${options.headerRow}, which --header-row names.`,
    );
  }
  const { sheet, row } = best;
  return {
    sheet,
    headerRow: row.number,
    columns: readColumns(row.cells, options.columns),
    headings: row.cells.map(headingText).filter((text) => text !== ''),
  };
}

function namedSheet(file: SheetFile, wanted: string): string {
  const found =
    file.sheets.find(({ name }) => name === wanted) ??
    file.sheets.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  if (found !== undefined) return found.name;
  const names = file.sheets.map(({ name }) => `"${name}"`).join(', ');
  throw new UsageError(`There is no sheet "${wanted}". The file has ${names}.`);
}

async function firstRows(
  file: SheetFile,
  sheet: string,
  upTo: number | undefined,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows(sheet)) {
    rows.push(...batch);
    const last = rows.at(-1)?.number ?? 0;
    if (upTo === undefined ? rows.length >= headingSearchRows : last >= upTo) break;
  }
  return rows;
}

/** The row that names most inputs; the first one with values when none names any. */
function headingRow(rows: readonly SheetRow[], options: IntakeOptions): SheetRow | undefined {
  if (options.headerRow !== undefined) {
    return rows.find(({ number }) => number === options.headerRow);
  }
  let best: SheetRow | undefined;
  let most = 0;
  for (const row of rows.slice(0, headingSearchRows)) {
    const mapped = Object.values(options.columns ?? {}).filter((heading) =>
      row.cells.some((cell) => headingText(cell) === heading),
    ).length;
    const count = countHeadings(row.cells) + mapped;
    if (count > most) [best, most] = [row, count];
  }
  return best ?? rows[0];
}

function missingFields(columns: Columns, { set = {} }: IntakeOptions): AssessmentField[] {
  return (Object.keys(assessmentFields) as AssessmentField[]).filter(
    (name) =>
      assessmentFields[name].required === 'always' &&
      !columns.fields.has(name) &&
      set[name] === undefined,
  );
}

function refuseMissingColumns(place: HeadingPlace, options: IntakeOptions): void {
  const missing = missingFields(place.columns, options);
  if (missing.length === 0) return;
  const labels = missing.map((name) => (assessmentFields[name] as Field).label);
  const near = place.columns.nearMisses.map(
    ({ column, heading, label }) =>
      `Column ${columnLetters(column)} is headed "${heading}"; did you mean "${label}"?`,
  );
  throw new UsageError(
    [
      `Row ${place.headerRow} of the sheet "${place.sheet}" does not have all headings that are needed.`,
      `Missing: ${labels.join(', ')}.`,
      `Found: ${place.headings.join(', ')}.`,
      ...near,
      'Rename the headings, map them with --columns, name the heading row with --header-row, or give one value for all rows with --set. rwa template makes a sheet with the right headings.',
    ].join('\n'),
  );
}

function readWritten(columns: Columns, row: SheetRow): IntakeRow['written'] {
  const at = (name: ResultName): Cell | undefined =>
    row.cells[columns.results.get(name) ?? Number.POSITIVE_INFINITY];
  const text = (cell: Cell | undefined) =>
    cell?.kind === 'text' || cell?.kind === 'number' ? cell.text.trim() : '';
  const status = text(at('status'));
  // In CSV the OWASP apostrophe may stand before an id.
  const assessmentId = text(at('assessmentId')).replace(/^'(?=[=+\-@])/, '');
  if (status === '' && assessmentId === '') return undefined;
  return { status, assessmentId, scored: text(at('overallTrip')) !== '' };
}
