const SECONDS_PER_DAY = 86_400;
/** 31 December 9999, the last day in Excel, in the 1900 system. */
const LAST_SERIAL = 2_958_465;
/** 29 February 1900, which never existed. Excel has this day, like Lotus 1-2-3. */
const FALSE_LEAP_DAY = 60;
/** The days between the starts of Excel's two date systems, 1900 and 1904. */
const DAYS_1900_TO_1904 = 1_462;

/**
 * Converts a serial number of Excel, rounded to the second. Uses only arithmetic, so that no time
 * zone can shift the date. Day 60 of the 1900 system is `1900-02-29`, as in Excel.
 */
export function serialToIso(serial: number, date1904: boolean): string | undefined {
  const seconds = Math.round(serial * SECONDS_PER_DAY);
  const days = Math.floor(seconds / SECONDS_PER_DAY) + (date1904 ? DAYS_1900_TO_1904 : 0);
  const firstDay = date1904 ? DAYS_1900_TO_1904 : 1;
  if (!(days >= firstDay && days <= LAST_SERIAL)) return undefined;
  const secondsOfDay = seconds - Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const date = days === FALSE_LEAP_DAY ? '1900-02-29' : toCivilDate(days);
  return secondsOfDay === 0 ? date : `${date}T${toClock(secondsOfDay)}`;
}

/** Converts a serial number below 1. */
export function serialToClock(serial: number): string {
  return toClock(Math.round(serial * SECONDS_PER_DAY) % SECONDS_PER_DAY);
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Ignores the time zone. Returns undefined for a day or a time that does not exist. */
export function isoToSerial(iso: string, date1904: boolean): number | undefined {
  const match = ISO.exec(iso);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number((digits as string | undefined) ?? 0));
  const fraction = Number(`0.${match[7] ?? 0}`);
  const secondsOfDay = hour * 3600 + minute * 60 + second + fraction;
  if (minute > 59 || second > 59 || secondsOfDay > SECONDS_PER_DAY) return undefined;
  const realDays = countDays(year, month, day) - countDays(1899, 12, 30);
  const days = realDays <= FALSE_LEAP_DAY ? realDays - 1 : realDays;
  if (toCivilDate(days) !== iso.slice(0, 10)) return undefined;
  return days - (date1904 ? DAYS_1900_TO_1904 : 0) + Math.round(secondsOfDay) / SECONDS_PER_DAY;
}

function toClock(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/**
 * Converts a serial number with Howard Hinnant's algorithm civil_from_days: years begin in March,
 * and eras of 400 years have 146,097 days.
 */
function toCivilDate(serial: number): string {
  const daysFromYear0 = serial + (serial < FALSE_LEAP_DAY ? 1 : 0) + countDays(1899, 12, 30);
  const era = Math.floor(daysFromYear0 / 146_097);
  const dayOfEra = daysFromYear0 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

/** Returns the number of days since 1 March of the year 0. */
function countDays(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra;
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}
