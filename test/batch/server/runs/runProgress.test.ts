import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { RunEvent } from '../../../../batch/engine/run/events.js';
import { RunProgress } from '../../../../batch/server/work/runProgress.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { WorkOfTest } from './workOfTest.js';

function unconfirmed(row: number): RunEvent {
  const status = 'Unconfirmed';
  const report = () => ({ row, status, message: undefined }) as const;
  return { type: 'progress', row, done: true, status, report };
}

test('after the end of a run nothing is stored of it: a row may be settled by then', async () => {
  const server = new WorkOfTest(await sandboxOfTest());
  const sheet = await server.addSheet(['E-1', 'E-2']);
  const tell = vi.fn();
  const progress = new RunProgress(
    { store: server.store, now: Date.now, tell },
    { id: 'run', sheet, done: 0 },
    () => undefined,
  );
  progress.listen(unconfirmed(2));
  progress.flush();
  // Too soon after the last count to be counted.
  progress.listen(unconfirmed(3));
  progress.end();
  const told = tell.mock.calls.length;
  expect(server.statuses(sheet, 2)).toEqual(['Unconfirmed', 'Unconfirmed']);
  await sleep(1_500);
  expect(tell.mock.calls.length).toBe(told);
});
