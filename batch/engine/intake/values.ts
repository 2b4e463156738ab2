import type { DateOrder, Unread } from '../../../src/dateText.js';
import { changedStaffIdRemedy, type Field } from '../../../src/field.js';
import { readInput, type ReadInput, visibleText } from '../../../src/inputText.js';
import type { Cell } from '../../../sheets/sheet.js';
import { ambiguousRemedy, fromDateCell } from './dates.js';

/** No input of the contract is this long; a longer one is text in the wrong column. */
const longestValue = 1_000;

/** Reads one cell for an input. What the contract would refuse is left for its validation to name. */
export function readValue(field: Field, cell: Cell | undefined, order?: DateOrder): ReadInput {
  if (cell === undefined) return { ok: true, value: undefined };
  if (cell.kind === 'error') return errorCell(cell.code);
  if (cell.kind === 'uncalculated') {
    return problem(
      'The cell holds a formula that was never calculated',
      'Open the file in Excel, save it, and run again.',
    );
  }
  const text = field.kind === 'staffId' ? idText(cell) : cellText(cell);
  if (text === '') return { ok: true, value: undefined };
  if (text.length > longestValue) {
    return problem(
      `The cell holds ${text.length.toLocaleString('en')} characters`,
      'Check that the right column has this heading.',
    );
  }
  if (field.kind === 'dateTime' && cell.kind === 'date') {
    return { ok: true, value: fromDateCell(cell.iso) };
  }
  const changed = field.kind === 'staffId' ? changedStaffId(field, cell, text) : undefined;
  const noDate = field.kind === 'dateTime' ? numberForDate(cell, text) : undefined;
  return changed ?? noDate ?? ofCell(field, readInput(field, text, order));
}

// An id that a spreadsheet has changed would name another person, or nobody.
function changedStaffId({ remedy }: Field, cell: Cell, text: string): Unread | undefined {
  if (cell.kind === 'date')
    return problem(`The cell holds a date, ${cell.iso}`, changedStaffIdRemedy);
  if (cell.kind === 'boolean') return problem(`The cell holds ${text}`, remedy);
  if (cell.kind === 'number' && Math.abs(cell.value) > Number.MAX_SAFE_INTEGER) {
    return problem(
      'The cell holds a number of more than 15 digits, which Excel rounds',
      changedStaffIdRemedy,
    );
  }
  if (cell.kind === 'number' && cell.shown === '') {
    return problem(
      `The cell holds the number ${cell.text} in a number format with texts of its own, so the id that Excel shows is not known`,
      'Format the column as text and type the id as it should be.',
    );
  }
  return undefined;
}

/** An id is what people see in the cell. */
function idText(cell: Exclude<Cell, { kind: 'error' | 'uncalculated' }>): string {
  const shown = cell.kind === 'number' ? (cell.shown ?? '') : '';
  return shown === '' ? cellText(cell) : visibleText(shown);
}

function numberForDate(cell: Cell, text: string): Unread | undefined {
  if (cell.kind !== 'number') return undefined;
  return problem(
    `The cell holds the number ${text}, not a date`,
    'Format the cell as a date and check what it shows.',
  );
}

/** What the core says of a text, said of a cell. */
function ofCell({ kind }: Field, read: ReadInput): ReadInput {
  if (!read.ok) {
    const message = read.message.replace(/^holds /, 'The cell holds ');
    if (read.isAmbiguous === true) return { ...read, message, remedy: ambiguousRemedy(message) };
    return { ...read, message };
  }
  if (kind !== 'dateTime' || read.value === undefined) return read;
  // Fractions of a second have never been sent from a sheet, and rows are known by what was sent.
  const { value, formerly } = read;
  return {
    ...read,
    value: withoutFraction(String(value)),
    ...(formerly === undefined ? {} : { formerly: withoutFraction(formerly) }),
  };
}

function cellText(cell: Exclude<Cell, { kind: 'error' | 'uncalculated' }>): string {
  switch (cell.kind) {
    case 'text':
      return visibleText(cell.text);
    case 'number':
      return cell.text;
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'date':
      return cell.iso;
  }
}

function withoutFraction(iso: string): string {
  return iso.replace(/\.\d+Z$/, '.000Z');
}

function errorCell(code: string): Unread {
  return problem(`The cell holds the error ${code}`, 'Correct its formula or type a value.');
}

function problem(message: string, remedy: string): Unread {
  return { ok: false, message, remedy };
}
