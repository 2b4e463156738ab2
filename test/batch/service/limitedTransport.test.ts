import { expect, test } from 'vitest';
import { processLimiter } from '../../../batch/engine/run/processLimiter.js';
import { limitedTransport } from '../../../batch/engine/run/limiter.js';
import type { Exchange } from '../../../src/transport.js';
import { systemTiming } from '../../../batch/http/timing.js';

const { sleep } = systemTiming;

const answered: Exchange = { delivery: 'answered', httpStatus: 200, body: '{}', complete: true };
const url = 'http://127.0.0.1/rwa_create';

/** A service whose answers a test releases. */
function service() {
  const answers: (() => void)[] = [];
  const post = () =>
    new Promise<Exchange>((resolve) => {
      answers.push(() => {
        resolve(answered);
      });
    });
  return { transport: { post }, answers };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a cancelled request that waits for a permit fails at once and is not sent', async () => {
  const { transport, answers } = service();
  const limited = limitedTransport(transport, processLimiter({ sleep, concurrency: 1 }));
  const { signal, abort } = cancellable();
  const first = limited.post({ url, body: '1', signal });
  const second = limited.post({ url, body: '2', signal });
  await turn();
  abort();
  expect(await second).toEqual({ delivery: 'not_sent', reason: 'cancelled' });
  expect(answers.length).toBe(1);
  answers[0]?.();
  expect(await first).toEqual(answered);
  const third = limited.post({ url, body: '3', signal });
  expect(await third).toMatchObject({ delivery: 'not_sent' });
  await turn();
  expect(answers.length).toBe(1);
});

test('an answer passes the permit to the next request', async () => {
  const { transport, answers } = service();
  const limited = limitedTransport(transport, processLimiter({ sleep, concurrency: 1 }));
  const [first, second] = ['1', '2'].map((body) => limited.post({ url, body }));
  await turn();
  expect(answers.length).toBe(1);
  answers[0]?.();
  expect(await first).toEqual(answered);
  await turn();
  answers[1]?.();
  expect(await second).toEqual(answered);
});

test('an answer can stop the run before the next request is sent', async () => {
  const { transport, answers } = service();
  const limited = limitedTransport(transport, processLimiter({ sleep, concurrency: 1 }));
  const { signal, abort } = cancellable();
  const stopped = (async () => {
    await limited.post({ url, body: '1', signal });
    for (let hop = 0; hop < 50; hop++) await Promise.resolve();
    abort();
  })();
  const second = limited.post({ url, body: '2', signal });
  await turn();
  answers[0]?.();
  await stopped;
  expect(await second).toMatchObject({ delivery: 'not_sent' });
  await turn();
  expect(answers.length).toBe(1);
});

function cancellable() {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}
