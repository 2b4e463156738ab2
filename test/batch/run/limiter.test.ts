import { expect, test } from 'vitest';
import { createLimitedTransport } from '../../../batch/engine/run/limiter.js';
import { createProcessLimiter } from '../../../batch/engine/run/processLimiter.js';
import type { Exchange } from '../../../src/transport.js';
import { systemTiming } from '../../../batch/http/timing.js';

const { sleep } = systemTiming;

const createAnswer = (httpStatus: number): Exchange => ({
  delivery: 'answered',
  httpStatus,
  body: '',
  complete: true,
});

function createWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

const waitForTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a run that stops waiting for a slot leaves the slot to the other runs', async () => {
  const limiter = createProcessLimiter({ sleep, concurrency: 1 });
  const works = [createWork(), createWork()];
  const runs = works.map(({ run }) => limiter.runRow(run));
  const stops = [new AbortController(), new AbortController()];
  const ended: string[] = [];
  const waits = [...stops, undefined].map(async (stop, index) => {
    await limiter.waitForSlot(stop?.signal);
    ended.push(`run ${index + 1}`);
  });
  await waitForTurn();
  expect(ended).toEqual([]);
  stops[0]?.abort();
  await waitForTurn();
  expect(ended).toEqual(['run 1']);
  // The second run is woken for a slot, and stops before it begins a row.
  works[0]?.end();
  await waitForTurn();
  expect(ended).toEqual(['run 1', 'run 2']);
  stops[1]?.abort();
  limiter.passSlotOn();
  await Promise.all(waits);
  works[1]?.end();
  await Promise.all(runs);
});

test.each([
  [1, 2],
  [5, 7],
  [50, 63],
])('%d permits allow %d rows in flight, and one more after one ends', async (concurrency, rows) => {
  const limiter = createProcessLimiter({ sleep, concurrency });
  await limiter.waitForSlot();
  const works = Array.from({ length: rows }, createWork);
  const runs = works.map(({ run }) => limiter.runRow(run));
  await waitForTurn();
  let hasSlot = false;
  const slot = limiter.waitForSlot().then(() => {
    hasSlot = true;
  });
  await waitForTurn();
  expect(hasSlot).toBe(false);
  works[0]?.end();
  await slot;
  for (const { end } of works) end();
  await Promise.all(runs);
});

test('queued polls do not take slots from rows', async () => {
  const limiter = createProcessLimiter({ sleep, concurrency: 1 });
  const poll = createWork();
  const polls = Array.from({ length: 10 }, () => limiter.run(poll.run));
  await limiter.waitForSlot();
  poll.end();
  await Promise.all(polls);
});

test('the rows of a large sheet never deadlock, even if the concurrency is lowered', async () => {
  const limiter = createProcessLimiter({ sleep, concurrency: 4 });
  let done = 0;
  const runs: Promise<void>[] = [];
  for (let row = 0; row < 500; row++) {
    await limiter.waitForSlot();
    // Answers that report overload lower the concurrency, at most once a second.
    if (row % 50 === 10) limiter.observe(createAnswer(429), 1);
    runs.push(
      limiter.runRow(async () => {
        await waitForTurn();
        limiter.observe(createAnswer(200), 1);
        done++;
      }),
    );
  }
  await Promise.all(runs);
  expect(done).toBe(500);
});

const overloads: [string, Exchange, durationMs: number][] = [
  ['HTTP 429', createAnswer(429), 1],
  ['HTTP 503', createAnswer(503), 1],
  ['a slow answer', createAnswer(200), 5_001],
  ['a slow failure', { delivery: 'unknown', reason: '' }, 30_000],
];

test.each(overloads)('halves the permits after %s', (_name, exchange, durationMs) => {
  const limiter = createProcessLimiter({ sleep, concurrency: 8 });
  limiter.observe(exchange, durationMs);
  expect(limiter.concurrency).toBe(4);
});

