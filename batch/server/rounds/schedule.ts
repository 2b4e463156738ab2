import type { Schedule, SheetSchedule } from '../contract/shapes.js';
import { RefusalError } from '../refusalError.js';
import type { Selectable } from 'kysely';
import type { ScheduleTable } from '../db/schema.js';

/** The hour is in the time zone of the server. */
const startHour = 6;

const monthsBetween: Readonly<Record<Schedule['every'], number>> = {
  month: 1,
  quarter: 3,
  year: 12,
};

/**
 * A schedule is due on its first day, and whole months, quarters or years later, in local time. In a month that is too
 * short, it is due on the last day: a quarterly schedule from January 31 is due on April 30, July 31 and October 31.
 */
export function findNextTime(
  { every, from }: Pick<Schedule, 'every' | 'from'>,
  afterMs: number,
): Date {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const step = monthsBetween[every];
  const after = new Date(afterMs);
  const monthsSince = (after.getFullYear() - year) * 12 + after.getMonth() - (month - 1);
  // Begins with the last step that is not after the month of `afterMs`. The time in that month may be too early.
  for (let steps = Math.max(0, Math.floor(monthsSince / step)); ; steps++) {
    const time = toDayOfMonth(year, month - 1 + steps * step, day);
    if (time.getTime() > afterMs) return time;
  }
}

function toDayOfMonth(year: number, month: number, day: number): Date {
  const lastDay = new Date(year, month + 1, 0).getDate();
  return new Date(year, month, Math.min(day, lastDay), startHour);
}

/** The most days between two due times. */
const daysBetween: Readonly<Record<Schedule['every'], number>> = {
  month: 31,
  quarter: 92,
  year: 366,
};

export function assertFileKept(every: Schedule['every'], retentionDays: number | null): void {
  if (isKept(every, retentionDays)) return;
  const values = { count: retentionDays ?? 0, days: daysBetween[every] };
  throw new RefusalError('conflict', (t) => t(($) => $.settings.fileLost[every], values), {
    field: 'every',
  });
}

export function assertFilesKept(
  schedules: readonly Schedule['every'][],
  retentionDays: number | null,
): void {
  const affected = schedules.filter((every) => !isKept(every, retentionDays));
  if (affected.length === 0) return;
  const mostDays = Math.max(...affected.map((every) => daysBetween[every]));
  const values = { count: affected.length, days: mostDays };
  throw new RefusalError('conflict', (t) => t(($) => $.settings.filesLost, values), {
    field: 'retentionDays',
  });
}

function isKept(every: Schedule['every'], retentionDays: number | null): boolean {
  return retentionDays === null || retentionDays > daysBetween[every];
}

export function toSheetSchedule(
  stored: Omit<Selectable<ScheduleTable>, 'sheet' | 'set_by'>,
): SheetSchedule {
  return {
    every: stored.every,
    from: stored.from_day,
    olderThanDays: stored.older_than_days,
    maxNew: stored.max_new,
    nextAt: stored.next_due,
  };
}
