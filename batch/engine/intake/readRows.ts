import { columnName } from '../../../sheets/xlsx/address.js';
import { applies } from '../../../src/assessment.js';
import type { Field } from '../../../src/field.js';
import { suggestedCountry } from '../../../src/foreignCountries.js';
import { visibleText } from '../../../src/inputText.js';
import { validate } from '../../../src/problems.js';
import { warningsOf } from '../../../src/warnings.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetRow } from '../../../sheets/sheet.js';
import { type Columns } from './columns.js';
import { DateColumns } from './dateColumns.js';
import { emailRemedy } from './emailRemedy.js';
import type { ReadingOptions } from './readSetting.js';
import type { SheetRequest } from './rowKey.js';
import type { RowRemark, RowWarning, Suggested } from './remark.js';
import type { ValueText } from './saidOfValues.js';
import { detached, type SharedValues } from './sharedValues.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';
import { readValue, type UnreadCell } from './values.js';

/** A row that was read: the request it makes, or everything that is wrong with it. */
export type ReadRow = (
  { readonly request: SheetRequest } | { readonly problems: readonly RowRemark[] }
) & {
  /**
   * Requests that the very same row made in another run: of an earlier version, with the suggestions
   * accepted where they are not now, or not where they are, or with an order of day and month.
   */
  readonly otherRequests?: readonly SheetRequest[];
  readonly warnings: readonly RowWarning[];
  readonly suggested?: readonly Suggested[];
};

/** What reading a row takes besides the row. */
export interface RowReader extends ReadingOptions {
  readonly inputs: SheetInputs;
  /** The inputs in the order in which they are read: see {@link readingOrder}. */
  readonly order: readonly (readonly [name: string, field: Field])[];
  readonly columns: Columns;
  /** Values of `--set`, which apply to every row and override its cells. */
  readonly set: Readonly<Partial<Record<string, string>>>;
  readonly exampleRows?: ExampleRows | undefined;
  /** Learns what the dates of each column show, and knows it when rows are read once more. */
  readonly dates: DateColumns;
  readonly shared: SharedValues;
}

/**
 * True when a row says nothing to the operation: none of the sheet's input columns has a value in
 * it, or not the one that the operation needs to have any business with a row.
 */
export function isEmptyRow(reader: RowReader, row: SheetRow): boolean {
  const { columns, inputs } = reader;
  if (inputs.trigger !== undefined) return isBlank(cellOf(reader, inputs.trigger, row));
  if (columns.fields.size === 0) return row.cells.every(isBlank);
  // A row that says whom it is about is a case, also without the input that is sent.
  return [...columns.fields.values(), ...columns.context].every((column) =>
    isBlank(row.cells[column]),
  );
}

/** Reads one row. Inputs of the other purpose are omitted, whatever their cells contain. */
export function readRow(reader: RowReader, row: SheetRow): ReadRow {
  const { inputs, acceptSuggestions = false } = reader;
  const values: Record<string, unknown> = {};
  const former: Record<string, unknown> = {};
  const otherwise: Record<string, unknown> = {};
  const problems: RowRemark[] = [];
  const unread = new Set<string>();
  const suggested: Suggested[] = [];
  let isAmbiguous = false;

  for (const [name, field] of reader.order) {
    if (!applies(field, values.purpose)) continue;
    const cell = cellOf(reader, name, row);
    const read = readValue(field, cell, reader.dateOrder);
    if (field.kind === 'dateTime') reader.dates.saw(name, cell, read);
    if (!read.ok) {
      unread.add(name);
      isAmbiguous ||= read.isAmbiguous === true;
      problems.push(remark(reader, row, name, read.message, remedyOf(reader, name, read)));
      continue;
    }
    const { value, suggestion, formerly } = read;
    if (value === undefined) continue;
    const meant = suggestion !== undefined && acceptSuggestions ? suggestion : value;
    values[name] = typeof meant === 'string' ? reader.shared.share(name, meant) : meant;
    if (formerly !== undefined) former[name] = formerly;
    if (suggestion === undefined) continue;
    suggested.push({ ...placeOf(reader, name), field: name, value: String(value), suggestion });
    otherwise[name] = acceptSuggestions ? value : suggestion;
  }
  const warnings = warningsOf(values, nameOfSuggested).map(({ field, message }) =>
    remark(reader, row, field, message, ''),
  );
  const said = suggested.length === 0 ? { warnings } : { warnings, suggested };
  const validated = validate(inputs.name, values);
  if (validated.ok && problems.length === 0) {
    const others = requestsWith(inputs, values, [
      former,
      otherwise,
      ...withoutDeciders(inputs, values),
    ]);
    return { request: validated.request, ...otherRequests(others), ...said };
  }
  if (!validated.ok) {
    for (const { field, message, remedy } of validated.problems) {
      if (unread.has(field)) continue;
      const best = betterRemedy(reader, field, values[field]) ?? remedy;
      const found = remark(reader, row, field, messageOfSheet(reader, field, message), best);
      const meant = suggested.find((word) => word.field === field);
      problems.push(meant === undefined ? found : withSuggestion(found, meant));
    }
  }
  const order = Object.keys(inputs.fields);
  problems.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  const hasUntaken = suggested.length > 0 && !acceptSuggestions;
  const others = otherOptions(isAmbiguous, hasUntaken).flatMap((options) =>
    requestsReadWith(options, reader, row),
  );
  const told = bareIdentity(reader, row, problems) ?? problems;
  return { problems: told, ...otherRequests(others), ...said };
}

