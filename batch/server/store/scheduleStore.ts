import type { Schedule, SheetSchedule, StartRun } from '../api/shapes.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** A schedule whose time has come. */
export interface DueSchedule extends SheetSchedule {
  readonly sheet: string;
}

/** What becomes of a due round: a run that is to be started, or one that ends before it began. */
export interface ScheduledRun {
  readonly id: string;
  readonly state: 'queued' | 'ended' | 'failed';
  readonly order: StartRun;
  /** Why it did not begin. */
  readonly said: readonly string[];
  /** ISO 8601. */
  readonly at: string;
}

/** Who starts the runs of a schedule. */
export const scheduleName = 'the schedule';

/** States of a run that is not over. */
const underWay = "('queued', 'running', 'pausing', 'paused')";

/** Sets the schedule of a sheet, in place of the one before. */
export function setSchedule(
  { db }: Store,
  sheet: string,
  { every, from, olderThanDays, maxNew }: Schedule,
  { nextAt, by }: { readonly nextAt: string; readonly by: string },
): void {
  db.prepare(
    `INSERT OR REPLACE INTO schedule
      (sheet, every, from_day, older_than_days, max_new, next_due, set_by) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(sheet, every, from, olderThanDays, maxNew, nextAt, by);
}

/** Deletes the schedule of a sheet; returns false if there was none. */
export function deleteSchedule({ db }: Store, sheet: string): boolean {
  return db.prepare('DELETE FROM schedule WHERE sheet = ?').run(sheet).changes > 0;
}

/** The schedules whose time has come and whose sheets have no run that is not over, the oldest first. */
export function dueSchedules({ db }: Store, now: string): DueSchedule[] {
  return db
    .prepare(
      `SELECT sheet, ${columns} FROM schedule WHERE next_due <= ? AND NOT EXISTS
        (SELECT 1 FROM run WHERE run.sheet = schedule.sheet AND state IN ${underWay})
       ORDER BY next_due`,
    )
    .all(now)
    .map((found) => ({ sheet: found.sheet as string, ...read(found) }));
}

/**
 * Claims a due time and adds its run, in one transaction: whoever comes second, or after a crash, finds
 * the next time. Returns false when the time was claimed before, or a run has begun meanwhile.
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
        `UPDATE schedule SET next_due = ? WHERE sheet = ? AND next_due = ? AND NOT EXISTS
          (SELECT 1 FROM run WHERE run.sheet = schedule.sheet AND state IN ${underWay})
         RETURNING sheet`,
      )
      .get(next, sheet, nextAt);
    if (claimed === undefined) return false;
    db.prepare(
      `INSERT INTO run (id, sheet, operation, state, options, started_by, started_at, ended_at, said)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...[run.id, sheet, run.order.operation, run.state, JSON.stringify(run.order), scheduleName],
      ...[run.at, run.state === 'queued' ? null : run.at, JSON.stringify(run.said)],
    );
    return true;
  });
}

/** Records that a run could not be started, unless it has begun. */
export function failRun({ db }: Store, run: string, reason: string, at: string): void {
  db.prepare(
    "UPDATE run SET state = 'failed', said = ?, ended_at = ? WHERE id = ? AND state = 'queued'",
  ).run(JSON.stringify([reason]), at, run);
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
