import { formatDay, formatMoment } from '../app/time.js';

export function Day({ of: iso }: { of: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}

/** The day is "today", "yesterday" or "tomorrow" where that fits. */
export function Moment({ of: iso }: { of: string }) {
  return <time dateTime={iso}>{formatMoment(iso)}</time>;
}