/** The options with which a row can be read that cannot be read now: each leads to the next. */
function otherOptions(isAmbiguous: boolean, hasUntaken: boolean): readonly ReadingOptions[] {
  if (isAmbiguous) return [{ dateOrder: 'dmy' }, { dateOrder: 'mdy' }];
  return hasUntaken ? [{ acceptSuggestions: true }] : [];
}

/** What a row made in a run with other options. */
function requestsReadWith(
  options: ReadingOptions,
  reader: RowReader,
  row: SheetRow,
): readonly SheetRequest[] {
  const read = readRow({ ...reader, ...options, dates: new DateColumns() }, row);
  const { otherRequests = [] } = read;
  return 'request' in read ? [read.request, ...otherRequests] : otherRequests;
}

function otherRequests(requests: readonly SheetRequest[]): Pick<ReadRow, 'otherRequests'> {
  return requests.length === 0 ? {} : { otherRequests: requests };
}

/**
 * A row with an identity and only numbers is unfinished or a total: one problem is enough for it.
 */
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
  const message = { code: 'identityAlone', hasNumbers: beside.length > 0 } as const;
  return [remark(reader, row, identity, message, { code: 'fillInOthers' })];
}

function nameOfSuggested(country: string): string | undefined {
  return suggestedCountry(country)?.name;
}

/**
 * Who decides may be filled in after the row was sent, and makes it no other case: no score is made
 * of these Staff IDs.
 */
function withoutDeciders(
  { name }: SheetInputs,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, undefined>>[] {
  if (name !== 'rwa_create') return [];
  return ['managerId', 'complianceTeamMemberId'].flatMap((field) =>
    values[field] === undefined ? [] : [{ [field]: undefined }],
  );
}

/** The requests that a row makes with other values in place of its own: with each set, and with all. */
function requestsWith(
  { name }: SheetInputs,
  values: Readonly<Record<string, unknown>>,
  sets: readonly Readonly<Record<string, unknown>>[],
): SheetRequest[] {
  const used = sets.filter((others) => Object.keys(others).length > 0);
  const all = used.length > 1 ? [...used, Object.assign({}, ...used) as object] : used;
  return all.flatMap((others) => {
    const validated = validate(name, { ...values, ...others });
    return validated.ok ? [validated.request] : [];
  });
}

function withSuggestion(found: RowRemark, { suggestion }: Suggested): RowRemark {
  return { ...found, suggestion };
}

function remedyOf(
  { dates }: RowReader,
  name: string,
  { remedy, isAmbiguous = false }: UnreadCell,
): ValueText {
  return (isAmbiguous ? dates.remedy(name) : undefined) ?? remedy;
}

/** The contract's text for a missing value has a name of its own for the field, not the sheet's. */
function messageOfSheet({ inputs }: RowReader, name: string, message: string): ValueText {
  const field = inputs.fields[name];
  const isMissing = message === field?.missing && message.endsWith(' is missing');
  return isMissing ? { code: 'inputMissing', label: field.label } : message;
}

// The contract's remedy is for programs; for a cell, time zones do not matter.
function betterRemedy({ inputs }: RowReader, name: string, value: unknown): ValueText | undefined {
  const { kind } = inputs.fields[name] ?? {};
  if (kind === 'email' && typeof value === 'string') return emailRemedy(value);
  if (kind !== 'dateTime') return inputs.remedies?.[name];
  return { code: value === undefined ? 'typeDate' : 'correctOneDate' };
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
  const cell = column === undefined ? undefined : row.cells[column];
  const isOurs = reader.inputs.writtenByUs?.includes(name) === true;
  return isOurs && cell?.kind === 'text' ? { ...cell, text: unguarded(cell.text) } : cell;
}

function remark<Text extends ValueText>(
  reader: RowReader,
  row: SheetRow,
  field: string,
  message: Text,
  remedy: ValueText,
): RowRemark & { readonly message: Text } {
  const { fields, trigger = '' } = reader.inputs;
  // The service may name what is no single input: whoever decides, for one. It stands with the input
  // that asks for it.
  const place = Object.hasOwn(fields, field) ? field : trigger;
  return {
    row: row.number,
    ...placeOf(reader, place),
    field,
    label: fields[place]?.label ?? field,
    value: fields[place] === undefined ? '' : shown(cellOf(reader, place, row)),
    message,
    remedy,
  };
}

function placeOf({ columns }: RowReader, field: string): { column?: string } {
  const column = columns.fields.get(field);
  return column === undefined ? {} : { column: columnName(column) };
}

/** True for a missing cell, and for one with only spaces of any kind. */
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
            ? ''
            : cell.text;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}...` : detached(line);
}
