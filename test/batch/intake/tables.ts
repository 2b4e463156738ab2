import type { RowRemark } from '../../../batch/engine/intake/remark.js';
import { type IntakeOptions } from '../../../batch/engine/intake/intakeOptions.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { sentenceOf, worded } from '../../../batch/cli/wording/wording.js';
import { valueText } from '../../../batch/cli/wording/values.js';
import type { Message } from '../../../batch/engine/message.js';
import { whole } from '../../../batch/wording/sentence.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';

/** How a test reads a sheet; for assessments unless it says otherwise. */
export type Reading = Partial<IntakeOptions>;
/** What a test writes into a cell: a text, a number, or the cell as it is read. */
export type Value = string | number | boolean | Cell | undefined;
/** Rows from row 1; `undefined` is a row without any value. */
export type Table = readonly (readonly Value[] | undefined)[];

/** A date cell. */
export const date = (iso: string): Cell => ({ kind: 'date', iso });

/** A trip with everything that it needs, by heading. */
export const trip: Entry = {
  'Employee ID': '00123',
  Purpose: 'Work From Anywhere',
  Seniority: 'Mid',
  'Role type': 'Other',
  Citizenship: 'Germany',
  'Destination country': 'Portugal',
  Residency: 'Germany',
  'Sales contracts': 'No',
  'Past trips duration': 0,
  'Legal right to work': 'Yes',
  'Benefits the local market': 'No',
  'Number of hires': undefined,
  'Hiring urgency': undefined,
  'Start date': date('2026-11-03'),
  'End date': date('2026-11-20'),
};

/** A hire with everything that it needs, by heading. */
export const hire: Entry = {
  ...trip,
  Purpose: 'Hire From Anywhere',
  'Past trips duration': undefined,
  'Number of hires': 2,
  'Hiring urgency': '1-3 months',
};

/** A row of a sheet, by heading. */
export type Entry = Readonly<Record<string, Value>>;

/** The headings of some records, and the records below them. */
export function tableOf(...records: readonly Entry[]): Value[][] {
  const headings = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [headings, ...records.map((record) => headings.map((heading) => record[heading]))];
}

/** Sheets by name, as a file that was opened; a name in brackets is a hidden sheet. */
export function fileOf(sheets: Readonly<Record<string, Table>>): SheetFile {
  const byName = new Map(
    Object.entries(sheets).map(([name, table]) => [name.replace(/^\[(.*)\]$/, '$1'), table]),
  );
  return {
    path: 'hires.xlsx',
    format: 'xlsx',
    sheets: Object.keys(sheets).map((name) => ({
      name: name.replace(/^\[(.*)\]$/, '$1'),
      visible: !name.startsWith('['),
    })),
    notes: [],
    // eslint-disable-next-line @typescript-eslint/require-await -- rows are there already
    async *rows(sheet) {
      yield (byName.get(sheet) ?? []).flatMap(rowOf);
    },
    place: () => Promise.reject(new Error('A test of reading places nothing.')),
    write: () => Promise.reject(new Error('A test of reading does not write.')),
    isCurrent: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

/** Reads one sheet with these rows. */
export function read(table: Table, options: Reading = {}) {
  return readSheet(fileOf({ Hires: table }), { inputs: assess, ...options });
}

/** The command line's message about why a sheet cannot be read; `read` for one that can. */
export function refusalOf(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => 'read',
    (error: unknown) => whole(sentenceOf(error)),
  );
}

/** Notes in the words of the command line. */
export function inWords(notes: readonly Message[]): string[] {
  return notes.map((note) => whole(worded(note)));
}

/** All problems of the rows. */
export async function problemsOf(table: Table, options: Reading = {}): Promise<RowRemark[]> {
  const problems: RowRemark[] = [];
  await readSheet(fileOf({ Hires: table }), { inputs: assess, ...options }, (_, row) => {
    if ('problems' in row) problems.push(...row.problems);
  });
  return problems;
}

/** The request of the only row, or what is wrong with it: `field: message`. */
export async function readOne(
  record: Entry,
  options: Reading = {},
): Promise<Record<string, unknown> | string[]> {
  const { rows } = await read(tableOf(record), options);
  const [row] = rows;
  if (row?.inputs !== undefined) return row.inputs;
  const problems = await problemsOf(tableOf(record), options);
  return problems.map(({ field, message }) => `${field}: ${valueText(message)}`);
}

function rowOf(values: readonly Value[] | undefined, index: number): SheetRow[] {
  const cells = (values ?? []).map(cellOf);
  return cells.some((cell) => cell !== undefined) ? [{ number: index + 1, cells }] : [];
}

function cellOf(value: Value): Cell | undefined {
  if (typeof value === 'string') {
    return value.trim() === '' ? undefined : { kind: 'text', text: value };
  }
  if (typeof value === 'number') return { kind: 'number', value, text: String(value) };
  return typeof value === 'boolean' ? { kind: 'boolean', value } : value;
}
