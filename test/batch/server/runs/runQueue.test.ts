import { expect, test } from 'vitest';
import { RunQueue } from '../../../../batch/server/runs/runQueue.js';

const large = 60_000;

test('a run that was halted before it waits for memory does not wait', async () => {
  const queue = new RunQueue();
  await queue.enter(large, new AbortController().signal);
  const leave = await queue.enter(large, AbortSignal.abort());
  expect(leave).toBeTypeOf('function');
});

test('a large run waits until another one has left, and a halted one leaves the queue', async () => {
  const queue = new RunQueue();
  const leave = await queue.enter(large, new AbortController().signal);
  const halted = new AbortController();
  const waits = queue.enter(large, halted.signal);
  let hasEntered = false;
  const next = queue.enter(large, new AbortController().signal).then(() => {
    hasEntered = true;
  });
  halted.abort();
  await waits;
  expect(hasEntered).toBe(false);
  leave();
  await next;
});
