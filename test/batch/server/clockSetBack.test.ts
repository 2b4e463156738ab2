import { expect, test } from 'vitest';
import { addDecisions, endDecision } from '../../../batch/server/store/decisionStore.js';
import { latestDecisions, unfinishedDecisions } from '../../../batch/server/store/decisionStore.js';
import { latestRun } from '../../../batch/server/store/latestRun.js';
import {
  addPersonActions,
  endPersonAction,
  wasRemoved,
} from '../../../batch/server/store/personStore.js';
import { latestRecorded } from '../../../batch/server/store/recordedDecision.js';
import { endRun, queueRun, requeueRun } from '../../../batch/server/store/runStore.js';
import { storeOfTest } from './results/storeOfTest.js';

const [late, early] = ['2026-11-24T18:00:00.000Z', '2026-11-24T17:00:00.000Z'];

// What is asked of the latest run decides whether a sheet may be changed, deleted or paused.
test('a run that began after the clock was set back is the latest one of its sheet', () => {
  const store = storeOfTest();
  const start = (at: string) =>
    queueRun(store, 'sheet', { operation: 'assess' }, { by: 'ada', at }).run;
  const first = start(late);
  endRun(store, first.id, 'ended', { at: late, said: [] });
  const second = start(early);
  expect(latestRun(store, 'sheet')).toMatchObject({ id: second.id, state: 'queued' });
  endRun(store, second.id, 'paused', { at: early, said: [] });
  expect(latestRun(store, 'sheet')).toMatchObject({ id: second.id, state: 'paused' });
  expect(requeueRun(store, second.id)).toBe(true);
});

test('an invitation after a removal is the last word, whatever the clock said', () => {
  const store = storeOfTest();
  const done = (action: 'invite' | 'remove', at: string) => {
    const id = `${action} ${at}`;
    addPersonActions(store, [{ id, action, person: 'C-1', by: 'ada', at }]);
    endPersonAction(store, id, { status: action === 'invite' ? 'Invited' : 'Removed', said: '' });
  };
  done('invite', late);
  done('remove', late);
  expect(wasRemoved(store, 'C-1')).toBe(true);
  done('invite', early);
  expect(wasRemoved(store, 'C-1')).toBe(false);
});

test('the last decision on a case is the one that was made last', () => {
  const store = storeOfTest();
  const decision = (id: string, status: 'Manager Approved' | 'Rejected', at: string) => ({
    ...{ id, status, at, sheet: 'sheet', row: 2, assessmentId: 'a1', by: 'ada', note: '' },
    ...{ person: 'M-1', personField: 'managerId' },
  });
  addDecisions(store, [decision('first', 'Manager Approved', late)]);
  addDecisions(store, [decision('second', 'Rejected', early)]);
  expect(unfinishedDecisions(store).map(({ id }) => id)).toEqual(['first', 'second']);
  endDecision(store, 'first', 'recorded', '');
  endDecision(store, 'second', 'recorded', '');
  expect(latestDecisions(store, [{ sheet: 'sheet', assessmentId: 'a1' }])[0]).toMatchObject({
    status: 'Rejected',
  });
  expect(latestRecorded(store, ['a1']).get('a1')).toBe('Rejected');
});
