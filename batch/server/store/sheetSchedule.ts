import type { Selectable } from 'kysely';
import type { SheetSchedule } from '../api/shapes.js';
import type { ScheduleTable } from '../db/schema.js';
import type { Store } from '../db/store.js';

/** Returns the schedule of a sheet; undefined if it has none. */
export async function readSchedule(
  { db }: Store,
  sheet: string,
): Promise<SheetSchedule | undefined> {
  const found = await db
    .selectFrom('schedule')
    .selectAll()
    .where('sheet', '=', sheet)
    .executeTakeFirst();
  return found && toSheetSchedule(found);
}

/** A stored schedule, as the page shows it. */
export function toSheetSchedule(stored: Selectable<ScheduleTable>): SheetSchedule {
  return {
    every: stored.every,
    from: stored.from_day,
    olderThanDays: stored.older_than_days,
    maxNew: stored.max_new,
    nextAt: stored.next_due,
  };
}
