export interface IsoParts {
  /** `2026-11-03`; may be a day that does not exist. */
  readonly day: string;
  readonly time: string;
  readonly milliseconds: string;
}

/** The groups: year, month, day of the month, `hh:mm`, `:ss`, fraction of a second. */
const isoText =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}:\d{2})(:\d{2})?(?:[.,](\d+))?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

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

/** Ignores the offset: converted to UTC, 3 November in Berlin would begin on 2 November. */
export function toDateTimeText({ day, time, milliseconds }: IsoParts): string {
  return `${day}T${time}.${milliseconds}Z`;
}
