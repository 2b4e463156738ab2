import type { TimeRange } from '../../../contract/shapes.js';

const dayMs = 86_400_000;

/** The preferred languages of the reader. Dates are written in the first of them that the browser supports. */
const readersLocales = navigator.languages;

/** Formats a day: "1 Jan 2027" in British English, "01.01.2027" in German. */
export function formatDay(iso: string, locales = readersLocales): string {
  return new Date(iso).toLocaleDateString(locales, { dateStyle: 'medium' });
}

/** Formats a month with its year: "Jan 27". */
export function formatMonth(iso: string, locales = readersLocales): string {
  return new Date(iso).toLocaleDateString(locales, { month: 'short', year: '2-digit' });
}

/** Formats a day without its year: "24 Nov". */
export function formatShortDay(iso: string, locales = readersLocales): string {
  return new Date(iso).toLocaleDateString(locales, { day: 'numeric', month: 'short' });
}

/** Formats a time with its day: "today at 10:12", "yesterday at 18:40", "3 Mar 2026 at 09:00". */
export function formatMoment(iso: string, now = new Date(), locales = readersLocales): string {
  const at = new Date(iso);
  const days = Math.round((toMidnightMs(now) - toMidnightMs(at)) / dayMs);
  const day =
    days === 0
      ? 'today'
      : days === 1
        ? 'yesterday'
        : days === -1
          ? 'tomorrow'
          : formatDay(iso, locales);
  return `${day} at ${at.toLocaleTimeString(locales, { timeStyle: 'short' })}`;
}

/** Returns today in the form of a date input: "2026-12-31". */
export function formatToday(now = new Date()): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Formats a duration: "a few seconds", "40 seconds", "3 minutes", "2 hours". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 5) return 'a few seconds';
  if (seconds < 90) return `${seconds < 20 ? seconds : Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}

/** Formats a duration that is not exact: "a few seconds", "about 40 seconds". */
export function formatApproximately(ms: number): string {
  const duration = formatDuration(ms);
  return duration.startsWith('a few') ? duration : `about ${duration}`;
}

/** Formats a range: "about 5 to 8 minutes", "about 40 seconds to 3 minutes", "about 2 hours". */
export function formatApproximateRange({ fromMs, toMs }: TimeRange): string {
  const [from, to] = [formatDuration(fromMs), formatDuration(toMs)];
  if (from === to || to.startsWith('a few')) return formatApproximately(toMs);
  if (from.startsWith('a few')) return `up to ${to}`;
  const [number = '', unit] = from.split(' ');
  // The unit is written once if both durations have the same one.
  return `about ${to.endsWith(` ${unit}`) ? number : from} to ${to}`;
}

function toMidnightMs(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
