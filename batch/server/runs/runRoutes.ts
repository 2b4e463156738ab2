import { z } from 'zod/v4';
import { type LogEntry, createLogEntry, LogStore } from '../access/logStore.js';
import { inTransaction } from '../db/transaction.js';
import { assertRunnable, assertValidRound, beginRun, haltWork, startSheetRun } from './startRun.js';
import { findLatestRun, activeStateSet } from './latestRun.js';
import { endRun, haltRun, requeueRun } from './runStore.js';
import { assertRunsNotPaused } from './runsPause.js';
import { createPlanToken } from './planToken.js';
import { RefusalError } from '../refusalError.js';
import { type RouteRequest, type Route, route } from '../http/route.js';
import type { Services } from '../services.js';
import { plan, type Run, run, startRun } from '../contract/shapes.js';
import { assertSheetChecked, findSheetHold } from '../restore/recordGap.js';
import { requireStoredSheet } from '../sheets/liveSheet.js';

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

type SheetRequest = Pick<RouteRequest<unknown, unknown>, 'params' | 'caller'>;

export const runRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/sheets/:id/plan',
    requires: 'look',
    topic: 'Runs',
    summary: 'Show what a run would do now; nothing is sent',
    query: planQuery,
    response: plan,
    async handle({ params, query: order }, { store, work }) {
      const id = params.id ?? '';
      await assertRunnable({ store }, id);
      assertValidRound(order);
      // Create the token before the sheet is read, so that any change meanwhile makes the plan outdated.
      const token = await createPlanToken(store, id, order);
      const { messages, notes, ...planned } = await work.plan(id, order);
      const hold = await findSheetHold(store, id);
      return {
        ...planned,
        token,
        operation: order.operation,
        messages: [...(hold === undefined ? [] : [hold.message]), ...messages],
        notes: [...notes],
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/sheets/:id/runs',
    requires: 'edit',
    topic: 'Runs',
    summary: 'Start a run, or get the active run',
    body: startRun,
    response: run,
    async handle({ params, body, caller }, services) {
      const id = params.id ?? '';
      const entry = createLogEntry(
        services,
        caller,
        { code: 'runStarted', operation: body.operation },
        id,
      );
      await startSheetRun(services, id, body, caller.memberId, entry);
      return readShownRun(services, id);
    },
  }),
  createChangeRoute(
    'pause',
    'Pause the run once its requests in flight have ended',
    (request, services, entry) => halt(request, services, 'paused', entry),
  ),
  createChangeRoute(
    'stop',
    'Stop the run once its requests in flight have ended',
    (request, services, entry) => halt(request, services, 'stopped', entry),
  ),
  createChangeRoute(
    'resume',
    'Resume the paused run',
    async ({ params }, { store, work, changes }, entry) => {
      const id = params.id ?? '';
      const resumed = await inTransaction(store, async (tx) => {
        await assertRunnable({ store: tx }, id);
        await assertSheetChecked(tx, id);
        await assertRunsNotPaused(tx);
        const paused = await findLatestRun(tx, id);
        if (paused !== undefined && (await requeueRun(tx, paused.id))) {
          await new LogStore(tx).add(entry);
          return paused;
        }
        throw new RefusalError('conflict', (t) => t(($) => $.runs.notPaused));
      });
      const ids = { run: resumed.id, sheet: id };
      beginRun(work, ids, 'The run could not be resumed; it resumes when the server starts again');
      changes.publish({ type: 'sheet', sheet: id });
    },
  ),
];

const changeActions = { pause: 'runPaused', stop: 'runStopped', resume: 'runResumed' } as const;

function createChangeRoute(
  change: keyof typeof changeActions,
  summary: string,
  makeChange: (request: SheetRequest, services: Services, entry: LogEntry) => Promise<void>,
): Route {
  return route({
    method: 'POST',
    path: `/api/sheets/:id/run/${change}`,
    requires: 'edit',
    topic: 'Runs',
    summary,
    response: run,
    async handle(request, services) {
      const id = request.params.id ?? '';
      await requireStoredSheet(services, id);
      await makeChange(
        request,
        services,
        createLogEntry(services, request.caller, { code: changeActions[change] }, id),
      );
      return readShownRun(services, id);
    },
  });
}

async function halt(
  { params }: SheetRequest,
  { store, work, changes, now }: Services,
  as: 'paused' | 'stopped',
  entry: LogEntry,
): Promise<void> {
  const id = params.id ?? '';
  const found = await inTransaction(store, async (tx) => {
    const latest = await findLatestRun(tx, id);
    const stopsPausedRun = latest?.state === 'paused' && as === 'stopped';
    if (latest === undefined || (!activeStateSet.has(latest.state) && !stopsPausedRun)) {
      throw new RefusalError('conflict', (t) => t(($) => $.runs.noneActive));
    }
    // The state changes at once, although requests in flight may take a while.
    if (stopsPausedRun)
      await endRun(tx, latest.id, as, { at: new Date(now()).toISOString(), messages: [] });
    else await haltRun(tx, latest.id, as);
    await new LogStore(tx).add(entry);
    return latest;
  });
  haltWork(work, { run: found.id, sheet: id }, as);
  changes.publish({ type: 'sheet', sheet: id });
}

async function readShownRun({ store, access }: Services, sheet: string): Promise<Run> {
  const found = await findLatestRun(store, sheet);
  if (found === undefined) throw new RefusalError('not_found', (t) => t(($) => $.runs.noRun));
  return { ...found, startedBy: await access.findName(found.startedBy) };
}
