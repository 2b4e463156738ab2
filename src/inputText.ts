import { checkCountry } from './countries.js';
import { type DateOrder, readDateText, type Unread } from './dateText.js';
import { changedStaffIdRemedy, type Field } from './field.js';
import { suggestedCountry } from './foreignCountries.js';
import { normalizeText } from './spelling.js';
import { meaningOfWord } from './yesNoWords.js';

/** An input as the contract wants it; one without a value is `undefined`. */
export type ReadInput =
  | {
      readonly ok: true;
      readonly value: string | number | undefined;
      /** What was meant by a value that stands for another one; a guess at a slip is none. */
      readonly suggestion?: string;
      /** What earlier versions sent for the same text, where that is something else. */
      readonly formerly?: string;
      /** The order of day and month that a date text shows. */
      readonly order?: DateOrder;
    }
  | Unread;

/** Error values of Excel and Google Sheets, as they come as text. */
const errorText = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BUSY!|#+)$/i;

/** What people write where there is nothing to write. */
const nothing = /^(?:n\/a|n\.\s?a\.?|[-\u2010-\u2015]+|none|nil)$/i;

/** A number that Excel has shortened: its other digits are lost. */
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** What cannot be seen: soft hyphens, zero-width spaces, marks of the writing direction. */
const hidden = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;

/** What programs and models give for Yes and No, in the form of `normalizeText`. */
const yesNo: Readonly<Record<string, string>> = { true: 'Yes', false: 'No', y: 'Yes', n: 'No' };

/**
 * Reads what a person, a sheet or a model gave for an input, the same way on every surface: case,
 * spaces and invisible characters do not matter, true and false are Yes and No, a day in words is a
 * date. What the contract would refuse is left for its validation to name.
 */
export function readInput(field: Field, given: string, order?: DateOrder): ReadInput {
  const text = visibleText(given);
  if (text === '') return { ok: true, value: undefined };
  if (errorText.test(text)) {
    const remedy = 'Correct its formula or type a value.';
    return { ok: false, message: `contains the error ${text}`, remedy };
  }
  switch (field.kind) {
    case 'choice':
    case 'openChoice':
      return readChoice(field, text);
    case 'country':
      return nothing.test(text) ? { ok: true, value: undefined } : readCountry(text);
    case 'integer':
      return { ok: true, value: nothing.test(text) ? undefined : integerOf(text) };
    case 'dateTime':
      return nothing.test(text) ? { ok: true, value: undefined } : readDate(text, order);
    case 'staffId':
      return nothing.test(text) ? { ok: true, value: undefined } : readStaffId(text);
    case 'text':
    case 'email':
      return { ok: true, value: text };
  }
}

/** A text without what cannot be seen, and without the spaces around it. */
export function visibleText(text: string): string {
  return (hidden.test(text) ? text.split(hidden).join('') : text).trim();
}

// An ID that a spreadsheet program has changed would identify another person, or nobody.
function readStaffId(text: string): ReadInput {
  if (!shortened.test(text)) return { ok: true, value: text };
  const message = `contains "${text}", a number that was shortened`;
  return { ok: false, message, remedy: changedStaffIdRemedy };
}

function integerOf(text: string): number | string {
  // "1.000" is a thousand in German, and one in English.
  if (/^[+-]?[1-9]\d{0,2}(?:[.]000)+$/.test(text)) return text;
  return /^[+-]?\d{1,15}(?:[.]0+)?$/.test(text) ? Number(text) : text;
}

function readChoice(field: Field, text: string): ReadInput {
  const { values = [], synonyms = {}, formerly = {} } = field;
  const wanted = normalizeText(text);
  const found = values.find((value) => normalizeText(value) === wanted);
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
function readCountry(text: string): ReadInput {
  const name = text.replaceAll(/\s+/g, ' ');
  if (checkCountry(name).known) return { ok: true, value: name };
  const suggested = suggestedCountry(name);
  if (suggested?.name.toLowerCase() === name.toLowerCase()) {
    return { ok: true, value: suggested.name };
  }
  const isCertain = suggested?.isCertain === true;
  return { ok: true, value: name, ...(isCertain ? { suggestion: suggested.name } : {}) };
}

function readDate(text: string, order: DateOrder | undefined): ReadInput {
  const date = readDateText(text, order);
  if (!date.ok) return date;
  return {
    ok: true,
    value: date.iso,
    ...(date.formerIso === undefined ? {} : { formerly: date.formerIso }),
    ...(date.order === undefined ? {} : { order: date.order }),
  };
}
