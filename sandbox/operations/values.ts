export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function isMissing(value: unknown): boolean {
  return toText(value).trim() === '';
}

export function isWholeNumber(value: unknown): boolean {
  return /^\d+$/.test(toText(value).trim());
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Returns NaN for all but ISO 8601 date-times with a time zone. */
export function parseInstant(value: unknown): number {
  const text = toText(value);
  const [, year, month, day] = dateTime.exec(text) ?? [];
  // Date.parse turns 30 February into 2 March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) ? Date.parse(text) : Number.NaN;
}
