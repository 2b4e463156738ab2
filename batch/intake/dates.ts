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

const unclear = 'Write 2026-11-03, or a date with the month as a word: 3 November 2026.';

/**
 * Reads a date text to the contract's shape `2026-11-03T00:00:00.000Z`. ISO 8601 and English month
 * names speak for themselves; 03/11/2026 is read only when the order is given, for it is two
 * different days in two countries. No time zone is ever applied to a text without one.
 */
export function readDateText(text: string, order?: DateOrder): ReadDate {
  const clean = text.trim().replaceAll(/\s+/g, ' ');
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/i.exec(
      clean,
    );
  if (iso !== null) {
    const [, year = '', month = '', day = '', minutes, seconds = ':00', , zone] = iso;
    return fromParts(year, month, day, clean, minutes && `${minutes}${seconds}`, zone);
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
      return fromParts(year, String(month), day, clean);
    }
  }
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(clean);
  if (numbers !== null) {
    const [, first = '', second = '', year = ''] = numbers;
    if (order === undefined) {
      return {
        ok: false,
        message: `"${clean}" can be read as two different days`,
        remedy: 'Say --date-format dmy (day first) or --date-format mdy (month first).',
      };
    }
    return order === 'dmy'
      ? fromParts(year, second, first, clean)
      : fromParts(year, first, second, clean);
  }
  return { ok: false, message: `"${clean}" is not a date that can be read`, remedy: unclear };
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
  const noon = new Date(`${date}T12:00:00.000Z`);
  const exists = !Number.isNaN(instant.getTime()) && noon.toISOString().startsWith(date);
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
