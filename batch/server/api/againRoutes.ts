import { nextTime } from '../jobs/nextTime.js';
import { latestRun, workingStates } from '../store/latestRun.js';
import { latestRound, roundsOf } from '../store/roundStore.js';
import { deleteSchedule, setSchedule } from '../store/scheduleStore.js';
import { settingsOf } from '../store/settingStore.js';
import { Refused } from './refused.js';
import { refuseDeletedBetween } from './keptBetweenRounds.js';
import { type Route, route } from './route.js';
import { type Round, roundList, schedule, sheetSchedule } from './shapes.js';
import { sheetOf } from './sheetOf.js';

const topic = 'Again';

/** Rounds of assessments of a sheet, and the schedule that begins them. */
export const againRoutes: readonly Route[] = [
  route({
    ...{ method: 'GET', path: '/api/sheets/:id/rounds', needs: 'look', topic },
    summary: 'List rounds, the latest first, with what each has changed',
    answer: roundList,
    handle(asked, services) {
      const { id } = sheetOf(asked, services);
      const { store, access } = services;
      const recorded = roundsOf(store, id);
      const run = latestRun(store, id);
      const isWorking = run !== undefined && workingStates.has(run.state);
      const now = isWorking ? latestRound(store, id) : undefined;
      const rounds = now === undefined ? recorded : withLatest(now, recorded);
      return {
        rounds: rounds.map((each) => ({ ...each, startedBy: access.nameOf(each.startedBy) })),
      };
    },
  }),
  route({
    ...{ method: 'PUT', path: '/api/sheets/:id/schedule', needs: 'administer', topic },
    summary: 'Have a sheet assessed again every month, quarter or year',
    body: schedule,
    answer: sheetSchedule,
    handle(asked, services) {
      const { id, hasFile } = sheetOf(asked, services);
      const { store, access, changes, now } = services;
      const { caller, body } = asked;
      if (!hasFile) throw new Refused(409, 'conflict', fileWasDeleted);
      refuseDeletedBetween(body.every, settingsOf(store).retentionDays);
      const nextAt = nextTime(body, now()).toISOString();
      setSchedule(store, id, body, { nextAt, by: caller.memberId });
      access.log(caller.name, `set the schedule to every ${body.every} from ${body.from}`, id);
      changes.tell({ type: 'sheet', sheet: id });
      return { ...body, nextAt };
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/api/sheets/:id/schedule', needs: 'administer', topic },
    summary: 'End the schedule of a sheet',
    handle(asked, services) {
      const { id } = sheetOf(asked, services);
      const { store, access, changes } = services;
      if (deleteSchedule(store, id)) {
        access.log(asked.caller.name, 'ended the schedule', id);
        changes.tell({ type: 'sheet', sheet: id });
      }
      return undefined;
    },
  }),
];

const fileWasDeleted =
  'The file of this sheet was deleted, as the settings say. Upload it again to have it assessed again.';

function withLatest(latest: Round, recorded: readonly Round[]): Round[] {
  return [latest, ...recorded.filter(({ number }) => number !== latest.number)];
}
