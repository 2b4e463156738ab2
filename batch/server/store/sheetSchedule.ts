import { type SheetSchedule, sheetSchedule } from '../api/shapes.js';
import type { Store } from './store.js';

/** When a sheet is assessed again; undefined for one without a schedule. */
export function scheduleOf({ db }: Store, sheet: string): SheetSchedule | undefined {
  const found = db
    .prepare(
      'SELECT every, from_day, older_than_days, max_new, next_due FROM schedule WHERE sheet = ?',
    )
    .get(sheet);
  if (found === undefined) return undefined;
  return sheetSchedule.parse({
    every: found.every,
    from: found.from_day,
    olderThanDays: found.older_than_days,
    maxNew: found.max_new,
    nextAt: found.next_due,
  });
}
