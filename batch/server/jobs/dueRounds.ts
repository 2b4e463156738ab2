import { randomUUID } from 'node:crypto';
import { count } from '../../wording/words.js';
import { Refused } from '../api/refused.js';
import type { Services } from '../api/services.js';
import type { StartRun } from '../api/shapes.js';
import { liveSheet } from '../store/liveSheet.js';
import {
  claimRound,
  type DueSchedule,
  dueSchedules,
  failRun,
  type ScheduledRun,
} from '../store/scheduleStore.js';
import type { PlannedRun } from '../work/work.js';
import { nextTime } from './nextTime.js';

type Needed = Pick<Services, 'store' | 'work' | 'changes' | 'now'>;

/** A service that is away is asked again after this time, and for so long. */
const retryMs = 10 * 60_000;
const longestMs = 24 * 60 * 60_000;

/**
 * Begins the rounds that are due. One of a sheet with a run that is not over waits for its end. A time
 * that passed while the server was down is made up once. What keeps a round from beginning is recorded
 * as a run that failed, so that the sheet shows it and the webhook tells it.
 */
export class DueRounds {
  readonly #services: Needed;
  /** When sheets are asked for again whose service was away. */
  readonly #notBefore = new Map<string, number>();

  constructor(services: Needed) {
    this.#services = services;
  }

  /** Begins all that are due now. */
  async begin(): Promise<void> {
    const { store, now } = this.#services;
    for (const due of dueSchedules(store, new Date(now()).toISOString())) {
      if ((this.#notBefore.get(due.sheet) ?? 0) > now()) continue;
      this.#notBefore.delete(due.sheet);
      await this.#begin(due);
    }
  }

  async #begin(due: DueSchedule): Promise<void> {
    const { store, work, changes, now } = this.#services;
    const { olderThanDays, maxNew, sheet } = due;
    const order: StartRun = { operation: 'reassess', olderThanDays, maxNew };
    const fate = await this.#fateOf(due, order);
    if (fate === 'later') {
      this.#notBefore.set(sheet, now() + retryMs);
      return;
    }
    const at = new Date(now()).toISOString();
    const run: ScheduledRun = { ...fate, id: randomUUID(), order, at };
    if (!claimRound(store, due, nextTime(due, now()).toISOString(), run)) return;
    if (run.state === 'queued') {
      try {
        await work.start(run.id);
      } catch (error) {
        failRun(store, run.id, reasonOf(error), new Date(now()).toISOString());
      }
    }
    changes.tell({ type: 'sheet', sheet });
  }

  async #fateOf(
    due: DueSchedule,
    order: StartRun,
  ): Promise<Pick<ScheduledRun, 'state' | 'said'> | 'later'> {
    const { store, work, now } = this.#services;
    const sheet = liveSheet(store, due.sheet);
    if (sheet === undefined) return { state: 'failed', said: ['The sheet was deleted.'] };
    if (!sheet.hasFile) return { state: 'failed', said: [fileWasDeleted] };
    try {
      return fateBy(await work.plan(due.sheet, order), due);
    } catch (error) {
      const isAway = error instanceof Refused && (error.status === 503 || error.status === 502);
      if (isAway && now() - Date.parse(due.nextAt) < longestMs) return 'later';
      return { state: 'failed', said: [notBegun(reasonOf(error))] };
    }
  }
}

/** Why a sheet without its file has no rounds, and what to do. */
export const fileWasDeleted =
  'The file and the inputs of this sheet were deleted, as the settings say. Upload the file again to have it assessed again.';

/** What becomes of a round that could begin. */
function fateBy(
  { rowsToSend, rowsToFetch, newRows }: PlannedRun,
  { maxNew, olderThanDays }: DueSchedule,
): Pick<ScheduledRun, 'state' | 'said'> {
  if (maxNew !== null && newRows > maxNew) {
    const reason = `${count(newRows, 'row')} would be assessed for the first time, and the schedule allows ${maxNew}. Look at the sheet, then start the round yourself.`;
    return { state: 'failed', said: [notBegun(reason)] };
  }
  if (rowsToSend + rowsToFetch > 0) return { state: 'queued', said: [] };
  const age = olderThanDays === 0 ? '' : ` older than ${count(olderThanDays, 'day')}`;
  return { state: 'ended', said: [`The round of the schedule found no assessment${age}.`] };
}

function notBegun(reason: string): string {
  return `The round of the schedule did not begin. ${reason}`;
}

/** A bug is told in the output of the server. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  console.error(error instanceof Error ? error.stack : error);
  return 'Something went wrong in the server. Its output says more.';
}
