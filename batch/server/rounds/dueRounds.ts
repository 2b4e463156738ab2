import { randomUUID } from 'node:crypto';
import { ValuedSentence } from '../../wording/sentence.js';
import { RefusalError } from '../refusalError.js';
import type { Services } from '../services.js';
import { isTransient } from '../db/errors.js';
import { log } from '../log.js';
import { findRunsPause } from '../runs/runsPause.js';
import { assertRunnable, beginRun } from '../runs/startRun.js';
import {
  claimRound,
  type DueSchedule,
  listDueSchedules,
  type ScheduledRun,
  findStateOfFirstRun,
} from './scheduleStore.js';
import { findSheet } from '../sheets/sheetStore.js';
import { readSheetLanguage } from '../sheets/sheetWords.js';
import { wordsIn } from '../words/wording.js';
import { findNextTime } from './schedule.js';

type RoundServices = Pick<Services, 'store' | 'work' | 'changes' | 'now'>;

/** `isLast` is false for the run of new rows, because the run of reassessments follows it. */
type PlannedStart = Pick<ScheduledRun, 'state' | 'order' | 'messages'> & {
  readonly isLast: boolean;
};

/**
 * The rows that were never assessed run first. If several rounds were missed while the server was down, only the latest
 * one begins. After
 * a temporary fault of the database, the round remains due.
 */
export async function beginDueRounds(services: RoundServices): Promise<void> {
  const { store, now } = services;
  if ((await findRunsPause(store)) !== undefined) return;
  const due = await listDueSchedules(store, new Date(now()).toISOString());
  for (const schedule of due) await beginRound(schedule, services);
}

async function beginRound(due: DueSchedule, services: RoundServices): Promise<void> {
  const { store, work, changes, now } = services;
  const { sheet, nextAt } = due;
  if ((await findSheet(store, sheet))?.stage === 'reading') return;
  const { latest, following } = findLatestTime(due, now());
  const { isLast, ...planned } = await planStart(due, latest, services);
  const run: ScheduledRun = { ...planned, id: randomUUID(), at: new Date(now()).toISOString() };
  const nextTime = isLast ? following.toISOString() : nextAt;
  if (!(await claimRound(store, due, nextTime, run))) return;
  changes.publish({ type: 'sheet', sheet });
  if (run.state !== 'queued') return;
  beginRun(work, { run: run.id, sheet });
}

/** Returns the latest due time that has passed, and the due time after it. */
function findLatestTime(due: DueSchedule, nowMs: number): { latest: Date; following: Date } {
  let latest = new Date(due.nextAt);
  for (;;) {
    // If the time zone of the server has changed, the same day could be due again up to 26 hours later.
    const following = findNextTime(due, latest.getTime() + 2 * 86_400_000);
    if (following.getTime() > nowMs) return { latest, following };
    latest = following;
  }
}

async function planStart(
  due: DueSchedule,
  dueDay: Date,
  services: RoundServices,
): Promise<PlannedStart> {
  const { olderThanDays, maxNew } = due;
  const reassessment = {
    operation: 'reassess',
    olderThanDays,
    maxNew,
    round: toRoundName(dueDay),
    assessedBefore: toStartOfDay(dueDay).toISOString(),
  } as const;
  const language = await readSheetLanguage(services.store, due.sheet);
  const words = wordsIn(language).dueRounds;
  const createFailedStart = (reason: string, publicReason = reason): PlannedStart => ({
    state: 'failed',
    order: reassessment,
    isLast: true,
    messages: [new ValuedSentence(words.notBegun(reason), words.notBegun(publicReason))],
  });
  try {
    await assertRunnable(services, due.sheet);
    const firstRunState = await findStateOfFirstRun(services.store, due);
    if (firstRunState === 'stopped') return createFailedStart(words.wasStopped);
    if (firstRunState === undefined) {
      const order = { operation: 'assess', maxNew } as const;
      const { newRows } = await services.work.plan(due.sheet, order);
      if (maxNew !== null && newRows > maxNew)
        return createFailedStart(words.tooManyNewRows(newRows, maxNew, reassessment.round));
      if (newRows > 0) return { state: 'queued', order, messages: [], isLast: false };
    }
    const { rowsToSend, rowsToFetch } = await services.work.plan(due.sheet, reassessment);
    if (rowsToSend + rowsToFetch > 0) {
      return { state: 'queued', order: reassessment, messages: [], isLast: true };
    }
    return {
      state: 'ended',
      order: reassessment,
      messages: [words.nothingDue(olderThanDays)],
      isLast: true,
    };
  } catch (error) {
    if (error instanceof RefusalError)
      return createFailedStart(error.reason[language], error.publicReason[language]);
    if (isTransient(error)) throw error;
    log.error({ err: error, sheet: due.sheet }, 'The round of a schedule could not begin');
    return createFailedStart(words.failed);
  }
}

/** Depends only on the day of the due time, so that the same due time never begins two rounds. */
export function toRoundName(due: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const day = [due.getFullYear(), twoDigits(due.getMonth() + 1), twoDigits(due.getDate())];
  return `schedule-${day.join('-')}`;
}

function toStartOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}
