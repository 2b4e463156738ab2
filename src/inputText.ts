import { checkCountry } from './countries.js';
import { type DateOrder, readDateText, type Unread } from './dateText.js';
import type { Field } from './field.js';
import { suggestEnglishName } from './foreignCountries.js';
import { normalizeText } from './spelling.js';
import { readStaffIdText } from './staffIdText.js';
import { toVisibleText } from './toVisibleText.js';
import { matchForeignWord } from './yesNoWords.js';

/** An input that was read, but not validated. A blank input has the value `undefined`. */
export type ReadInput =
  | {
      readonly ok: true;
      readonly value: string | number | undefined;
      /** The value that was certainly meant, never a guess at a typing error. */
      readonly suggestion?: string;
      readonly order?: DateOrder;
    }
  | Unread;

/** Error values of Excel and Google Sheets. */
const errorText = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BUSY!|#+)$/i;

/** Words that people write instead of leaving an input empty. */
const noValue = /^(?:n\/a|n\.\s?a\.?|[-\u2010-\u2015]+|none|nil)$/i;

/**
 * Words that programs write for a missing value. In a text or an email, some of them can be names.
 */
const machineNull =
  /^(?:nan|nat|null|undefined|\\n|<(?:na|null|none)>|\((?:null|none|empty|blank)\)|\[(?:null|none|empty|blank)\])$/i;

/** Machine nulls that cannot be a name. `null`, and `nan` in other capitals than NaN, can be names. */
const nullInText = /^(?:NaN|NaT|undefined|\\N|<NA>|<null>|<NULL>|\(null\)|\(NULL\)|\[NULL\])$/;

/** The missing value of R. In a country input, it may be the code of Namibia. */
const nullOfR = /^NA$/;

/** A text in quotation marks or apostrophes, or after the apostrophe with which Excel marks text. */
const quotedText =
  /^(?:"([^"]*)"|['\u2018\u2019]+(?!['\u2018\u2019])([^'\u2018\u2019]*)['\u2018\u2019]*)$/;

/** Other words for Yes and No, in the form of `normalizeText`. */
const yesNo: Readonly<Record<string, string>> = { true: 'Yes', false: 'No', y: 'Yes', n: 'No' };

/** Reads inputs of people, sheets and language models in the same way. */
export function readInput(field: Field, given: string, order?: DateOrder): ReadInput {
  const text = cleanText(field, given);
  if (text === '') return { ok: true, value: undefined };
  if (errorText.test(text)) {
    return {
      ok: false,
      message: { code: 'errorText', error: text },
      remedy: { code: 'correctErrorText' },
    };
  }
  switch (field.kind) {
    case 'choice':
    case 'openChoice':
      return readChoice(field, text);
    case 'country':
      return readCountry(text);
    case 'integer':
      return { ok: true, value: toInteger(text) };
    case 'dateTime':
      return readDate(text, order);
    case 'staffId': {
      const id = readStaffIdText(text);
      return typeof id === 'string' ? { ok: true, value: id } : id;
    }
    case 'text':
    case 'email':
      return { ok: true, value: text };
  }
}

function cleanText({ kind }: Field, given: string): string {
  const visible = toVisibleText(given);
  if (kind === 'text' || kind === 'email') return nullInText.test(visible) ? '' : visible;
  const [, quoted, afterApostrophe] = quotedText.exec(visible) ?? [];
  // NFC makes a letter with an accent one character.
  const text = (quoted ?? afterApostrophe ?? visible).normalize('NFC').trim();
  if (machineNull.test(text)) return '';
  if (kind === 'choice' || kind === 'openChoice') return text;
  return noValue.test(text) || (kind !== 'country' && nullOfR.test(text)) ? '' : text;
}

function toInteger(text: string): number | string {
  // "1.000" is a thousand in German and one in English, so it stays text.
  if (/^[+-]?[1-9]\d{0,2}(?:[.]000)+$/.test(text)) return text;
  return /^[+-]?\d{1,15}(?:[.]0+)?$/.test(text) ? Number(text) : text;
}

function readChoice(field: Field, text: string): ReadInput {
  const { values = [], synonyms = {} } = field;
  const wanted = normalizeText(text);
  const found = values.find((value) => normalizeText(value) === wanted);
  const yesOrNo = values.includes('Yes') ? yesNo[wanted] : undefined;
  const synonym = Object.hasOwn(synonyms, wanted) ? synonyms[wanted] : undefined;
  const value = found ?? synonym ?? yesOrNo;
  if (value === undefined) {
    const suggestion = matchForeignWord(text, values);
    return { ok: true, value: text, ...(suggestion === undefined ? {} : { suggestion }) };
  }
  return { ok: true, value };
}

// "germany" becomes Germany. "UK" is kept, as the service may accept it; `findWarnings` reports it.
function readCountry(text: string): ReadInput {
  const name = text.replaceAll(/\s+/g, ' ');
  if (checkCountry(name).known) return { ok: true, value: name };
  const suggested = suggestEnglishName(name);
  if (suggested !== undefined && lowerCase(suggested.name) === lowerCase(name)) {
    return { ok: true, value: suggested.name };
  }
  const isCertain = suggested?.isCertain === true;
  return { ok: true, value: name, ...(isCertain ? { suggestion: suggested.name } : {}) };
}

/** Treats the dotted and the dotless i of Turkish as one letter. */
function lowerCase(text: string): string {
  return text.replaceAll(/[İı]/g, 'i').toLowerCase();
}

function readDate(text: string, order: DateOrder | undefined): ReadInput {
  const date = readDateText(text, order);
  if (!date.ok) return date;
  return {
    ok: true,
    value: date.iso,
    ...(date.order === undefined ? {} : { order: date.order }),
  };
}
