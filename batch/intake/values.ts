import { opinionOnCountry } from '../../src/countries.js';
import type { Field } from '../../src/field.js';
import { plain } from '../../src/spelling.js';
import type { Cell } from '../sheets/sheet.js';
import { type DateOrder, fromDateCell, readDateText, type Unread } from './dates.js';
import { suggestedCountry } from './foreignCountries.js';
import { meaningOfWord } from './yesNoWords.js';

/** A cell as the contract wants it; a blank cell is `undefined`. */
export type ReadValue =
  | {
      readonly ok: true;
      readonly value: string | number | undefined;
      /** What was meant by a value that stands for another one; a guess at a slip is none. */
      readonly suggestion?: string;
      /** What earlier versions sent for the same cell, where that is something else. */
      readonly formerly?: string;
      /** The order of day and month that a date text shows. */
      readonly order?: DateOrder;
    }
  | Unread;

/** No input of the contract is this long; a longer one is text in the wrong column. */
const longestValue = 1_000;

const yesNo: Readonly<Record<string, string>> = {
  true: 'Yes',
  false: 'No',
  y: 'Yes',
  n: 'No',
};

/** Error values of Excel, as a CSV file shows them. */
const errorText = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BUSY!|#+)$/i;

/** What people write where there is nothing to write. */
const nothing = /^(?:n\/a|n\.\s?a\.?|[-\u2010-\u2015]+|none|nil)$/i;

/** A number that Excel has shortened: its other digits are lost. */
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** What cannot be seen: soft hyphens, zero-width spaces, marks of the writing direction. */
const hidden = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;

/** Reads one cell for an input. What the contract would refuse is left for its validation to name. */
export function readValue(field: Field, cell: Cell | undefined, order?: DateOrder): ReadValue {
  if (cell === undefined) return { ok: true, value: undefined };
  if (cell.kind === 'error') return errorCell(cell.code);
  if (cell.kind === 'uncalculated') {
    return problem(
      'The cell holds a formula that was never calculated',
      'Open the file in Excel, save it, and run again.',
    );
  }
  const text = cellText(cell);
  if (text === '') return { ok: true, value: undefined };
  if (text.length > longestValue) {
    return problem(
      `The cell holds ${text.length.toLocaleString('en')} characters`,
      'Check that the right column has this heading.',
    );
  }
  if (cell.kind === 'text' && errorText.test(text)) return errorCell(text);
  switch (field.kind) {
    case 'choice':
    case 'openChoice':
      return readChoice(field, text);
    case 'country':
      return nothing.test(text) ? { ok: true, value: undefined } : readCountry(text);
    case 'integer':
      return { ok: true, value: nothing.test(text) ? undefined : integerOf(text) };
    case 'dateTime':
      if (nothing.test(text)) return { ok: true, value: undefined };
      return readDate(cell, text, order);
    case 'staffId':
      return readStaffId(field, cell, text);
    case 'text':
    case 'email':
      return { ok: true, value: text };
  }
}

/** A text without what cannot be seen, and without the spaces around it. */
export function visibleText(text: string): string {
  return (hidden.test(text) ? text.split(hidden).join('') : text).trim();
}

// An id that a spreadsheet has changed would name another person, or nobody.
function readStaffId(field: Field, cell: Cell, text: string): ReadValue {
  if (nothing.test(text)) return { ok: true, value: undefined };
  const asText = 'Format the column as text and type the Staff ID again.';
  if (cell.kind === 'date') return problem(`The cell holds a date, ${cell.iso}`, asText);
  if (cell.kind === 'boolean') return problem(`The cell holds ${text}`, field.remedy);
  if (cell.kind === 'number' && Math.abs(cell.value) > Number.MAX_SAFE_INTEGER) {
    return problem('The cell holds a number of more than 15 digits, which Excel rounds', asText);
  }
  if (shortened.test(text)) {
    return problem(`The cell holds "${text}", a number that was shortened`, asText);
  }
  return { ok: true, value: text };
}

function integerOf(text: string): number | string {
  return /^[+-]?\d{1,15}(?:[.]0+)?$/.test(text) ? Number(text) : text;
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

function readChoice(field: Field, text: string): ReadValue {
  const { values = [], synonyms = {}, formerly = {} } = field;
  const wanted = plain(text);
  const found = values.find((value) => plain(value) === wanted);
  const meant = values.includes('Yes') ? yesNo[wanted] : undefined;
  const synonym = Object.hasOwn(synonyms, wanted) ? synonyms[wanted] : undefined;
  const value = found ?? synonym ?? meant;
  if (value === undefined) {
    const suggestion = meaningOfWord(text, values);
    return { ok: true, value: text, ...(suggestion === undefined ? {} : { suggestion }) };
  }
  const former = formerly[value];
  return { ok: true, value, ...(former === undefined ? {} : { formerly: former }) };
}

// "germany" is Germany; "UK" stays as it is, with a warning, for it may be what the service knows.
function readCountry(text: string): ReadValue {
  const name = text.replaceAll(/\s+/g, ' ');
  if (opinionOnCountry(name).known) return { ok: true, value: name };
  const suggested = suggestedCountry(name);
  if (suggested?.name.toLowerCase() === name.toLowerCase()) {
    return { ok: true, value: suggested.name };
  }
  const isCertain = suggested?.isCertain === true;
  return { ok: true, value: name, ...(isCertain ? { suggestion: suggested.name } : {}) };
}

function readDate(cell: Cell, text: string, order: DateOrder | undefined): ReadValue {
  if (cell.kind === 'date') return { ok: true, value: fromDateCell(cell.iso) };
  if (cell.kind === 'number') {
    return problem(
      `The cell holds the number ${text}, not a date`,
      'Format the cell as a date and check what it shows.',
    );
  }
  const date = readDateText(text, order);
  if (!date.ok) return date;
  return {
    ok: true,
    value: date.iso,
    ...(date.formerIso === undefined ? {} : { formerly: date.formerIso }),
    ...(date.order === undefined ? {} : { order: date.order }),
  };
}

function errorCell(code: string): ReadValue {
  return problem(`The cell holds the error ${code}`, 'Correct its formula or type a value.');
}

function problem(message: string, remedy: string): ReadValue {
  return { ok: false, message, remedy };
}
