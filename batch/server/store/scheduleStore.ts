import type { Schedule, SheetSchedule, StartRun } from '../api/shapes.js';
import { replacing, wordsOf } from './dialects.js';
import { isUnchecked } from './recordGap.js';
import { insertQueuedRun } from './runStore.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** A schedule whose time has come. */
export interface DueSchedule extends SheetSchedule {
  readonly sheet: string;
}

/** What is begun at a due time: a run, or one that ends before it began. */
export interface ScheduledRun {
  readonly id: string;
  readonly state: 'queued' | 'ended' | 'failed';
  readonly order: StartRun;
  /** Why it did not begin. */
  readonly said: readonly string[];
  /** ISO 8601. */
  readonly at: string;
}

/** The name under which the runs of a schedule are started. */
export const scheduleName = 'the schedule';

/** A condition of SQL: the sheet of a schedule has no unfinished run, and is not held after a restore. */
const isFree = `NOT EXISTS (
    SELECT 1 FROM run WHERE run.sheet = schedule.sheet
      AND state IN ('queued', 'running', 'pausing', 'paused')
  ) AND NOT ${isUnchecked('schedule.sheet')}`;

/** Sets the schedule of a sheet, in place of the one before. */
export function setSchedule(
  { db }: Store,
  sheet: string,
  { every, from, olderThanDays, maxNew }: Schedule,
  { nextAt, by }: { readonly nextAt: string; readonly by: string },
): void {
  db.prepare(
    replacing('schedule', 'sheet', [
      ...['sheet', 'every', 'from_day', 'older_than_days', 'max_new', 'next_due', 'set_by'],
    ]),
  ).run(sheet, every, from, olderThanDays, maxNew, nextAt, by);
}

/** Deletes the schedule of a sheet; returns false if there was none. */
export function deleteSchedule({ db }: Store, sheet: string): boolean {
  return db.prepare('DELETE FROM schedule WHERE sheet = ?').run(sheet).changes > 0;
}

/** How often each sheet with a schedule is assessed again. */
export function scheduledIntervals({ db }: Store): Schedule['every'][] {
  return db
    .prepare('SELECT every FROM schedule')
    .all()
    .map(({ every }) => every as Schedule['every']);
}

/** The schedules whose time has come and whose sheets are free for a run, the oldest first. */
export function dueSchedules({ db }: Store, now: string): DueSchedule[] {
  return db
    .prepare(
      `SELECT sheet, ${columns} FROM schedule WHERE next_due <= ? AND ${isFree} ORDER BY next_due`,
    )
    .all(now)
    .map((found) => ({ sheet: found.sheet as string, ...read(found) }));
}

/**
 * Claims a due time and adds its run, in one transaction: whoever comes second, or after a crash, finds
 * the `next` time. The same time again leaves it due: new rows are assessed before the round. Returns false when the time was claimed before, or a run has begun meanwhile.
 */
export function claimRound(
  store: Store,
  { sheet, nextAt }: DueSchedule,
  next: string,
  run: ScheduledRun,
): boolean {
  const { db } = store;
  return inTransaction(store, () => {
    const claimed = db
      .prepare(
        `UPDATE schedule SET next_due = ? WHERE sheet = ? AND next_due = ? AND ${isFree}
         RETURNING sheet`,
      )
      .get(next, sheet, nextAt);
    if (claimed === undefined) return false;
    const { id, order, at } = run;
    if (run.state === 'queued') insertQueuedRun(store, { id, sheet, order, by: scheduleName, at });
    else insertEnded(store, sheet, run);
    return true;
  });
}

function insertEnded({ db }: Store, sheet: string, run: ScheduledRun): void {
  const { id, state, order, said, at } = run;
  db.prepare(
    `INSERT INTO run (id, sheet, operation, state, options, started_by, started_at, ended_at, said)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[id, sheet, order.operation, state, JSON.stringify(order), scheduleName, at, at],
    JSON.stringify(said),
  );
}

/** The state of the run that has assessed new rows at this due time; undefined if there was none. */
export function stateOfFirstRun(store: Store, { sheet, nextAt }: DueSchedule): string | undefined {
  const found = store.db
    .prepare(
      `SELECT state FROM run WHERE sheet = ? AND started_by = ? AND operation = 'assess'
         AND started_at >= ? ORDER BY ${wordsOf(store).added} DESC LIMIT 1`,
    )
    .get(sheet, scheduleName, nextAt);
  return found?.state as string | undefined;
}

const columns = 'every, from_day, older_than_days, max_new, next_due';

function read(found: Record<string, unknown>): SheetSchedule {
  return {
    every: found.every as Schedule['every'],
    from: found.from_day as string,
    olderThanDays: found.older_than_days as number,
    maxNew: found.max_new as number | null,
    nextAt: found.next_due as string,
  };
}
