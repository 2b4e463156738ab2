import { formatDay, formatMoment } from '../app/time.js';

/** A day, in the reader's language. */
export function Day({ of: iso }: { of: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}

/** A day with its time, or "today", "yesterday" or "tomorrow" instead of the day. */
export function Moment({ of: iso }: { of: string }) {
  return <time dateTime={iso}>{formatMoment(iso)}</time>;
}
