import type { RowRemark } from '../../../batch/engine/intake/remark.js';
import { type IntakeOptions } from '../../../batch/engine/intake/intakeOptions.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { toSentence, wordMessage } from '../../../batch/cli/wording/wording.js';
import { valueText } from '../../../batch/cli/wording/values.js';
import type { Message } from '../../../batch/engine/message.js';
import { showValues } from '../../../batch/wording/sentence.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';

export type ReadingOptions = Partial<IntakeOptions>;
/** The value of a cell: a text, a number, a boolean, or the cell itself; undefined if empty. */
export type Value = string | number | boolean | Cell | undefined;
/** Rows from row 1; `undefined` is an empty row. */
export type Table = readonly (readonly Value[] | undefined)[];

export const date = (iso: string): Cell => ({ kind: 'date', iso });

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

export const hire: Entry = {
  ...trip,
  Purpose: 'Hire From Anywhere',
  'Past trips duration': undefined,
  'Number of hires': 2,
  'Hiring urgency': '1-3 months',
};

export type Entry = Readonly<Record<string, Value>>;

export function toTable(...records: readonly Entry[]): Value[][] {
  const headings = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [headings, ...records.map((record) => headings.map((heading) => record[heading]))];
}

/** Returns an open file with these sheets; a name in brackets creates a hidden sheet. */
export function toFile(sheets: Readonly<Record<string, Table>>): SheetFile {
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
    // oxlint-disable-next-line typescript/require-await -- the rows are in memory
    async *rows(sheet) {
      yield (byName.get(sheet) ?? []).flatMap(toRow);
    },
    place: () => Promise.reject(new Error('The file is read-only.')),
    write: () => Promise.reject(new Error('The file is read-only.')),
    isCurrent: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

export function read(table: Table, options: ReadingOptions = {}) {
  return readSheet(toFile({ Hires: table }), { inputs: assess, ...options });
}

/** Returns the error that the command line prints for a sheet; "read" if the sheet can be read. */
export function readRefusal(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => 'read',
    (error: unknown) => showValues(toSentence(error)),
  );
}

export function inWords(notes: readonly Message[]): string[] {
  return notes.map((note) => showValues(wordMessage(note)));
}

export async function readProblems(
  table: Table,
  options: ReadingOptions = {},
): Promise<RowRemark[]> {
  const problems: RowRemark[] = [];
  await readSheet(toFile({ Hires: table }), { inputs: assess, ...options }, (_, row) => {
    if ('problems' in row) problems.push(...row.problems);
  });
  return problems;
}

/** Reads a sheet with one row. Returns its request, or its problems as `field: message`. */
export async function readOne(
  record: Entry,
  options: ReadingOptions = {},
): Promise<Record<string, unknown> | string[]> {
  const { rows } = await read(toTable(record), options);
  const [row] = rows;
  if (row?.inputs !== undefined) return row.inputs;
  const problems = await readProblems(toTable(record), options);
  return problems.map(({ field, message }) => `${field}: ${valueText(message)}`);
}

function toRow(values: readonly Value[] | undefined, index: number): SheetRow[] {
  const cells = (values ?? []).map(toCell);
  return cells.some((cell) => cell !== undefined) ? [{ number: index + 1, cells }] : [];
}

function toCell(value: Value): Cell | undefined {
  if (typeof value === 'string') {
    return value.trim() === '' ? undefined : { kind: 'text', text: value };
  }
  if (typeof value === 'number') return { kind: 'number', value, text: String(value) };
  return typeof value === 'boolean' ? { kind: 'boolean', value } : value;
}