test.each([
  ['a quick answer', 200, 5_000],
  ['HTTP 500', 500, 1],
])('keeps the permits after %s', (_name, httpStatus, durationMs) => {
  const limiter = createProcessLimiter({ sleep, concurrency: 8 });
  limiter.observe(createAnswer(httpStatus), durationMs);
  expect(limiter.concurrency).toBe(8);
});

test('measures the response time by the latest answer', () => {
  const limiter = createProcessLimiter({ sleep, concurrency: 8 });
  expect(limiter.answerMs).toBe(0);
  limiter.observe(createAnswer(200), 120);
  limiter.observe(createAnswer(200), 80);
  expect(limiter.answerMs).toBe(80);
});

test('simultaneous overload answers halve the permits once, and good answers restore them', () => {
  let nowMs = 0;
  const limiter = createProcessLimiter({ sleep, concurrency: 8, now: () => nowMs });
  const observeGoodAnswers = (times: number) => {
    for (let index = 0; index < times; index++) limiter.observe(createAnswer(200), 1);
  };
  for (let index = 0; index < 8; index++) limiter.observe(createAnswer(429), 1);
  expect(limiter.concurrency).toBe(4);
  nowMs = 1_001;
  limiter.observe(createAnswer(429), 1);
  expect(limiter.concurrency).toBe(2);
  for (const laterMs of [3_000, 5_000, 7_000]) {
    nowMs = laterMs;
    limiter.observe(createAnswer(429), 1);
  }
  expect(limiter.concurrency).toBe(1);
  observeGoodAnswers(1);
  expect(limiter.concurrency).toBe(2);
  observeGoodAnswers(2);
  expect(limiter.concurrency).toBe(3);
  observeGoodAnswers(3 + 4 + 5 + 6 + 7 + 100);
  expect(limiter.concurrency).toBe(8);
});

const pacedWork: [string, (limiter: ReturnType<typeof createProcessLimiter>) => Promise<void>][] = [
  ['requests', (limiter) => limiter.run(() => Promise.resolve())],
  ['rows', (limiter) => limiter.runRow(() => Promise.resolve())],
  ['polls', (limiter) => limiter.acquireStart()],
];

test.each(pacedWork)(
  'keeps the rate even if there are enough permits: %s',
  async (_what, begin) => {
    const limiter = createProcessLimiter({ sleep, concurrency: 10, spacingMs: 20 });
    const startMs = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => begin(limiter)));
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(9 * 20 - 5);
  },
);

test('after the signal is aborted, requests do not wait for the rate', async () => {
  // If the requests waited, the test would exceed its time limit.
  const limiter = createProcessLimiter({ sleep, concurrency: 2, spacingMs: 3_600_000 });
  const stop = new AbortController();
  const runs = Array.from({ length: 5 }, () => limiter.run(() => Promise.resolve(), stop.signal));
  await runs[0];
  stop.abort();
  await Promise.all(runs);
});

test('a delayed request calls `afterDelay`, and is not sent if `afterDelay` fails', async () => {
  const limiter = createProcessLimiter({ sleep, concurrency: 1 });
  const events: string[] = [];
  const slow = createWork();
  const transport = createLimitedTransport(
    {
      async post({ body }) {
        events.push(`sent ${body}`);
        if (body === 'first') await slow.run();
        return createAnswer(200);
      },
    },
    limiter,
  );
  const post = (body: string, afterDelay?: () => Promise<void>) =>
    transport.post({ url: '', body, afterDelay });
  const first = post('first');
  const failing = post('second', () => Promise.reject(new Error('The disk is full')));
  const third = post('third', () => Promise.resolve(void events.push('delayed')));
  slow.end();
  await expect(failing).rejects.toThrow('The disk is full');
  expect(await first).toEqual(createAnswer(200));
  expect(await third).toEqual(createAnswer(200));
  expect(events).toEqual(['sent first', 'delayed', 'sent third']);
});
