import { toDateTimeText, readIsoParts, type IsoParts } from './dateTime.js';
import type { InputMessage } from './inputMessages.js';
import { memoize } from './memoize.js';

export type DateOrder = 'dmy' | 'mdy';

type ReadDate =
  | {
      readonly ok: true;
      readonly iso: string;
      /** The order that the text proves, if none was given: 13/11/2026 proves `dmy`. */
      readonly order?: DateOrder;
    }
  | Unread;

export interface Unread {
  readonly ok: false;
  readonly message: InputMessage;
  readonly remedy: InputMessage;
}

const maxExcerptLength = 40;

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

/** Excel's long date format begins with a weekday. */
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]* (?=.*\d)/i;

/** Midnight after a date, as programs write it for a date without a time. */
const midnight = /,? 0{1,2}:00(?::00(?:[.]0+)?)?(?: ?a\.?m\.?)?$|,? 12:00(?::00)? ?a\.?m\.?$/i;

/** An earlier year is a short year or a number that a program has misread. */
const earliestYear = 1950;

const createReader = (order?: DateOrder) => memoize((text) => readText(text, order), 1_000);
const readers = { dmy: createReader('dmy'), mdy: createReader('mdy'), unknown: createReader() };

/**
 * Keeps the day in the text and ignores its time zone. Reads 03/11/2026 only if the order is given,
 * because it can mean two different days.
 */
export function readDateText(text: string, order?: DateOrder): ReadDate {
  return readers[order ?? 'unknown'](text);
}

function readText(text: string, order: DateOrder | undefined): ReadDate {
  const clean = text.trim().replaceAll(/\s+/g, ' ').replace(weekday, '').replace(midnight, '');
  const excerpt =
    clean.length > maxExcerptLength ? `${clean.slice(0, maxExcerptLength - 3)}...` : clean;
  const iso = readIsoParts(clean);
  if (iso !== undefined) return checkDate(iso, excerpt);
  // 3rd November 2026, 3-Nov-2026 or November 3, 2026.
  const named =
    /^(?:(\d{1,2})(?:st|nd|rd|th)?[ .-]+)?([a-z]+)[ .,-]+(?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})$/i.exec(
      clean,
    );
  if (named !== null) {
    const [, before, name = '', after, year = ''] = named;
    const day = before ?? after;
    const month = findMonthNumber(name);
    const hasOneDay = (before === undefined) !== (after === undefined);
    if (month !== undefined && day !== undefined && hasOneDay) {
      return joinDate(year, String(month), day, excerpt);
    }
  }
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(clean);
  if (numbers !== null) {
    const [, first = '', second = '', year = ''] = numbers;
    return readNumbers(first, second, year, excerpt, order);
  }
  const hasTwoDigits = /^\d{1,2}[-/. ]+\w+[-/. ,]+\d{2}$/.test(clean);
  return createUnread({ code: hasTwoDigits ? 'yearOfTwoDigits' : 'unreadableDate', text: excerpt });
}

function readNumbers(
  first: string,
  second: string,
  year: string,
  text: string,
  order: DateOrder | undefined,
): ReadDate {
  const readAs = {
    dmy: () => joinDate(year, second, first, text),
    mdy: () => joinDate(year, first, second, text),
  };
  if (order !== undefined) {
    const date = readAs[order]();
    // If the numbers are a date only in the other order, that order is right.
    return date.ok ? date : readAs[order === 'dmy' ? 'mdy' : 'dmy']();
  }
  const [dayFirst, monthFirst] = [readAs.dmy(), readAs.mdy()];
  if (!dayFirst.ok) return monthFirst.ok ? { ...monthFirst, order: 'mdy' } : monthFirst;
  if (!monthFirst.ok) return { ...dayFirst, order: 'dmy' };
  if (dayFirst.iso === monthFirst.iso) return dayFirst;
  return createUnread({ code: 'ambiguousDate', text });
}

function checkDate(parts: IsoParts, text: string): ReadDate {
  return findDateError(parts, text) ?? { ok: true, iso: toDateTimeText(parts) };
}

function joinDate(year: string, month: string, day: string, text: string): ReadDate {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parts = { day: date, time: '00:00:00', milliseconds: '000' };
  return checkDate(parts, text);
}

function findDateError({ day, time }: IsoParts, text: string): Unread | undefined {
  // V8 accepts up to 31 days in every month, and returns a day of the next month.
  const noon = new Date(`${day}T12:00:00.000Z`);
  if (Number.isNaN(noon.getTime()) || noon.getUTCDate() !== Number(day.slice(-2))) {
    return createUnread({ code: 'noSuchDay', text });
  }
  if (!/^(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(time)) {
    return createUnread({ code: 'noSuchTime', text }, { code: 'correctTime' });
  }
  if (Number(day.slice(0, 4)) >= earliestYear) return undefined;
  const message = { code: 'yearTooEarly', text, earliest: earliestYear } as const;
  return createUnread(message, { code: 'writeWholeYear' });
}

function createUnread(
  message: InputMessage,
  remedy: InputMessage = { code: 'writeClearDate' },
): Unread {
  return { ok: false, message, remedy };
}

function findMonthNumber(name: string): number | undefined {
  const lower = name.toLowerCase();
  const index = monthNames.findIndex(
    (month) => month === lower || (lower.length >= 3 && month.startsWith(lower)),
  );
  return index === -1 ? undefined : index + 1;
}
