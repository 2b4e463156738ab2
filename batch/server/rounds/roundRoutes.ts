import { findNextTime, assertFileKept } from './schedule.js';
import { findLatestRun, activeStateSet } from '../runs/latestRun.js';
import { computeLatestRound, listRounds, addNames } from './roundStore.js';
import { deleteSchedule, setSchedule } from './scheduleStore.js';
import { readSettings } from '../settings/settingStore.js';
import { RefusalError } from '../refusalError.js';
import { type Route, route } from '../http/route.js';
import {
  type Round,
  roundList,
  type Schedule,
  schedule,
  sheetSchedule,
} from '../contract/shapes.js';
import type { Services } from '../services.js';
import { toRoundName } from './dueRounds.js';
import { requireSheet, requireStoredSheet } from '../sheets/liveSheet.js';

const topic = 'Rounds';

export const roundRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/sheets/:id/rounds',
    requires: 'look',
    topic,
    summary: 'List rounds, the latest first, with what each has changed',
    response: roundList,
    async handle(request, services) {
      const { id } = await requireSheet(request, services);
      const { store, access } = services;
      const recorded = await listRounds(store, id);
      const run = await findLatestRun(store, id);
      const isWorking = run !== undefined && activeStateSet.has(run.state);
      const current = isWorking ? await computeLatestRound(store, id) : undefined;
      const allRounds = current === undefined ? recorded : withLatest(current, recorded);
      const rounds = await addNames(store, id, allRounds);
      const starters = rounds.map(({ startedBy }) => startedBy);
      const findName = await access.findNames(starters);
      return {
        rounds: rounds.map((round) => ({ ...round, startedBy: findName(round.startedBy) })),
      };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/sheets/:id/schedule',
    requires: 'administer',
    topic,
    summary: 'Have a sheet reassessed every month, quarter or year',
    body: schedule,
    response: sheetSchedule,
    async handle(request, services) {
      const { access, changes, now } = services;
      const { caller, body } = request;
      const nextTime = findNextTime(body, now());
      const nextAt = nextTime.toISOString();
      await assertCanBegin(services, request.params.id ?? '', body, nextTime);
      // Use one transaction, because the file may be deleted or the retention period changed at the same time.
      const id = await access.inTransaction(async (accounts, tx) => {
        const sheet = await requireSheet(request, { ...services, store: tx });
        if (!sheet.hasFile) {
          throw new RefusalError('conflict', (t) => t(($) => $.sheets.fileDeletedToAssess));
        }
        assertFileKept(body.every, (await readSettings(tx)).retentionDays);
        await setSchedule(tx, sheet.id, body, { nextAt, by: caller.memberId });
        const { every, from } = body;
        await accounts.log(caller.name, { code: 'scheduleSet', every, from }, sheet.id);
        return sheet.id;
      });
      changes.publish({ type: 'sheet', sheet: id });
      return { ...body, nextAt };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/sheets/:id/schedule',
    requires: 'administer',
    topic,
    summary: 'End the schedule of a sheet',
    async handle(request, services) {
      const { id } = await requireSheet(request, services);
      const isEnded = await services.access.inTransaction(async (accounts, tx) => {
        const hadSchedule = await deleteSchedule(tx, id);
        if (hadSchedule) await accounts.log(request.caller.name, { code: 'scheduleEnded' }, id);
        return hadSchedule;
      });
      if (isEnded) services.changes.publish({ type: 'sheet', sheet: id });
      return undefined;
    },
  }),
];

/** Checks only a sheet whose rows were read. */
async function assertCanBegin(
  { store, work }: Pick<Services, 'store' | 'work'>,
  id: string,
  { olderThanDays }: Pick<Schedule, 'olderThanDays'>,
  nextTime: Date,
): Promise<void> {
  const { file, stage } = await requireStoredSheet({ store }, id);
  if (file === null || (stage !== 'check' && stage !== 'results')) return;
  await work.plan(id, { operation: 'reassess', olderThanDays, round: toRoundName(nextTime) });
}

function withLatest(latest: Round, recorded: readonly Round[]): Round[] {
  return [latest, ...recorded.filter(({ number }) => number !== latest.number)];
}
