import { scheduleName } from '../contract/scheduleName.js';
import { type SqlBool, sql } from 'kysely';
import { type Sentence, omitValues, showValues } from '../../wording/sentence.js';
import type { Run, Schedule, SheetSchedule, StartRun } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { isUnchecked } from '../restore/recordGap.js';
import { activeStatesSql } from '../runs/latestRun.js';
import { insertQueuedRun } from '../runs/runStore.js';
import { findRunsPause } from '../runs/runsPause.js';
import { toSheetSchedule } from './schedule.js';

export interface DueSchedule extends SheetSchedule {
  readonly sheet: string;
}

/** The state is `ended` if nothing was due, and `failed` if the run could not begin. */
export interface ScheduledRun {
  readonly id: string;
  readonly state: 'queued' | 'ended' | 'failed';
  readonly order: StartRun;
  readonly messages: readonly Sentence[];
  /** ISO 8601. */
  readonly at: string;
}

/** True if the sheet has no unfinished run and no hold after a restore. */
const isFree = sql<SqlBool>`NOT EXISTS (
    SELECT 1 FROM run WHERE run.sheet = schedule.sheet
      AND run.state IN (${activeStatesSql}, 'paused')
  ) AND NOT ${isUnchecked(sql.ref('schedule.sheet'))}`;

export async function setSchedule(
  { db }: Store,
  sheet: string,
  { every, from, olderThanDays, maxNew }: Schedule,
  { nextAt, by }: { readonly nextAt: string; readonly by: string },
): Promise<void> {
  const values = {
    every,
    from_day: from,
    older_than_days: olderThanDays,
    max_new: maxNew,
    next_due: nextAt,
    set_by: by,
  };
  await db
    .insertInto('schedule')
    .values({ sheet, ...values })
    .onConflict((conflict) => conflict.column('sheet').doUpdateSet(values))
    .execute();
}

export async function deleteSchedule({ db }: Store, sheet: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('schedule')
    .where('sheet', '=', sheet)
    .returning('sheet')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function listScheduledIntervals({ db }: Store): Promise<Schedule['every'][]> {
  const found = await db.selectFrom('schedule').select('every').execute();
  return found.map(({ every }) => every);
}

/** Lists only schedules of sheets that are free for a run, the earliest due time first. */
export async function listDueSchedules({ db }: Store, now: string): Promise<DueSchedule[]> {
  const found = await db
    .selectFrom('schedule')
    .selectAll()
    .where('next_due', '<=', now)
    .where(isFree)
    .orderBy('next_due')
    .execute();
  return found.map((schedule) => ({ sheet: schedule.sheet, ...toSheetSchedule(schedule) }));
}

/**
 * Only one process can claim a due time. `next` is the next due time; for a run of new rows, it is the same time: the
 * schedule remains due, and the run prevents another claim. Returns false if nothing was claimed.
 */
export function claimRound(
  store: Store,
  { sheet, nextAt }: DueSchedule,
  next: string,
  run: ScheduledRun,
): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    if ((await findRunsPause(tx)) !== undefined) return false;
    const claimed = await tx.db
      .updateTable('schedule')
      .set({ next_due: next })
      .where('sheet', '=', sheet)
      .where('next_due', '=', nextAt)
      .where(isFree)
      .returning('sheet')
      .executeTakeFirst();
    if (claimed === undefined) return false;
    const { id, order, at } = run;
    if (run.state === 'queued') {
      await insertQueuedRun(tx, { id, sheet, order, by: scheduleName, at });
    } else {
      await insertEndedRun(tx, sheet, run);
    }
    return true;
  });
}

async function insertEndedRun({ db }: Store, sheet: string, run: ScheduledRun): Promise<void> {
  const { id, state, order, messages, at } = run;
  await db
    .insertInto('run')
    .values({
      id,
      sheet,
      operation: order.operation,
      state,
      options: JSON.stringify(order),
      started_by: scheduleName,
      started_at: at,
      ended_at: at,
      messages: JSON.stringify(messages.map(showValues)),
      messages_outside: JSON.stringify(messages.map(omitValues)),
    })
    .execute();
}

export async function findStateOfFirstRun(
  { db }: Store,
  { sheet, nextAt }: DueSchedule,
): Promise<Run['state'] | undefined> {
  const found = await db
    .selectFrom('run')
    .select('state')
    .where('sheet', '=', sheet)
    .where('started_by', '=', scheduleName)
    .where('operation', '=', 'assess')
    .where('started_at', '>=', nextAt)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.state;
}
