import { count } from '../../wording/words.js';
import { Refused } from '../refused.js';
import type { Schedule } from '../contract/shapes.js';

/** The most days between two rounds. */
const daysBetween: Readonly<Record<Schedule['every'], number>> = {
  month: 31,
  quarter: 92,
  year: 366,
};

/** A round needs the file, which is deleted so many days after the round before. Throws a Refused. */
export function refuseDeletedBetween(every: Schedule['every'], retentionDays: number | null): void {
  if (isKept(every, retentionDays)) return;
  throw new Refused(
    'conflict',
    `The settings delete the file ${count(retentionDays ?? 0, 'day')} after a run, which is before the next ${every} is over. Choose a shorter time between rounds, or keep files for more than ${daysBetween[every]} days.`,
    { field: 'every' },
  );
}

/** The same for the days, where sheets have schedules already. Throws a Refused. */
export function refuseTooFewDays(
  schedules: readonly Schedule['every'][],
  retentionDays: number | null,
): void {
  const losing = schedules.filter((every) => !isKept(every, retentionDays));
  if (losing.length === 0) return;
  const most = Math.max(...losing.map((every) => daysBetween[every]));
  throw new Refused(
    'conflict',
    `${count(losing.length, 'sheet')} that ${losing.length === 1 ? 'is' : 'are'} assessed again by a schedule would lose the file before the next round. Keep files for more than ${most} days, or end the schedule first.`,
    { field: 'retentionDays' },
  );
}

function isKept(every: Schedule['every'], retentionDays: number | null): boolean {
  return retentionDays === null || retentionDays > daysBetween[every];
}
