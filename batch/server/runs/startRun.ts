import { RefusalError } from '../refusalError.js';
import type { Services } from '../services.js';
import { type LogEntry, LogStore } from '../access/logStore.js';
import { assertSheetChecked } from '../restore/recordGap.js';
import { requireStoredSheet } from '../sheets/liveSheet.js';
import type { StartRun } from '../contract/shapes.js';
import { inTransaction } from '../db/transaction.js';
import { log } from '../log.js';
import type { Store } from '../db/store.js';
import { findLatestRun, activeStateSet } from './latestRun.js';
import { queueRun, type StoredRun } from './runStore.js';
import { assertRunsNotPaused } from './runsPause.js';
import { createPlanToken } from './planToken.js';
import type { Work } from '../threads/work.js';

export interface StartedRun {
  readonly run: Pick<StoredRun, 'id'>;
  readonly isNew: boolean;
}

/** Two people who start a run at the same time get the same run. Adds `entry` to the log for a new run. */
export async function startSheetRun(
  { store, work, changes, now }: Pick<Services, 'store' | 'work' | 'changes' | 'now'>,
  sheet: string,
  order: StartRun,
  by: string,
  entry?: LogEntry,
): Promise<StartedRun> {
  const at = new Date(now()).toISOString();
  const started = await inTransaction(store, async (tx) => {
    const queued = await queueIfRunnable(tx, sheet, order, { by, at });
    if (queued.isNew && entry !== undefined) await new LogStore(tx).add(entry);
    return queued;
  });
  const { run, isNew } = started;
  if (isNew) {
    beginRun(work, { run: run.id, sheet });
    changes.publish({ type: 'sheet', sheet });
  }
  return started;
}

/** If this fails, the run begins when the server starts again. */
export function beginRun(
  work: Pick<Work, 'start'>,
  ids: { readonly run: string; readonly sheet: string },
  failure = 'The run could not be started; it begins when the server starts again',
): void {
  log.info(ids, 'A run begins');
  work.start(ids.run).catch((error: unknown) => {
    log.error({ ...ids, err: error }, failure);
  });
}

/** Call this after the new state of the run was stored. Does not wait for its requests in flight. */
export function haltWork(
  work: Pick<Work, 'halt'>,
  ids: { readonly run: string; readonly sheet: string },
  as: 'paused' | 'stopped',
): void {
  work.halt(ids.run, as).catch((error: unknown) => {
    log.error({ ...ids, err: error }, `The run could not be ${as}`);
  });
}

/** Call this in a transaction, so that nothing changes between the checks and the queueing. */
async function queueIfRunnable(
  tx: Store,
  sheet: string,
  order: StartRun,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<StartedRun> {
  const latest = await findLatestRun(tx, sheet);
  if (latest !== undefined && activeStateSet.has(latest.state))
    return { run: latest, isNew: false };
  await assertRunnable({ store: tx }, sheet);
  assertValidRound(order);
  assertPlanned(order);
  await assertSheetChecked(tx, sheet);
  await assertRunsNotPaused(tx);
  if (order.token !== undefined && order.token !== (await createPlanToken(tx, sheet, order))) {
    throw new RefusalError('outdated', (t) => t(($) => $.runs.oldPlan));
  }
  return queueRun(tx, sheet, nameNewRound(order, at), { by, at });
}

export function assertValidRound({ operation, round, newRound = false }: StartRun): void {
  if (round !== undefined && newRound) {
    throw new RefusalError('invalid', (t) => t(($) => $.runs.twoRounds), {
      field: 'round',
    });
  }
  if (operation === 'assess' && (round !== undefined || newRound)) {
    throw new RefusalError('invalid', (t) => t(($) => $.runs.roundOfAssessment), {
      field: 'round',
    });
  }
}

/** If the answer to the request is lost and the request is repeated, the token prevents a second new round. */
function assertPlanned({ newRound, token }: StartRun): void {
  if (newRound !== true || token !== undefined) return;
  throw new RefusalError('invalid', (t) => t(($) => $.runs.newRoundWithoutPlan), {
    field: 'token',
  });
}

/** With a name, a resumed run continues the same round. */
function nameNewRound(order: StartRun, at: string): StartRun {
  return order.newRound === true
    ? { ...order, round: at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replaceAll(':', '-') }
    : order;
}

export async function assertRunnable(services: Pick<Services, 'store'>, id: string): Promise<void> {
  const sheet = await requireStoredSheet(services, id);
  if (sheet.file === null) {
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.fileDeletedToRun));
  }
  const { stage } = sheet;
  if (stage !== 'reading' && stage !== 'unreadable' && stage !== 'match') return;
  throw new RefusalError('conflict', (t) => t(($) => $.runs.unfit[stage]));
}
