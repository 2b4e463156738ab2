import type { Cell } from '../../../sheets/sheet.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { Field } from '../../../src/field.js';
import { readInput, type ReadInput } from '../../../src/inputText.js';
import { toInputMessage } from '../../../src/problems.js';
import { toVisibleText } from '../../../src/toVisibleText.js';
import { copyText } from './cellValues.js';
import type { RowRemark } from './remark.js';
import type { ValueMessage } from './intakeMessages.js';

export type ReadCell = Extract<ReadInput, { readonly ok: true }> | UnreadCell;

export interface UnreadCell {
  readonly ok: false;
  readonly message: ValueMessage;
  readonly remedy: ValueMessage;
}

/** A longer text is probably in the wrong column. */
const maxLength = 1_000;

/** The contract validates the value later. */
export function readValue(field: Field, cell: Cell | undefined, order?: DateOrder): ReadCell {
  if (cell === undefined) return { ok: true, value: undefined };
  if (cell.kind === 'error') return describeErrorCell(cell);
  if (cell.kind === 'uncalculated') {
    return createProblem({ code: 'cellNotCalculated' }, { code: 'calculateFormula' });
  }
  const text = field.kind === 'staffId' ? readIdText(cell) : readText(cell);
  if (text === '') return { ok: true, value: undefined };
  if (text.length > maxLength) {
    return createProblem(
      { code: 'cellTooLong', characters: text.length },
      { code: 'checkHeading' },
    );
  }
  const idProblem = field.kind === 'staffId' ? findIdProblem(field, cell, text) : undefined;
  const dateProblem = field.kind === 'dateTime' ? findNumberProblem(cell, text) : undefined;
  return idProblem ?? dateProblem ?? toReadCell(field, readInput(field, text, order));
}

/** No check finds wrong letters in inputs of these kinds. */
const kindsSentAsWritten: ReadonlySet<Field['kind']> = new Set(['staffId', 'text', 'email']);

export function refuseGuessedText({ kind }: Field, read: ReadCell, encoding?: string): ReadCell {
  if (encoding === undefined || !read.ok || !kindsSentAsWritten.has(kind)) return read;
  if (/^[ -~]*$/.test(String(read.value ?? ''))) return read;
  return createProblem({ code: 'textEncodingGuessed', encoding }, { code: 'saveAsUtf8' });
}

export interface ReadingOptions {
  readonly dateOrder?: DateOrder | undefined;
  readonly acceptSuggestions?: boolean | undefined;
}

export interface SettingProblem extends Pick<RowRemark, 'message' | 'remedy' | 'suggestion'> {
  /** The label of the input, if the message does not quote the value. */
  readonly label?: string;
}

export function readSetting(
  field: Field,
  value: string,
  { dateOrder, acceptSuggestions = false }: ReadingOptions,
): { readonly value: string | number } | { readonly problem: SettingProblem } {
  const read = readValue(field, { kind: 'text', text: value }, dateOrder);
  if (!read.ok) return { problem: { message: read.message, remedy: read.remedy } };
  const { label, remedy } = field;
  const chosenValue = acceptSuggestions ? (read.suggestion ?? read.value) : read.value;
  if (chosenValue === undefined)
    return { problem: { message: { code: 'settingEmpty', label }, remedy } };
  const parsed = field.schema.safeParse(chosenValue);
  if (parsed.success) return { value: chosenValue };
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  const message = toInputMessage(issue, label, field);
  const meant = read.suggestion === undefined ? {} : { suggestion: read.suggestion };
  return { problem: { label, message, remedy, ...meant } };
}

/** If there are more distinct values, most rows differ, and sharing saves no memory. */
const maxShared = 1_000;

/** Reads equal texts only once, because a sheet may have 300,000 rows. */
export class SharedValues {
  readonly #byInput = new Map<string, Map<string, ReadCell>>();

  /** The result does not keep the file in memory. */
  read(input: string, field: Field, cell: Cell | undefined, order?: DateOrder): ReadCell {
    if (cell?.kind !== 'text') return copyValue(readValue(field, cell, order));
    // A row with an ambiguous date is read with each order.
    const name = order === undefined || field.kind !== 'dateTime' ? input : `${input} ${order}`;
    const known = this.#byInput.get(name) ?? new Map<string, ReadCell>();
    this.#byInput.set(name, known);
    const shared = known.get(cell.text);
    if (shared !== undefined) return shared;
    const read = copyValue(readValue(field, cell, order));
    if (known.size < maxShared) known.set(copyText(cell.text), read);
    return read;
  }
}

const typeIdAsText = { code: 'typeIdAsText' } as const;

/** An ID that a spreadsheet program changed would identify another person, or nobody. */
function findIdProblem({ remedy }: Field, cell: Cell, text: string): UnreadCell | undefined {
  if (cell.kind === 'date') {
    return createProblem({ code: 'cellContainsDate', date: cell.iso }, typeIdAsText);
  }
  if (cell.kind === 'boolean') return createProblem({ code: 'cellContainsBoolean', text }, remedy);
  if (cell.kind === 'number' && Math.abs(cell.value) >= 1e15) {
    return createProblem({ code: 'numberRounded' }, typeIdAsText);
  }
  if (cell.kind === 'number' && cell.shown === '') {
    const hidden = { code: 'cellNumberFormatted', number: cell.text } as const;
    return createProblem(hidden, typeIdAsText);
  }
  return undefined;
}

function readIdText(cell: Exclude<Cell, { kind: 'error' | 'uncalculated' }>): string {
  const shown = cell.kind === 'number' ? (cell.shown ?? '') : '';
  return shown === '' ? readText(cell) : toVisibleText(shown);
}

function findNumberProblem(cell: Cell, text: string): UnreadCell | undefined {
  if (cell.kind !== 'number') return undefined;
  return createProblem({ code: 'numberNoDate', number: text }, { code: 'formatAsDate' });
}

function toReadCell({ kind }: Field, read: ReadInput): ReadCell {
  if (!read.ok) {
    const { message } = read;
    if (message.code !== 'ambiguousDate') return read;
    // The order of day and month is an option for all dates of a sheet.
    return { ...read, remedy: { code: 'sayDateOrder', hasDots: message.text.includes('.') } };
  }
  if (kind !== 'dateTime' || read.value === undefined) return read;
  // A CSV export may round fractions of a second, and the key of a row depends on its values.
  return { ...read, value: removeFraction(String(read.value)) };
}

function readText(cell: Exclude<Cell, { kind: 'error' | 'uncalculated' }>): string {
  switch (cell.kind) {
    case 'text':
      return toVisibleText(cell.text);
    case 'number':
      return cell.text;
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'date':
      return cell.iso;
  }
}

function removeFraction(iso: string): string {
  return iso.replace(/\.\d+Z$/, '.000Z');
}

function describeErrorCell({ code: error, isRich }: Extract<Cell, { kind: 'error' }>): UnreadCell {
  if (isRich === true) return createProblem({ code: 'cellOnlyInExcel' }, { code: 'convertToText' });
  return createProblem({ code: 'cellContainsError', error }, { code: 'correctFormula' });
}

function createProblem(message: ValueMessage, remedy: ValueMessage): UnreadCell {
  return { ok: false, message, remedy };
}

function copyValue(read: ReadCell): ReadCell {
  return read.ok && typeof read.value === 'string'
    ? { ...read, value: copyText(read.value) }
    : read;
}
