import { expect, test } from 'vitest';
import { RunQueue } from '../../../../batch/server/runs/runQueue.js';

/** A number of rows with which only one run at a time fits into memory. */
const largeRows = 60_000;

test('a run that was halted before it waits for memory does not wait', async () => {
  const queue = new RunQueue();
  await queue.enter(largeRows, new AbortController().signal);
  const leave = await queue.enter(largeRows, AbortSignal.abort());
  expect(leave).toBeTypeOf('function');
});

test('a large run waits until the previous run has ended, and a halted run leaves the queue', async () => {
  const queue = new RunQueue();
  const leave = await queue.enter(largeRows, new AbortController().signal);
  const halted = new AbortController();
  const waiting = queue.enter(largeRows, halted.signal);
  let hasEntered = false;
  const next = queue.enter(largeRows, new AbortController().signal).then(() => {
    hasEntered = true;
  });
  halted.abort();
  await waiting;
  expect(hasEntered).toBe(false);
  leave();
  await next;
});
