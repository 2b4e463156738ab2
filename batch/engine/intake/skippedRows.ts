import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, ColumnSpan, SheetRow, SheetFile } from '../../../sheets/sheet.js';
import { checkCountry } from '../../../src/countries.js';
import type { Field } from '../../../src/field.js';
import { canBeId } from '../../../src/id.js';
import { toVisibleText } from '../../../src/toVisibleText.js';
import { parseReference } from '../identity/reference.js';
import type { Message } from '../message.js';
import { referenceColumn } from './writtenCells.js';
import { readHeading } from './columns.js';
import type { HeadingNames } from './headingNames.js';
import type { SkippedGroup } from './intakeMessages.js';
import { readRow } from './readRow.js';
import { isBlank, readCellText } from './cellValues.js';
import { isIgnored } from './ignoredRows.js';
import { isEmptyRow, type RowReader } from './rowReader.js';
import { isStatusWord } from '../sheetCommand.js';
import { readValue } from './values.js';

type Kind = SkippedGroup['kind'] | 'empty' | 'ignored';

/** A doubtful row is not skipped, so that no person is overlooked. */
export class SkippedRows {
  readonly #reader: RowReader;
  readonly #named: InputColumns;
  readonly #ours: ReadonlySet<number>;
  readonly #inputs: ReadonlySet<number>;
  readonly #examples: readonly ExampleInput[];
  readonly #found = new Map<Kind, number[]>();

  constructor(reader: RowReader) {
    const { fields, results } = reader.columns;
    this.#reader = reader;
    // Reversed, because the first column usually contains IDs, and comparing a different text in
    // each row is slow.
    this.#named = [...fields].toReversed();
    this.#examples = Object.entries(reader.exampleRows ?? {}).toReversed();
    this.#ours = new Set(results.values());
    this.#inputs = new Set(fields.values());
  }

  /** Adds a skipped row to {@link all}. */
  skips(row: SheetRow): boolean {
    const kind = this.#classify(row);
    if (kind === undefined) return false;
    const rows = this.#found.get(kind);
    if (rows === undefined) this.#found.set(kind, [row.number]);
    else rows.push(row.number);
    return true;
  }

  /** True if skipped rows have values from the user, but no data for the operation. */
  get hasRowsWithoutInputs(): boolean {
    return this.#rows('withoutInputs').length > 0;
  }

