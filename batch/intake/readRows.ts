import { applies } from '../../src/assessment.js';
import type { Field } from '../../src/field.js';
import { validate } from '../../src/problems.js';
import { warningsOf } from '../../src/warnings.js';
import type { Cell, SheetRow } from '../sheets/sheet.js';
import { columnLetters, type Columns } from './columns.js';
import type { DateOrder } from './dates.js';
import { emailRemedy } from './emailRemedy.js';
import { asSentence } from './remarkText.js';
import type { SheetInputs } from './sheetInputs.js';
import { readValue, visibleText } from './values.js';

/** Something about a row, with its place. */
export interface RowRemark {
  readonly row: number;
  /** Letters of the column; missing for an input that has no column. */
  readonly column?: string;
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly message: string;
  /** Empty for a warning without a suggestion. */
  readonly remedy: string;
}

/** A row that was read: the request it makes, or everything that is wrong with it. */
export type ReadRow =
  | { readonly request: object; readonly warnings: readonly RowRemark[] }
  | { readonly problems: readonly RowRemark[]; readonly warnings: readonly RowRemark[] };

export interface RowReader {
  readonly inputs: SheetInputs;
  /** The inputs in the order in which they are read: see {@link readingOrder}. */
  readonly order: readonly (readonly [name: string, field: Field])[];
  readonly columns: Columns;
  /** Values of `--set`, which hold for every row and win over its cells. */
  readonly set: Readonly<Partial<Record<string, string>>>;
  readonly dateOrder?: DateOrder | undefined;
}

/**
 * True when a row says nothing to the operation: none of the sheet's input columns has a value in
 * it, or not the one that the operation needs to have any business with a row.
 */
export function isEmptyRow(reader: RowReader, row: SheetRow): boolean {
  const { columns, inputs } = reader;
  if (inputs.trigger !== undefined) return isBlank(cellOf(reader, inputs.trigger, row));
  if (columns.fields.size === 0) return row.cells.every(isBlank);
  return [...columns.fields.values()].every((column) => isBlank(row.cells[column]));
}

/** Reads one row. Inputs of the other purpose are left out, whatever stands in their cells. */
export function readRow(reader: RowReader, row: SheetRow): ReadRow {
  const { fields } = reader.inputs;
  const values: Record<string, unknown> = {};
  const problems: RowRemark[] = [];
  const unread = new Set<string>();

  for (const [name, field] of reader.order) {
    if (!applies(field, values.purpose)) continue;
    const read = readValue(field, cellOf(reader, name, row), reader.dateOrder);
    if (read.ok) {
      if (read.value !== undefined) values[name] = read.value;
    } else {
      unread.add(name);
      problems.push(remark(reader, row, name, read.message, read.remedy));
    }
  }
  const warnings = warningsOf(values).map(({ field, message }) =>
    remark(reader, row, field, message, ''),
  );
  const validated = validate(reader.inputs.name, values);
  if (validated.ok && problems.length === 0) return { request: validated.request, warnings };
  if (!validated.ok) {
    for (const { field, message, remedy } of validated.problems) {
      if (unread.has(field)) continue;
      problems.push(
        remark(reader, row, field, message, betterRemedy(reader, field, values[field]) ?? remedy),
      );
    }
  }
  const order = Object.keys(fields);
  problems.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  return { problems: bareIdentity(reader, row, problems) ?? problems, warnings };
}

/** A row with an identity and no more than numbers is begun, or a total: not wrong in ten ways. */
function bareIdentity(
  reader: RowReader,
  row: SheetRow,
  problems: readonly RowRemark[],
): readonly RowRemark[] | undefined {
  const { identifiedBy: [identity, ...others] = [], fields } = reader.inputs;
  if (problems.length < 2 || identity === undefined || others.length > 0) return undefined;
  const filled = [...reader.columns.fields].filter(([, column]) => !isBlank(row.cells[column]));
  const beside = filled.filter(([name]) => name !== identity);
  const isBare = beside.every(([name]) => fields[name]?.kind === 'integer');
  if (filled.length === beside.length || !isBare) return undefined;
  const message =
    beside.length === 0
      ? 'no other input is filled in'
      : 'nothing but numbers is filled in beside it';
  const remedy = 'Fill in the others, or clear the cell if the row is only a note or a total.';
  return [remark(reader, row, identity, message, remedy)];
}

/** Why no row could be sent with a value of `--set`, if so. */
export function settingProblem(field: Field, value: string, order?: DateOrder): string | undefined {
  const read = readValue(field, { kind: 'text', text: value }, order);
  if (!read.ok) return `${asSentence(read.message)} ${read.remedy}`;
  const parsed = field.schema.safeParse(read.value);
  if (parsed.success && read.value !== undefined) return undefined;
  const [issue] = parsed.error?.issues ?? [];
  return `${asSentence(`${field.label}: ${issue?.message ?? 'must have a value'}`)} ${field.remedy}`;
}

// The contract's remedy is for programs; whoever types into a cell need not know of time zones.
function betterRemedy({ inputs }: RowReader, name: string, value: unknown): string | undefined {
  const { kind } = inputs.fields[name] ?? {};
  if (kind === 'email' && typeof value === 'string') return emailRemedy(value);
  if (kind !== 'dateTime') return inputs.remedies?.[name];
  return value === undefined ? 'Type a date such as 2026-11-03.' : 'Correct one of the two dates.';
}

/** Purpose first: it decides which of the others apply. */
export function readingOrder({ fields }: SheetInputs): [name: string, field: Field][] {
  return Object.entries(fields).sort(
    ([a], [b]) => Number(b === 'purpose') - Number(a === 'purpose'),
  );
}

function cellOf(reader: RowReader, name: string, row: SheetRow): Cell | undefined {
  const set = reader.set[name];
  if (set !== undefined) return { kind: 'text', text: set };
  const column = reader.columns.fields.get(name);
  return column === undefined ? undefined : row.cells[column];
}

function remark(
  reader: RowReader,
  row: SheetRow,
  field: string,
  message: string,
  remedy: string,
): RowRemark {
  const { fields, trigger = '' } = reader.inputs;
  // The service may name what is no single input: whoever decides, for one. It stands with the input
  // that asks for it.
  const place = Object.hasOwn(fields, field) ? field : trigger;
  const column = reader.columns.fields.get(place);
  return {
    row: row.number,
    ...(column === undefined ? {} : { column: columnLetters(column) }),
    field,
    label: fields[place]?.label ?? field,
    value: fields[place] === undefined ? '' : shown(cellOf(reader, place, row)),
    message,
    remedy,
  };
}

/** True for no cell, and for one that shows nothing: spaces of any kind. */
export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (cell.kind === 'text' && visibleText(cell.text) === '');
}

/** A cell for a message: short, on one line. */
function shown(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  const text =
    cell.kind === 'error'
      ? cell.code
      : cell.kind === 'date'
        ? cell.iso
        : cell.kind === 'boolean'
          ? String(cell.value).toUpperCase()
          : cell.kind === 'uncalculated'
            ? '(not calculated)'
            : cell.text;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
