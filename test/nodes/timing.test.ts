import { expect, onTestFinished, test, vi } from 'vitest';

test('a cancellation ends a sleep even if `sleep` of n8n takes no signal', async () => {
  // In n8n 1.122 and 2.0 `sleep` takes no signal.
  const sleep = vi.fn(() => new Promise(() => undefined));
  vi.doMock('n8n-workflow', () => ({ sleep }));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('n8n-workflow');
    vi.resetModules();
  });
  const { createTiming } = await import('../../nodes/shared/timing.js');
  const cancel = new AbortController();
  const sleeping = createTiming(cancel.signal).sleep(3_600_000);
  cancel.abort();
  await sleeping;
  // After the cancellation, no sleep begins.
  await createTiming(cancel.signal).sleep(3_600_000);
  expect(sleep).toHaveBeenCalledOnce();
});