  get all(): SkippedGroup[] {
    const { fields, identifiedBy = [], trigger = '' } = this.#reader.inputs;
    const toLabel = (name: string) => fields[name]?.label ?? name;
    const needed = fields[trigger];
    const reported: SkippedGroup[] = [
      { kind: 'example', rows: this.#rows('example') },
      { kind: 'headings', rows: this.#rows('headings') },
      { kind: 'exportLine', rows: this.#rows('exportLine') },
      { kind: 'totals', rows: this.#rows('totals') },
      { kind: 'note', rows: this.#rows('note'), without: identifiedBy.map(toLabel) },
      {
        kind: 'withoutInputs',
        rows: this.#rows('withoutInputs'),
        ...(needed === undefined ? {} : { without: [needed.label] }),
      },
    ];
    return reported.filter(({ rows }) => rows.length > 0);
  }

  #classify(row: SheetRow): Kind | undefined {
    if (isEmptyRow(this.#reader, row)) {
      // A row without a decision may get one later, even if it shows an earlier decision's result.
      const mayWait = this.#reader.inputs.trigger !== undefined;
      if (!mayWait && this.#namesAssessment(row)) return undefined;
      return this.#countUsersCells(row) > 0 ? 'withoutInputs' : 'empty';
    }
    const { inputs, ignoredRows } = this.#reader;
    if (isIgnored(row, ignoredRows) && !this.#hasResult(row) && !this.#namesAssessment(row))
      return 'ignored';
    if (isRepeatedHeading(inputs.headings, this.#named, row)) return 'headings';
    if (row.totals !== undefined && this.#isTotals(row, row.totals)) return 'totals';
    if (this.#isExportLine(row)) return 'exportLine';
    if (this.#isNote(row)) return 'note';
    return this.#isExample(row) ? 'example' : undefined;
  }

  #isExample(row: SheetRow): boolean {
    const isBare = row.cells.every((cell, column) => this.#inputs.has(column) || isBlank(cell));
    return isBare && isTemplateRow(this.#reader, this.#examples, row);
  }

  #isTotals(row: SheetRow, totals: readonly ColumnSpan[]): boolean {
    const isInTotals = (column: number) =>
      totals.some(([first, last]) => first <= column && column <= last);
    if (!this.#findFilled(row).every(([, column]) => isInTotals(column))) return false;
    // A row that could be sent is not a total: a person has typed it.
    return !('request' in readRow(this.#reader, row));
  }

  /** Finds lines such as `(2 rows affected)` or dashes, which database programs add. */
  #isExportLine(row: SheetRow): boolean {
    const isUsers = (cell: Cell | undefined, column: number) =>
      !isBlank(cell) && !this.#ours.has(column);
    const readText = (cell: Cell | undefined) =>
      cell?.kind === 'text' ? toVisibleText(cell.text) : '';
    const first = readText(row.cells.find(isUsers));
    if ((!rowCount.test(first) && !dashes.test(first)) || this.#hasResult(row)) return false;
    const filled = row.cells.filter(isUsers);
    return filled.length === 1
      ? rowCount.test(first)
      : filled.every((cell) => dashes.test(readText(cell)));
  }

  #hasResult({ cells }: SheetRow): boolean {
    const { results } = this.#reader.columns;
    const [id, status] = [results.get('id'), results.get('status')];
    if (id !== undefined && !isBlank(cells[id])) return true;
    return status !== undefined && !isBlank(cells[status]) && !isUnsentStatus(cells[status]);
  }

  #namesAssessment({ cells }: SheetRow): boolean {
    const read = (name: string) =>
      unguardText(readCellText(cells[this.#reader.columns.results.get(name) ?? Number.NaN]));
    if (parseReference(read(referenceColumn)) !== undefined) return true;
    return canBeId(read('id')) && isStatusWord(read('status'));
  }

  /** The row identifies nobody, and its filled inputs are sums and at most one remark. */
  #isNote(row: SheetRow): boolean {
    const { inputs, columns, set } = this.#reader;
    const { identifiedBy = [], fields } = inputs;
    const identities = identifiedBy.flatMap((name) => columns.fields.get(name) ?? []);
    // Without a column that identifies people, rows cannot be checked for a missing ID.
    if (identities.length === 0 || identifiedBy.some((name) => set[name] !== undefined))
      return false;
    const isFilled = (column: number) => !isBlank(row.cells[column]);
    if (identities.some(isFilled) || this.#hasResult(row)) return false;
    const filled = this.#findFilled(row);
    const texts = filled.filter(([name, column]) => !isSum(fields[name], row.cells[column]));
    const [first] = texts;
    if (first === undefined) return true;
    const [name, column] = first;
    const isAlone = texts.length === 1 && this.#countUsersCells(row) === filled.length;
    return isAlone && isRemark(fields[name], row.cells[column]);
  }

  #findFilled({ cells }: SheetRow): InputColumns {
    return this.#named.filter(([, column]) => !isBlank(cells[column]));
  }

  #countUsersCells({ cells }: SheetRow): number {
    return cells.filter((cell, column) => !isBlank(cell) && !this.#ours.has(column)).length;
  }

  #rows(kind: Kind): readonly number[] {
    return this.#found.get(kind) ?? [];
  }
}

/** Returns true for a status that a row may have although it was never sent. */
export function isUnsentStatus(cell: Cell | undefined): boolean {
  return cell?.kind === 'text' && /^(?:Invalid|Duplicate|Not sent)$/.test(cell.text.trim());
}

/** Returns true for a row that a run neither sends nor writes into. */
export function isSkippedAsHidden(
  { hidden }: { readonly hidden?: true },
  { visibleOnly }: { readonly visibleOnly?: boolean | undefined },
): boolean {
  return hidden === true && visibleOnly === true;
}

export function noteHiddenRows(
  hidden: number,
  visibleOnly: boolean | undefined,
  { format }: Pick<SheetFile, 'format'>,
): Message[] {
  if (visibleOnly === true && format === 'csv') {
    return [{ code: 'csvHidesNoRows' }];
  }
  if (hidden === 0) return [];
  return visibleOnly === true
    ? [{ code: 'hiddenRowsSkipped', rows: hidden }]
    : [{ code: 'hiddenRowsCount' }];
}

/** Matches `(2 rows affected)`, `2 rows selected.`, `1 row in set (0.00 sec)` and `(2 rows)`. */
const rowCount =
  /^\(?\d+ (?:rows?|row\(s\)|Zeilen?|Zeile\(n\))(?: (?:affected|selected|in set|fetched|betroffen)\b[^\n]*)?[.)]{0,2}$/i;
const dashes = /^-{2,}$/;

type InputColumns = readonly (readonly [name: string, column: number])[];

/** Lists that were combined from several lists repeat their headings. */
function isRepeatedHeading(
  headings: HeadingNames,
  named: InputColumns,
  { cells }: SheetRow,
): boolean {
  let found = 0;
  for (const [name, column] of named) {
    if (isBlank(cells[column])) continue;
    if (headings.findField(readHeading(cells[column])) !== name) return false;
    found++;
  }
  return found > 1;
}

/** A formula that was never calculated counts as a sum. */
function isSum(field: Field | undefined, cell: Cell | undefined): boolean {
  if (field?.kind !== 'integer') return false;
  if (cell?.kind === 'text') return /^[+-]?[\d\s.,'\u2019]*\d$/.test(toVisibleText(cell.text));
  return cell?.kind === 'number' || cell?.kind === 'uncalculated';
}

function isRemark(field: Field | undefined, cell: Cell | undefined): boolean {
  if (field === undefined || cell?.kind !== 'text') return false;
  const text = toVisibleText(cell.text);
  if (field.kind === 'country') {
    const check = checkCountry(text);
    return !check.known && check.suggestion === undefined;
  }
  const read = readValue(field, cell);
  // A text that begins with a digit counts as a date, even if it cannot be read.
  if (field.kind === 'dateTime') return !read.ok && !/^\d/.test(text);
  if (field.kind === 'staffId') return /\s/.test(text);
  const known: readonly unknown[] = field.values ?? [];
  return read.ok && typeof read.value === 'string' && !known.includes(read.value);
}

type ExampleInput = readonly [name: string, values: readonly string[]];

function isTemplateRow(
  reader: RowReader,
  examples: readonly ExampleInput[],
  row: SheetRow,
): boolean {
  const rows = examples[0]?.[1] ?? [];
  return rows.some((_, index) =>
    examples.every(([name, values]) => hasValue(reader, row, name, values[index] ?? '')),
  );
}

function hasValue(reader: RowReader, row: SheetRow, name: string, text: string): boolean {
  const { columns, inputs, shared } = reader;
  const column = columns.fields.get(name);
  const cell = column === undefined ? undefined : row.cells[column];
  if (text === '') return isBlank(cell);
  const field = inputs.fields[name];
  if (field === undefined || cell === undefined) return false;
  const current = shared.read(name, field, cell, reader.dateOrder);
  const example = shared.read(name, field, { kind: 'text', text });
  return current.ok && example.ok && current.value === example.value;
}
