import { Refused } from './api/refused.js';
import type { Services } from './api/services.js';
import { assertSheetChecked } from './api/restoreHolds.js';
import { requiredSheet } from './api/shownSheet.js';
import type { Stage, StartRun } from './api/shapes.js';
import { latestRun, workingStates } from './store/latestRun.js';
import { planToken } from './store/planToken.js';
import { queueRun, type StoredRun } from './store/runStore.js';

/** Why a sheet in these stages cannot be run. */
const unfit: Readonly<Partial<Record<Stage, string>>> = {
  reading: 'The sheet is still being read. Start again in a moment.',
  unreadable: 'The file of this sheet cannot be read. The page of the sheet says why.',
  match: 'The columns of this sheet are not matched yet. Open Match, and choose what is missing.',
};

/**
 * Starts a run for a member, or gives the one that is under way: two people who start at once start one run.
 * Throws a Refused for a sheet that cannot be run, and for a plan that is outdated.
 */
export function startSheetRun(
  services: Pick<Services, 'store' | 'work' | 'changes' | 'now'>,
  sheet: string,
  order: StartRun,
  by: string,
): { readonly run: Pick<StoredRun, 'id'>; readonly isNew: boolean } {
  const { store, work, changes, now } = services;
  const before = latestRun(store, sheet);
  if (before !== undefined && workingStates.has(before.state)) return { run: before, isNew: false };
  assertFit(services, sheet);
  assertOneRound(order);
  assertSheetChecked(store, sheet);
  if (order.token !== undefined && order.token !== planToken(store, sheet, order)) {
    throw new Refused(
      409,
      'outdated',
      'The sheet has changed since this plan was made. Look at the new plan, and start again.',
    );
  }
  const at = new Date(now()).toISOString();
  const { run, isNew } = queueRun(store, sheet, withNameOfNewRound(order, at), { by, at });
  if (isNew) {
    work.start(run.id).catch((error: unknown) => {
      console.error(`Run ${run.id} could not be started; it begins at the next start:`, error);
    });
    changes.tell({ type: 'sheet', sheet });
  }
  return { run, isNew };
}

/** Throws a Refused for an order that names a round which it cannot have. */
export function assertOneRound({ operation, round, newRound = false }: StartRun): void {
  if (round !== undefined && newRound) {
    throw new Refused(422, 'invalid', 'Give either the name of a round or a new round.', 'round');
  }
  if (operation === 'assess' && (round !== undefined || newRound)) {
    throw new Refused(422, 'invalid', 'Only reassessments have rounds to choose.', 'round');
  }
}

/** Names a new round, so that a run that is resumed finds it, whatever the time. */
function withNameOfNewRound(order: StartRun, at: string): StartRun {
  return order.newRound === true
    ? { ...order, round: at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replaceAll(':', '-') }
    : order;
}

/** Throws a Refused for a sheet that cannot be run, whatever the plan. */
export function assertFit(services: Pick<Services, 'store'>, id: string): void {
  const sheet = requiredSheet(services, id);
  if (sheet.file === null) {
    throw new Refused(
      409,
      'conflict',
      'The file of this sheet was deleted, as the settings say. Upload it again to continue.',
    );
  }
  const why = unfit[sheet.stage];
  if (why !== undefined) throw new Refused(409, 'conflict', why);
}
