import { expect, test } from 'vitest';
import {
  addDecisions,
  endDecisions,
  readLatestDecisions,
  readLatestRecorded,
  listUnfinishedDecisions,
} from '../../../batch/server/decisions/decisionStore.js';
import { findLatestRun } from '../../../batch/server/runs/latestRun.js';
import { endRun, queueRun, requeueRun } from '../../../batch/server/runs/runStore.js';
import {
  addPersonActions,
  endPersonActions,
  readLatestAccess,
} from '../../../batch/server/people/personStore.js';
import { testStore } from './results/testStore.js';

const [late, early] = ['2026-11-24T18:00:00.000Z', '2026-11-24T17:00:00.000Z'];

// The state of the latest run decides whether a person may change the sheet, or pause, resume or stop the run.
test('a run that began after the clock was set back is the latest run of its sheet', async () => {
  const store = await testStore();
  const start = async (at: string) =>
    (await queueRun(store, 'sheet', { operation: 'assess' }, { by: 'ada', at })).run;
  const first = await start(late);
  await endRun(store, first.id, 'ended', { at: late, messages: [] });
  const second = await start(early);
  expect(await findLatestRun(store, 'sheet')).toMatchObject({ id: second.id, state: 'queued' });
  await endRun(store, second.id, 'paused', { at: early, messages: [] });
  expect(await findLatestRun(store, 'sheet')).toMatchObject({ id: second.id, state: 'paused' });
  expect(await requeueRun(store, second.id)).toBe(true);
});

test('a person who is invited after a removal counts as invited, even if the clock was set back in between', async () => {
  const store = await testStore();
  const recordAction = async (action: 'invite' | 'remove', at: string) => {
    const id = `${action} ${at}`;
    await addPersonActions(store, [{ id, action, person: 'C-1', by: 'ada', at }]);
    const status = action === 'invite' ? 'Invited' : 'Removed';
    await endPersonActions(store, [{ id, status, message: '', request: {} }]);
  };
  const readLatest = async () =>
    [...(await readLatestAccess(store))].map(([id, { action }]) => [id, action]);
  await recordAction('invite', late);
  await recordAction('remove', late);
  expect(await readLatest()).toEqual([['C-1', 'remove']]);
  await recordAction('invite', early);
  expect(await readLatest()).toEqual([['C-1', 'invite']]);
});

test('the latest decision on a row is the last one that was stored, even if the clock was set back', async () => {
  const store = await testStore();
  const createDecision = (id: string, status: 'Manager Approved' | 'Rejected', at: string) => ({
    id,
    status,
    at,
    sheet: 'sheet',
    row: 2,
    assessmentId: 'a1',
    by: 'ada',
    note: '',
    person: 'M-1',
    personField: 'managerId',
  });
  await addDecisions(store, [createDecision('first', 'Manager Approved', late)]);
  await addDecisions(store, [createDecision('second', 'Rejected', early)]);
  expect((await listUnfinishedDecisions(store)).map(({ id }) => id)).toEqual(['first', 'second']);
  // The ages are measured with the clock of the database, so both decisions are less than a minute old.
  expect(await listUnfinishedDecisions(store, 60_000)).toEqual([]);
  await endDecisions(store, [{ id: 'first', state: 'recorded', message: '' }]);
  await endDecisions(store, [{ id: 'second', state: 'recorded', message: '' }]);
  const latest = await readLatestDecisions(store, [
    { sheet: 'sheet', number: 2, employee_id: '', assessment_id: 'a1' },
  ]);
  expect(latest[0]).toMatchObject({ decision: { status: 'Rejected' } });
  expect((await readLatestRecorded(store, ['a1'])).get('a1')).toBe('Rejected');
});
