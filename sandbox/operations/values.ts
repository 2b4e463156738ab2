/** Reading of request values, as leniently as a service that cannot know who calls it. */

/** The value as text: numbers and booleans in JSON's spelling, anything else but text as empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** True for what counts as missing: no value, or nothing but white space. */
export function isMissing(value: unknown): boolean {
  return textOf(value).trim() === '';
}

/** True for a whole number of 0 or more, also in text. */
export function isWholeNumber(value: unknown): boolean {
  return /^\d+$/.test(textOf(value).trim());
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970 of an ISO 8601 date-time with a time zone; NaN for anything else. */
export function instantOf(value: unknown): number {
  const text = textOf(value);
  const [, year, month, day] = dateTime.exec(text) ?? [];
  // Date.parse turns 30 February into 2 March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) ? Date.parse(text) : Number.NaN;
}
