import { z } from 'zod/v4';
import { assertFit, assertOneRound, startSheetRun } from '../startRun.js';
import { latestRun, workingStates } from '../store/latestRun.js';
import { planToken } from '../store/planToken.js';
import { haltRun, requeueRun } from '../store/runStore.js';
import { Refused } from './refused.js';
import { type Asked, type Route, route } from './route.js';
import type { Services } from './services.js';
import { plan, type Run, run, startRun } from './shapes.js';
import { assertSheetChecked, sheetHold } from './restoreHolds.js';
import { requiredSheet } from './shownSheet.js';

const days = startRun.shape.olderThanDays.unwrap();
const planQuery = z.object({
  operation: startRun.shape.operation.default('assess'),
  olderThanDays: z.coerce.number().pipe(days).optional(),
  rows: startRun.shape.rows,
  maxNew: z.coerce.number().int().nonnegative().optional(),
  retryRejected: z.stringbool().optional(),
  round: startRun.shape.round,
  newRound: z.stringbool().optional(),
});

type OfSheet = Pick<Asked<unknown, unknown>, 'params' | 'caller'>;

/** Plans of runs, and runs: start, pause, resume and stop. */
export const runRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/sheets/:id/plan',
    needs: 'look',
    topic: 'Runs',
    summary: 'Show what a run would do now; nothing is sent',
    query: planQuery,
    answer: plan,
    async handle({ params, query: order }, { store, work }) {
      const id = params.id ?? '';
      assertFit({ store }, id);
      assertOneRound(order);
      // Before the sheet is read: what changes meanwhile makes the plan outdated.
      const token = planToken(store, id, order);
      const { said, notes, ...planned } = await work.plan(id, order);
      const hold = sheetHold(store, id);
      return {
        ...planned,
        token,
        operation: order.operation,
        said: [...(hold === undefined ? [] : [hold.said]), ...said],
        notes: [...notes],
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/sheets/:id/runs',
    needs: 'edit',
    topic: 'Runs',
    summary: 'Start a run, or get the one that is under way',
    body: startRun,
    answer: run,
    handle({ params, body, caller }, services) {
      const id = params.id ?? '';
      const { isNew } = startSheetRun(services, id, body, caller.memberId);
      if (isNew) services.access.log(caller.name, started[body.operation], id);
      return shownRun(services, id);
    },
  }),
  change('pause', 'Pause the run: what is in flight is finished', (asked, services) => {
    halt(asked, services, 'paused');
  }),
  change('stop', 'Stop the run: what is in flight is finished', (asked, services) => {
    halt(asked, services, 'stopped');
  }),
  change('resume', 'Resume the paused run', ({ params }, { store, work, changes }) => {
    const id = params.id ?? '';
    assertFit({ store }, id);
    assertSheetChecked(store, id);
    const paused = latestRun(store, id);
    if (paused === undefined || !requeueRun(store, paused.id)) {
      throw new Refused(409, 'conflict', 'The run of this sheet is not paused.');
    }
    work.start(paused.id).catch((error: unknown) => {
      console.error(`Run ${paused.id} could not go on; it does at the next start:`, error);
    });
    changes.tell({ type: 'sheet', sheet: id });
  }),
];

const started = { assess: 'started a run', reassess: 'started a round of reassessment' } as const;
const done = {
  pause: 'paused the run',
  stop: 'stopped the run',
  resume: 'resumed the run',
} as const;

function change(
  what: keyof typeof done,
  summary: string,
  make: (asked: OfSheet, services: Services) => void,
): Route {
  return route({
    method: 'POST',
    path: `/api/sheets/:id/run/${what}`,
    needs: 'edit',
    topic: 'Runs',
    summary,
    answer: run,
    handle(asked, services) {
      const id = asked.params.id ?? '';
      requiredSheet(services, id);
      make(asked, services);
      services.access.log(asked.caller.name, done[what], id);
      return shownRun(services, id);
    },
  });
}

function halt(
  { params }: OfSheet,
  { store, work, changes }: Services,
  as: 'paused' | 'stopped',
): void {
  const id = params.id ?? '';
  const found = latestRun(store, id);
  const isHalted = found?.state === 'paused' && as === 'stopped';
  if (found === undefined || (!workingStates.has(found.state) && !isHalted)) {
    throw new Refused(409, 'conflict', 'No run of this sheet is under way.');
  }
  // Shown at once; what is in flight may take a while.
  haltRun(store, found.id);
  work.halt(found.id, as).catch((error: unknown) => {
    console.error(`Run ${found.id} could not be ${as}:`, error);
  });
  changes.tell({ type: 'sheet', sheet: id });
}

function shownRun({ store, access }: Services, sheet: string): Run {
  const found = latestRun(store, sheet);
  if (found === undefined) throw new Refused(404, 'not_found', 'This sheet has no run yet.');
  return { ...found, startedBy: access.nameOf(found.startedBy) };
}
