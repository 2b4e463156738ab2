import type { Schedule } from '../contract/shapes.js';

/** The hour of the day at which a round of the schedule begins, in the time zone of the server. */
const startHour = 6;

const months: Readonly<Record<Schedule['every'], number>> = { month: 1, quarter: 3, year: 12 };

/**
 * The first time of a schedule after `afterMs`: its first day, or a whole number of months, quarters or
 * years later, at 06:00 in the local time zone of the server, summer time included. A month that is too
 * short has its last day: from January 31 on, a quarter begins on April 30, July 31 and October 31.
 */
export function nextTime({ every, from }: Pick<Schedule, 'every' | 'from'>, afterMs: number): Date {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const step = months[every];
  const after = new Date(afterMs);
  const monthsSince = (after.getFullYear() - year) * 12 + after.getMonth() - (month - 1);
  // One step too early, as the day of this month may be over or not.
  for (let steps = Math.max(0, Math.floor(monthsSince / step)); ; steps++) {
    const time = dayOfMonth(year, month - 1 + steps * step, day);
    if (time.getTime() > afterMs) return time;
  }
}

function dayOfMonth(year: number, month: number, day: number): Date {
  const lastDay = new Date(year, month + 1, 0).getDate();
  return new Date(year, month, Math.min(day, lastDay), startHour);
}
