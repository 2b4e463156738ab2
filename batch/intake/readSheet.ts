import type { NewAssessment } from '../../src/assessment.js';
import { type KeptScores, keptScoresSchema } from '../journal/facts.js';
import { UsageError } from '../output/errors.js';
import { count } from '../output/terminal.js';
import type { Cell, SheetFile, SheetRow } from '../sheets/sheet.js';
import {
  type ColumnMap,
  type Columns,
  headingText,
  nearMissSentence,
  twiceSentences,
} from './columns.js';
import type { DateOrder } from './dates.js';
import { findHeadings } from './headings.js';
import type { WrittenHeadings } from './ownColumns.js';
import {
  isBlank,
  isEmptyRow,
  readingOrder,
  type ReadRow,
  readRow,
  type RowReader,
  type RowRemark,
} from './readRows.js';
import { remarkText } from './remarkText.js';
import { RowKeys } from './rowKey.js';
import { settingNotes } from './settingNotes.js';
import type { SheetInputs } from './sheetInputs.js';
import { type GroupedWarning, WarningGroups } from './warnings.js';

/** How to read a sheet, as the options say. */
export interface IntakeOptions {
  /** The inputs of the operation that the sheet is read for. */
  readonly inputs: SheetInputs;
  readonly sheet?: string | undefined;
  /** The row with the headings, counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** What the journal knows of our columns, by sheet. */
  readonly knownColumns?: ReadonlyMap<string, WrittenHeadings> | undefined;
}

/** What the request of an assessment is about, in the few words of a report. */
export type Subject = Pick<NewAssessment, 'employeeId' | 'purpose' | 'destination'>;

/** What an earlier run wrote into a row. */
export interface Written {
  readonly status: string;
  /** The Assessment ID, or whatever else the service made of the row; empty for none. */
  readonly id: string;
  readonly scored: boolean;
  /** For operations that read results; without those that are no numbers. */
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  readonly redirectUrl?: string;
  /** When a decision, invitation or removal was recorded, ISO 8601; left out for none. */
  readonly doneAt?: string;
  /** Left out for none. */
  readonly message?: string;
}

/** One row of the sheet, held compactly: a sheet may have 100,000. */
export interface IntakeRow {
  readonly number: number;
  /** Identity of the row; see RowKeys. Empty when nothing could ever be sent for it. */
  readonly key: string;
  /** The request as JSON, or what is wrong in a few sentences. */
  body?: string | undefined;
  /** Of an assessment, what its request is about. */
  readonly subject?: Subject;
  readonly problems?: string;
  /** Hash of the request, where the key is of the case alone. */
  readonly request?: string;
  /** The first row with the very same request, or of the same case, when this is not it. */
  readonly sameAs?: number;
  /** What an earlier run wrote into the sheet. */
  readonly written?: Written;
  /** Whom the row is about, from columns that are not sent. */
  readonly about?: string;
}

/** A sheet as it was read. */
export interface Intake {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Columns;
  readonly rows: readonly IntakeRow[];
  readonly warnings: readonly GroupedWarning[];
  /** What else the user should know, each a sentence: rows left out, headings that nearly match. */
  readonly notes: readonly string[];
}

/** Hears of every row as it is read: all that is wrong with it, where an `Intake` keeps a summary. */
export type RowListener = (row: IntakeRow, read: ReadRow) => void | Promise<void>;

/** Reads every row of the sheet that is meant. Throws a UsageError when its columns do not fit. */
export async function readSheet(
  file: SheetFile,
  options: IntakeOptions,
  hear?: RowListener,
): Promise<Intake> {
  const { sheet, headerRow, columns } = await findHeadings(file, options);

  const { inputs, set = {}, dateOrder } = options;
  const reader: RowReader = { inputs, order: readingOrder(inputs), columns, set, dateOrder };
  const keys = new RowKeys(inputs);
  const about = ({ cells }: SheetRow): { about?: string } => {
    const told = columns.about.map((column) => headingText(cells[column])).filter(Boolean);
    return told.length === 0 ? {} : { about: told.join(' ') };
  };
  const subject = (read: ReadRow): { subject?: Subject } => {
    if (inputs.name !== 'rwa_create' || !('request' in read)) return {};
    const { employeeId, purpose, destination } = read.request as NewAssessment;
    return { subject: { employeeId, purpose, destination } };
  };
  const rows: IntakeRow[] = [];
  const warnings = new WarningGroups();
  const [withoutInputs, repeated]: [number[], number[]] = [[], []];
  // From the last one: the first column is mostly of ids, and each would be a new word to compare.
  const named = [...columns.fields].toReversed();
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number <= headerRow) continue;
      if (isEmptyRow(reader, row)) {
        if (isUsersValue(columns, row)) withoutInputs.push(row.number);
        continue;
      }
      if (repeatsHeadings(inputs, named, row)) {
        repeated.push(row.number);
        continue;
      }
      const read = readRow(reader, row);
      for (const warning of read.warnings) warnings.add(warning);
      const written = readWritten(inputs, columns, row);
      const kept = { ...keep(row.number, read, keys, written), ...subject(read), ...about(row) };
      rows.push(kept);
      const heard = hear?.(kept, read);
      if (heard !== undefined) await heard;
    }
  }
  if (rows.length === 0) {
    const trigger = inputs.fields[inputs.trigger ?? '']?.label;
    throw new UsageError(
      withoutInputs.length > 0 && trigger !== undefined
        ? `No row of the sheet "${sheet}" has a ${trigger}. Fill in the column "${trigger}" of each row that is meant.`
        : `The sheet "${sheet}" has no rows below its headings in row ${headerRow}. Add one row for each ${inputs.each}.`,
    );
  }
  const notes = [
    ...settingNotes(columns, options),
    ...columns.nearMisses.map(nearMissSentence),
    ...twiceSentences(columns),
    ...leftOut(repeated, 'the headings again'),
    ...notMeant(withoutInputs, inputs),
  ];
  return { sheet, headerRow, columns, rows, warnings: warnings.all(), notes };
}

