import type { TimeRange } from '../../../contract/shapes.js';
import { getLocales, t } from '../language/language.js';
import { formatNumber } from './words.js';

const dayMs = 86_400_000;

/** "1 Jan 2027" in British English, "01.01.2027" in German. */
export function formatDay(iso: string, locales = getLocales()): string {
  return new Date(iso).toLocaleDateString([...locales], { dateStyle: 'medium' });
}

/** Formats a date like `2026-11-03`, which is how a date cell of a workbook is read. Returns other texts unchanged. */
export function formatIfDate(text: string, locales = getLocales()): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : undefined;
  if (day === undefined || Number.isNaN(day.valueOf())) return text;
  return day.toLocaleDateString([...locales], { dateStyle: 'medium', timeZone: 'UTC' });
}

/** "Jan 27". */
export function formatMonth(iso: string, locales = getLocales()): string {
  return new Date(iso).toLocaleDateString([...locales], { month: 'short', year: '2-digit' });
}

/** "24 Nov". */
export function formatShortDay(iso: string, locales = getLocales()): string {
  return new Date(iso).toLocaleDateString([...locales], { day: 'numeric', month: 'short' });
}

/** "today at 10:12", "yesterday at 18:40", "tomorrow at 06:00", "3 Mar 2026 at 09:00". */
export function formatMoment(iso: string, now = new Date(), locales = getLocales()): string {
  const at = new Date(iso);
  const days = Math.round((toMidnightMs(now) - toMidnightMs(at)) / dayMs);
  const time = at.toLocaleTimeString([...locales], { timeStyle: 'short' });
  if (days === 0) return t(($) => $.time.today, { time });
  if (days === 1) return t(($) => $.time.yesterday, { time });
  if (days === -1) return t(($) => $.time.tomorrow, { time });
  return t(($) => $.time.moment, { day: formatDay(iso, locales), time });
}

/** The server writes each time like `2026-11-03 09:30 UTC`, because it does not know the reader's time zone. */
export function localizeTimes(text: string, locales = getLocales()): string {
  return text.replaceAll(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\b/g, (_, day, time) =>
    new Date(`${day}T${time}Z`).toLocaleString([...locales], {
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
  );
}

/** Returns a value for a date input: "2026-12-31". */
export function formatToday(now = new Date()): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** "a few seconds", "40 seconds", "3 minutes", "2 hours". */
export function formatDuration(ms: number): string {
  return nameDuration(measureDuration(ms));
}

/** "a few seconds", "about 40 seconds". */
export function formatApproximately(ms: number): string {
  const measured = measureDuration(ms);
  const duration = nameDuration(measured);
  return measured === undefined ? duration : t(($) => $.time.about, { duration });
}

/** "about 5 to 8 minutes", "about 40 seconds to 3 minutes", "up to 3 minutes", "about 2 hours". */
export function formatApproximateRange({ fromMs, toMs }: TimeRange): string {
  const [from, to] = [measureDuration(fromMs), measureDuration(toMs)];
  const duration = nameDuration(to);
  if (to === undefined || nameDuration(from) === duration) return formatApproximately(toMs);
  if (from === undefined) return t(($) => $.time.upTo, { duration });
  const start = from.unit === to.unit ? formatNumber(from.count) : nameDuration(from);
  return t(($) => $.time.range, { from: start, to: duration });
}

interface Duration {
  readonly unit: 'seconds' | 'minutes' | 'hours';
  readonly count: number;
}

/** Returns undefined for a few seconds. */
function measureDuration(ms: number): Duration | undefined {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 5) return undefined;
  if (seconds < 90) {
    return { unit: 'seconds', count: seconds < 20 ? seconds : Math.ceil(seconds / 10) * 10 };
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return { unit: 'minutes', count: minutes };
  return { unit: 'hours', count: Math.round(minutes / 60) };
}

function nameDuration(duration: Duration | undefined): string {
  if (duration === undefined) return t(($) => $.time.fewSeconds);
  const { unit, count } = duration;
  return t(($) => $.time[unit], { count });
}

function toMidnightMs(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
