import { expect, test, vi } from 'vitest';
import { timingOf } from '../../nodes/shared/timing.js';

// In n8n 1.122 and 2.0 `sleep` takes no signal.
vi.mock('n8n-workflow', () => ({ sleep: () => new Promise(() => undefined) }));

test('a cancel ends a sleep also where the sleep of n8n does not know of it', async () => {
  const cancel = new AbortController();
  const sleeping = timingOf(cancel.signal).sleep(3_600_000);
  cancel.abort();
  await sleeping;
  await timingOf(cancel.signal).sleep(3_600_000);
  expect(cancel.signal.aborted).toBe(true);
});
