/** Converts a value to text: numbers and booleans as in JSON; undefined, null and objects to ''. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns whether a value counts as missing: undefined, null, an object, or only white space. */
export function isMissing(value: unknown): boolean {
  return toText(value).trim() === '';
}

/** Returns whether a value is a whole number from 0, also as text. */
export function isWholeNumber(value: unknown): boolean {
  return /^\d+$/.test(toText(value).trim());
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses an ISO 8601 date-time with a time zone to milliseconds since 1970; NaN for other values. */
export function parseInstant(value: unknown): number {
  const text = toText(value);
  const [, year, month, day] = dateTime.exec(text) ?? [];
  // Date.parse turns 30 February into 2 March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) ? Date.parse(text) : Number.NaN;
}
