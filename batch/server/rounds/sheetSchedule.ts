import type { Selectable } from 'kysely';
import type { SheetSchedule } from '../contract/shapes.js';
import type { ScheduleTable } from '../db/schema.js';

/** A stored schedule, as the page shows it. */
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
