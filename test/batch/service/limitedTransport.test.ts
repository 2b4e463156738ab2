import { expect, test } from 'vitest';
import { createProcessLimiter } from '../../../batch/engine/run/processLimiter.js';
import { createLimitedTransport } from '../../../batch/engine/run/limiter.js';
import type { Exchange } from '../../../src/transport.js';
import { systemTiming } from '../../../batch/http/timing.js';

const { sleep } = systemTiming;

const okAnswer: Exchange = { delivery: 'answered', httpStatus: 200, body: '{}', complete: true };
const url = 'http://127.0.0.1/rwa_create';

/** Creates a transport that answers each request when the test calls the function for it in `answers`. */
function createManualTransport() {
  const answers: (() => void)[] = [];
  const post = () =>
    new Promise<Exchange>((resolve) => {
      answers.push(() => {
        resolve(okAnswer);
      });
    });
  return { transport: { post }, answers };
}

const waitOneTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a cancelled request that waits for a permit fails at once and is not sent', async () => {
  const { transport, answers } = createManualTransport();
  const limited = createLimitedTransport(
    transport,
    createProcessLimiter({ sleep, concurrency: 1 }),
  );
  const { signal, abort } = createCancellation();
  const first = limited.post({ url, body: '1', signal });
  const second = limited.post({ url, body: '2', signal });
  await waitOneTurn();
  abort();
  expect(await second).toEqual({ delivery: 'not_sent', reason: { code: 'cancelled' } });
  expect(answers.length).toBe(1);
  answers[0]?.();
  expect(await first).toEqual(okAnswer);
  const third = limited.post({ url, body: '3', signal });
  expect(await third).toMatchObject({ delivery: 'not_sent' });
  await waitOneTurn();
  expect(answers.length).toBe(1);
});

test('the caller that gets an answer can cancel the next request before it is sent', async () => {
  const { transport, answers } = createManualTransport();
  const limited = createLimitedTransport(
    transport,
    createProcessLimiter({ sleep, concurrency: 1 }),
  );
  const { signal, abort } = createCancellation();
  const firstCaller = (async () => {
    await limited.post({ url, body: '1', signal });
    // Cancel the next request many microtasks after the answer, but in the same turn of the event loop.
    for (let hop = 0; hop < 50; hop++) await Promise.resolve();
    abort();
  })();
  const second = limited.post({ url, body: '2', signal });
  await waitOneTurn();
  answers[0]?.();
  await firstCaller;
  expect(await second).toMatchObject({ delivery: 'not_sent' });
  await waitOneTurn();
  expect(answers.length).toBe(1);
});

function createCancellation() {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}