function keep(
  number: number,
  read: ReadRow,
  keys: RowKeys,
  written: Written | undefined,
): IntakeRow {
  const before = written === undefined ? {} : { written };
  if ('request' in read) {
    const body = JSON.stringify(read.request);
    return { number, body, ...keys.next(body, number, read.request), ...before };
  }
  const key = written?.id ? `id:${written.id}` : '';
  return { number, key, problems: inFewWords(read.problems), ...before };
}

/** As much as a cell or a line can take; `rwa check` says all. */
const mostProblems = 4;

function inFewWords(problems: readonly RowRemark[]): string {
  const told = problems.slice(0, mostProblems);
  const rest = problems.length - told.length;
  const more = rest === 0 ? [] : [`And ${rest} more: rwa check lists them.`];
  return [...told.map(remarkText), ...more].join(' ');
}

/** The heading row once more, as in a list that was put together from several. */
function repeatsHeadings(
  { headings }: SheetInputs,
  named: readonly (readonly [name: string, column: number])[],
  { cells }: SheetRow,
): boolean {
  if (named.length < 2) return false;
  return named.every(([name, column]) => headings.fieldOf(headingText(cells[column])) === name);
}

/** Rows without inputs may be slips, and are named; those that are not decided are many and meant. */
function notMeant(rows: readonly number[], { trigger = '', fields }: SheetInputs): string[] {
  const needed = fields[trigger];
  if (needed === undefined) return leftOut(rows, 'nothing in any column that is read');
  if (rows.length === 0) return [];
  const are = rows.length === 1 ? 'has no' : 'have no';
  return [
    `${count(rows.length, 'row')} ${are} ${needed.label} and ${rows.length === 1 ? 'is' : 'are'} left out.`,
  ];
}

/** True when a row without inputs has a value outside our own columns: a remark, or a slip. */
function isUsersValue({ results }: Columns, { cells }: SheetRow): boolean {
  const ours = new Set(results.values());
  return cells.some((cell, column) => !isBlank(cell) && !ours.has(column));
}

function leftOut(rows: readonly number[], what: string): string[] {
  if (rows.length === 0) return [];
  const [first = 0] = rows;
  const list =
    rows.length > 10
      ? `${rows.slice(0, 10).join(', ')} and ${rows.length - 10} more`
      : rows.join(', ');
  return rows.length === 1
    ? [`Row ${first} has ${what} and is left out.`]
    : [`Rows ${list} have ${what} and are left out.`];
}

function readWritten(inputs: SheetInputs, columns: Columns, row: SheetRow): Written | undefined {
  const at = (name: string): Cell | undefined =>
    row.cells[columns.results.get(name) ?? Number.POSITIVE_INFINITY];
  const text = (cell: Cell | undefined) =>
    cell?.kind === 'text' || cell?.kind === 'number' ? cell.text.trim() : '';
  const status = text(at('status'));
  // In CSV the OWASP apostrophe may stand before an id.
  const id = text(at('id')).replace(/^'(?=[=+\-@])/, '');
  if (status === '' && id === '') return undefined;
  const message = text(at('message'));
  const scored = text(at('overallTrip')) !== '';
  const doneAt = timeOf(at('doneAt'));
  const written = {
    ...{ status, id, scored },
    ...(message === '' ? {} : { message }),
    ...(doneAt === undefined ? {} : { doneAt }),
  };
  return inputs.readsResults === true && scored
    ? { ...written, ...readResults(at, text) }
    : written;
}

/** The results in a row, for a case whose journal was lost. */
function readResults(
  at: (name: string) => Cell | undefined,
  text: (cell: Cell | undefined) => string,
): Partial<Written> {
  const scores = Object.keys(keptScoresSchema.shape).flatMap((name) => {
    const written = text(at(name));
    const value = name === 'cumulativePeRiskLevel' ? written : Number(written.replace(',', '.'));
    return written === '' || Number.isNaN(value) ? [] : [[name, value]];
  });
  const assessedAt = timeOf(at('assessedAt'));
  return {
    scores: keptScoresSchema.parse(Object.fromEntries(scores)),
    redirectUrl: text(at('redirectUrl')),
    ...(assessedAt === undefined ? {} : { assessedAt }),
  };
}

/** A point in time as ISO 8601, to the second in XLSX. */
function timeOf(cell: Cell | undefined): string | undefined {
  if (cell?.kind !== 'date' && cell?.kind !== 'text') return undefined;
  const time = new Date(cell.kind === 'date' ? `${cell.iso}Z` : cell.text.trim());
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
