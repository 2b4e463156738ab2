/** The parts of an ISO 8601 date or date-time. */
export interface IsoParts {
  /** `2026-11-03`; may be a day that does not exist. */
  readonly day: string;
  /** `09:30:00`; midnight if the text has no time. */
  readonly time: string;
  /** `250`; three digits. */
  readonly milliseconds: string;
}

/** The groups: year, month, day of the month, `hh:mm`, `:ss`, fraction of a second. */
const isoText =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}:\d{2})(:\d{2})?(?:[.,](\d+))?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/** Reads an ISO 8601 date or date-time, leniently; returns undefined for other texts. */
export function readIsoParts(text: string): IsoParts | undefined {
  const parts = isoText.exec(text.trim());
  if (parts === null) return undefined;
  const [
    ,
    year = '',
    month = '',
    date = '',
    hoursAndMinutes = '00:00',
    seconds = ':00',
    fraction = '',
  ] = parts;
  return {
    day: `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`,
    time: `${hoursAndMinutes.padStart(5, '0')}${seconds}`,
    milliseconds: fraction.slice(0, 3).padEnd(3, '0'),
  };
}

/**
 * Returns an ISO 8601 date-time in the form that is sent to the service: `2026-11-03T00:00:00.000Z`.
 * It ignores the offset: converted to UTC, 3 November in Berlin would begin on 2 November.
 */
export function toDateTimeText({ day, time, milliseconds }: IsoParts): string {
  return `${day}T${time}.${milliseconds}Z`;
}
