import { remembered } from '../../src/remembered.js';

/** How numbers stand in a date text: day first or month first. */
export type DateOrder = 'dmy' | 'mdy';

export type ReadDate =
  | { readonly ok: true; readonly iso: string }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const isoDate =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}:\d{2})(:\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Excel's long date format begins with it. */
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]* (?=.*\d)/i;

const unclear = 'Write 2026-11-03, or a date with the month as a word: 3 November 2026.';

const readerOf = (order?: DateOrder) => remembered((text) => readText(text, order), 1_000);
const readers = { dmy: readerOf('dmy'), mdy: readerOf('mdy'), unknown: readerOf() };

/**
 * Reads a date text to the contract's shape `2026-11-03T00:00:00.000Z`. ISO 8601 and English month
 * names speak for themselves; 03/11/2026 is read only when the order is given, for it is two
 * different days in two countries. No time zone is ever applied to a text without one.
 */
export function readDateText(text: string, order?: DateOrder): ReadDate {
  return readers[order ?? 'unknown'](text);
}

function readText(text: string, order: DateOrder | undefined): ReadDate {
  const clean = text.trim().replaceAll(/\s+/g, ' ').replace(weekday, '');
  const shown = clean.length > 40 ? `${clean.slice(0, 37)}...` : clean;
  const iso = isoDate.exec(clean);
  if (iso !== null) {
    const [, year = '', month = '', day = '', minutes, seconds = ':00', zone = 'Z'] = iso;
    const time = minutes && `${minutes.padStart(5, '0')}${seconds}`;
    return fromParts(year, month, day, shown, time, zone.replace(/(\d\d)(\d\d)$/, '$1:$2'));
  }
  const words =
    /^(?:(\d{1,2})(?:st|nd|rd|th)?[ .-]+)?([a-z]+)[ .,-]+(?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})$/i.exec(
      clean,
    );
  if (words !== null) {
    const [, before, name = '', after, year = ''] = words;
    const day = before ?? after;
    const month = monthNumber(name);
    const oneDay = (before === undefined) !== (after === undefined);
    if (month !== undefined && day !== undefined && oneDay) {
      return fromParts(year, String(month), day, shown);
    }
  }
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(clean);
  if (numbers !== null) {
    const [, first = '', second = '', year = ''] = numbers;
    return fromNumbers(first, second, year, shown, order);
  }
  const message = /^\d{1,2}[-/. ]+\w+[-/. ,]+\d{2}$/.test(clean)
    ? `"${shown}" gives the year with two digits`
    : `"${shown}" is not a date that can be read`;
  return { ok: false, message, remedy: unclear };
}

function fromNumbers(
  first: string,
  second: string,
  year: string,
  text: string,
  order: DateOrder | undefined,
): ReadDate {
  if (order === undefined) {
    const oneWay = Number(first) > 12 !== Number(second) > 12;
    return {
      ok: false,
      message: oneWay
        ? `"${text}" is read only when the order of day and month is given`
        : `"${text}" can be read as two different days`,
      remedy: 'Say --date-format dmy (day first) or --date-format mdy (month first).',
    };
  }
  const read =
    order === 'dmy' ? fromParts(year, second, first, text) : fromParts(year, first, second, text);
  const words = order === 'dmy' ? 'day first' : 'month first';
  return read.ok ? read : { ...read, message: `${read.message} when it is read ${words}` };
}

/** A date cell's ISO text in the contract's shape. */
export function fromDateCell(iso: string): string {
  const [day = '', time = '00:00:00'] = iso.split('T');
  return `${day}T${time}.000Z`;
}

function fromParts(
  year: string,
  month: string,
  day: string,
  text: string,
  time = '00:00:00',
  zone = 'Z',
): ReadDate {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${date}T${time}.000${zone.toUpperCase()}`);
  // V8 takes the 31st of every month for a day, and gives the first of the next for it.
  const noonMs = Date.parse(`${date}T12:00:00.000Z`);
  const exists = !Number.isNaN(instant.getTime()) && new Date(noonMs).getUTCDate() === Number(day);
  return exists
    ? { ok: true, iso: instant.toISOString() }
    : { ok: false, message: `"${text}" is not a day that exists`, remedy: unclear };
}

function monthNumber(name: string): number | undefined {
  const lower = name.toLowerCase();
  const index = monthNames.findIndex(
    (month) => month === lower || (lower.length >= 3 && month.startsWith(lower)),
  );
  return index === -1 ? undefined : index + 1;
}
