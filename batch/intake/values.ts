import { opinionOnCountry } from '../../src/countries.js';
import type { Field } from '../../src/field.js';
import { plain } from '../../src/spelling.js';
import type { Cell } from '../sheets/sheet.js';
import { type DateOrder, fromDateCell, readDateText } from './dates.js';

/** A cell as the contract wants it; a blank cell is `undefined`. */
export type ReadValue =
  | { readonly ok: true; readonly value: string | number | undefined }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

/** No input of the contract is this long; a longer one is text in the wrong column. */
const longestValue = 1_000;

const yesNo: Readonly<Record<string, string>> = {
  true: 'Yes',
  false: 'No',
  y: 'Yes',
  n: 'No',
};

/** Reads one cell for an input. What the contract would refuse is left for its validation to name. */
export function readValue(field: Field, cell: Cell | undefined, order?: DateOrder): ReadValue {
  if (cell === undefined) return { ok: true, value: undefined };
  if (cell.kind === 'error') {
    return problem(`The cell holds the error ${cell.code}`, 'Correct its formula or type a value.');
  }
  if (cell.kind === 'uncalculated') {
    return problem(
      'The cell holds a formula that was never calculated',
      'Open the file in Excel, save it, and run again.',
    );
  }
  const text = cellText(cell);
  if (text === '') return { ok: true, value: undefined };
  if (text.length > longestValue) {
    return problem(`The cell holds ${text.length} characters`, 'Check that the column is right.');
  }
  switch (field.kind) {
    case 'choice':
    case 'openChoice':
      return { ok: true, value: choiceOf(field, text) };
    case 'country':
      return { ok: true, value: countryOf(text) };
    case 'integer':
      return { ok: true, value: /^[+-]?\d{1,15}(?:[.]0+)?$/.test(text) ? Number(text) : text };
    case 'dateTime':
      return readDate(cell, text, order);
    case 'staffId':
    case 'text':
    case 'email':
      if (cell.kind === 'date') {
        return problem(`The cell holds a date, ${cell.iso}`, field.remedy);
      }
      return { ok: true, value: text };
  }
}

function cellText(cell: Exclude<Cell, { kind: 'error' | 'uncalculated' }>): string {
  switch (cell.kind) {
    case 'text':
      return cell.text.replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '').trim();
    case 'number':
      return cell.text;
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'date':
      return cell.iso;
  }
}

function choiceOf({ values = [] }: Field, text: string): string {
  const wanted = plain(text);
  const found = values.find((value) => plain(value) === wanted);
  const meant = values.includes('Yes') ? yesNo[wanted] : undefined;
  return found ?? meant ?? text;
}

// "germany" is Germany; "UK" stays as it is, with a warning, for it may be what the service knows.
function countryOf(text: string): string {
  const name = text.replaceAll(/\s+/g, ' ');
  const opinion = opinionOnCountry(name);
  const { suggestion } = opinion.known ? {} : opinion;
  return suggestion?.toLowerCase() === name.toLowerCase() ? suggestion : name;
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
  return date.ok ? { ok: true, value: date.iso } : date;
}

function problem(message: string, remedy: string): ReadValue {
  return { ok: false, message, remedy };
}
