import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { runWithLease } from '../../../../batch/server/cluster/runWithLease.js';
import { systemTiming } from '../../../../batch/http/timing.js';

test('work on a slice leaves no abort listener behind if its first check of the lease fails', async () => {
  const { signal } = new AbortController();
  const ports = { store: {}, timing: systemTiming } as never;
  const rowsInProgress = { work: [], journal: { waitForSync: () => Promise.resolve() } } as never;
  const progress = { listen: () => undefined, counts: () => ({ done: 0, created: 0 }) };
  const taken = { id: 'slice', attempt: 0 };
  await expect(runWithLease(ports, { taken, rowsInProgress, progress, signal })).rejects.toThrow(
    'Only Postgres',
  );
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
