import { describe, expect, test } from 'vitest';
import { type Failure, type FailureCode, hints, type Result } from '../../src/failure.js';
import { ResultPoller, type Waited, type WaitOptions } from '../../src/resultPoller.js';
import type { Retrieved } from '../../src/riskResult.js';
import { waitForResults } from '../../src/waiting.js';
import { createFakeTiming } from '../fakeTiming.js';
import { tripResult } from './examples.js';

const result = tripResult;
const ready: Result<Retrieved> = { ok: true, value: { ready: true, result } };
const notReady: Result<Retrieved> = { ok: true, value: { ready: false } };

function createFailure(code: FailureCode): { ok: false; failure: Failure } {
  const failure: Failure = {
    code,
    operation: 'rwa_retrieve',
    delivery: 'answered',
    mayHaveTakenEffect: false,
    retryCanHelp: true,
    message: code,
    reason: { code: 'service', text: code },
    hint: hints[code],
  };
  return { ok: false, failure };
}

/**
 * Waits with a simulated clock that moves only during pauses; `answer` gets the ID and its poll
 * number, from 1.
 */
async function wait(
  ids: string[],
  answer: (id: string, poll: number) => Result<Retrieved>,
  options: Partial<WaitOptions> = {},
  timing = createFakeTiming(),
) {
  const beganMs = timing.nowMs;
  const polls: [id: string, atMs: number][] = [];
  const retrieve = (id: string) => {
    polls.push([id, timing.nowMs - beganMs]);
    return Promise.resolve(answer(id, polls.filter(([polled]) => polled === id).length));
  };
  const waited = await waitForResults(ids, { timing, retrieve, ...options });
  return { waited, polls, times: polls.map(([, atMs]) => atMs), tookMs: timing.nowMs - beganMs };
}

describe('one assessment', () => {
  test('is polled soon, and settles when it is ready', async () => {
    const { waited, times } = await wait(['a'], (_, poll) => (poll === 3 ? ready : notReady));
    expect(waited).toEqual(new Map([['a', { outcome: 'ready', result }]]));
    expect(times).toEqual([250, 750, 1750]);
  });

  test('is polled after growing pauses of up to ten times the interval', async () => {
    const { times } = await wait(['a'], () => notReady, { intervalMs: 1_000, timeoutMs: 90_000 });
    const gaps = times.map((atMs, index) => Math.round(atMs - (times[index - 1] ?? 0)));
    expect(gaps.slice(0, 12)).toEqual([
      125, 250, 500, 1000, 1500, 2250, 3375, 5063, 7594, 10_000, 10_000, 10_000,
    ]);
  });

  test.each([
    [0, 0.8],
    [0.999_999, 1.2],
  ])('is polled with a jitter of 20 % (random value %d)', async (chance, factor) => {
    const { times } = await wait(
      ['a'],
      () => notReady,
      { timeoutMs: 5_000 },
      createFakeTiming(chance),
    );
    expect(times[0]).toBeCloseTo(250 * factor, 2);
    expect(times[1]).toBeCloseTo(750 * factor, 2);
  });

  test('is polled for the last time at the deadline, and is then pending', async () => {
    const { waited, times, tookMs } = await wait(['a'], () => notReady, { timeoutMs: 10_000 });
    expect(waited).toEqual(new Map([['a', { outcome: 'pending' }]]));
    expect([times.at(-1), tookMs]).toEqual([10_000, 10_000]);
    const readyAtTheEnd = await wait(
      ['a'],
      (_, poll) => (poll === times.length ? ready : notReady),
      {
        timeoutMs: 10_000,
      },
    );
    expect(readyAtTheEnd.waited.get('a')?.outcome).toBe('ready');
  });

  test('is polled once, immediately, if the timeout is 0', async () => {
    const { waited, times } = await wait(['a'], () => notReady, { timeoutMs: 0 });
    expect([waited.get('a'), times]).toEqual([{ outcome: 'pending' }, [0]]);
  });

  test('is polled for ten minutes by default', async () => {
    const { tookMs, polls } = await wait(['a'], () => notReady);
    expect(tookMs).toBe(600_000);
    expect(polls.length).toBeLessThan(45);
  });
});

describe('a failed poll', () => {
  test.each<[FailureCode]>([
    ['refused'],
    ['not_found'],
    ['unauthorized'],
    ['contract_violation'],
    ['invalid_request'],
    ['unconfirmed'],
  ])('with %s ends the wait for this assessment only', async (code) => {
    const { waited, times } = await wait(['a', 'b'], (id) =>
      id === 'a' ? createFailure(code) : ready,
    );
    expect(waited.get('a')).toEqual({ outcome: 'failed', failure: createFailure(code).failure });
    expect(waited.get('b')?.outcome).toBe('ready');
    expect(times.length).toBe(2);
  });

  test.each<[FailureCode]>([['not_sent'], ['no_answer'], ['busy']])(
    'with %s may be temporary: it is reported only at the deadline',
    async (code) => {
      const temporary = await wait(['a'], (_, poll) => (poll < 4 ? createFailure(code) : ready));
      expect(temporary.waited.get('a')?.outcome).toBe('ready');
      const lasting = await wait(['a'], () => createFailure(code), { timeoutMs: 10_000 });
      expect(lasting.waited.get('a')).toEqual({
        outcome: 'failed',
        failure: createFailure(code).failure,
      });
      expect(lasting.tookMs).toBe(10_000);
    },
  );
});

describe('many assessments', () => {
  const ids = Array.from({ length: 100 }, (_, n) => `a-${n}`);

  test('are waited for at the same time', async () => {
    const timing = createFakeTiming();
    const beganMs = timing.nowMs;
    const after3s = () => (timing.nowMs - beganMs >= 3_000 ? ready : notReady);
    const { waited, tookMs } = await wait(ids, after3s, {}, timing);
    expect([...waited.keys()].toSorted()).toEqual(ids.toSorted());
    expect([...waited.values()].every(({ outcome }) => outcome === 'ready')).toBe(true);
    expect(tookMs).toBe(3_750);
  });

  test.each([
    [0, 100],
    [600, 106],
    [1_500, 112],
    [4_000, 124],
    [10_000, 130],
    [60_000, 342],
  ])('that are ready after %d ms take %d polls in total', async (readyAfterMs, expectedPolls) => {
    const timing = createFakeTiming();
    const beganMs = timing.nowMs;
    const answer = () => (timing.nowMs - beganMs >= readyAfterMs ? ready : notReady);
    const { polls, waited } = await wait(ids, answer, {}, timing);
    expect([...waited.values()].every(({ outcome }) => outcome === 'ready')).toBe(true);
    expect(polls.length).toBe(expectedPolls);
  });

  test.each([
    [{ concurrency: 7 }, 7],
    [{}, 5],
    [{ concurrency: 1 }, 1],
    [{ concurrency: 0 }, 1],
    [{ concurrency: 1_000 }, 94],
  ])('with the options %j have at most %d polls in flight', async (options, expectedPeak) => {
    let inFlight = 0;
    let peak = 0;
    const retrieve = async () => {
      peak = Math.max(peak, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
      return ready;
    };
    const waited = await waitForResults(ids, { timing: createFakeTiming(), retrieve, ...options });
    expect([waited.size, peak]).toEqual([100, expectedPeak]);
  });

  test('with the same ID are waited for once', async () => {
    const { waited, polls } = await wait(['a', 'a'], () => ready);
    expect([waited.size, polls.length]).toEqual([1, 1]);
  });

  test('need no request and no pause if the list is empty', async () => {
    const { waited, polls, tookMs } = await wait([], () => ready);
    expect([waited.size, polls.length, tookMs]).toEqual([0, 0, 0]);
  });
});

describe('cancelling', () => {
  test('before the first poll leaves all assessments pending, without a request', async () => {
    const { waited, polls } = await wait(['a', 'b'], () => ready, { signal: AbortSignal.abort() });
    expect([...waited.values()]).toEqual([{ outcome: 'pending' }, { outcome: 'pending' }]);
    expect(polls).toEqual([]);
  });

  test('between two polls keeps the results so far and sends no more requests', async () => {
    const abort = new AbortController();
    const { waited, polls } = await wait(
      ['a', 'b', 'c'],
      (id) => {
        if (id === 'b') abort.abort();
        return id === 'b' ? createFailure('cancelled') : ready;
      },
      { signal: abort.signal, concurrency: 1 },
    );
    expect([...waited].map(([id, { outcome }]) => [id, outcome])).toEqual([
      ['a', 'ready'],
      ['b', 'pending'],
      ['c', 'pending'],
    ]);
    expect(polls.length).toBe(2);
  });

  test('during a pause ends the wait', async () => {
    const abort = new AbortController();
    const timing = createFakeTiming(0.5, () => {
      if (timing.nowMs - beganMs > 750) abort.abort();
    });
    const beganMs = timing.nowMs;
    const { waited, times } = await wait(['a'], () => notReady, { signal: abort.signal }, timing);
    expect([waited.get('a')?.outcome, times]).toEqual(['pending', [250, 750]]);
  });
});

describe('ResultPoller', () => {
  function createPoller(retrieve: WaitOptions['retrieve']) {
    const settled: [string, Waited['outcome']][] = [];
    const timing = createFakeTiming();
    const poller = new ResultPoller({
      retrieve,
      timing,
      onSettled: (id, { outcome }) => settled.push([id, outcome]),
    });
    return { poller, settled, timing };
  }

  test('reports the time until the next poll, at most the interval', async () => {
    const { poller, timing } = createPoller(() => Promise.resolve(notReady));
    const dueInMs = async () => {
      await poller.startDuePolls();
      await poller.waitForPolls();
      return poller.dueInMs;
    };
    expect(await dueInMs()).toBe(2_000);
    poller.add('a');
    expect(await dueInMs()).toBe(250);
    timing.nowMs += 250;
    expect(await dueInMs()).toBe(500);
    timing.nowMs += 60_000;
    expect(await dueInMs()).toBe(1_000);
    expect(poller.size).toBe(1);
  });

  test('continues beside a slow answer, which does not delay other polls, and is not requested again', async () => {
    const answers: [string, (answer: Result<Retrieved>) => void][] = [];
    const { poller, settled, timing } = createPoller(
      (id) => new Promise((resolve) => answers.push([id, resolve])),
    );
    poller.add('slow');
    timing.nowMs += 1_000;
    await poller.startDuePolls();
    poller.add('quick');
    timing.nowMs += 2_000;
    await poller.startDuePolls();
    expect(answers.map(([id]) => id)).toEqual(['slow', 'quick']);
    // A hundredth of the interval, because the answer to a poll in flight may make another one due.
    expect(poller.dueInMs).toBe(20);
    answers[1]?.[1](ready);
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toEqual([['quick', 'ready']]);
    timing.nowMs += 60_000;
    await poller.startDuePolls();
    expect(answers.length).toBe(2);
    const polled = poller.waitForPolls();
    answers[0]?.[1](notReady);
    await polled;
    // According to the first result, the result of the slow one should be ready now.
    expect([poller.size, poller.dueInMs]).toEqual([1, 0]);
  });

  test('throws an error from `retrieve` after the other polls have ended', async () => {
    const { poller, settled, timing } = createPoller((id) =>
      id === 'a' ? Promise.reject(new Error('a bug')) : Promise.resolve(ready),
    );
    poller.add('a');
    poller.add('b');
    timing.nowMs += 2_000;
    poller.close();
    await expect(poller.run()).rejects.toThrow('a bug');
    expect(settled).toEqual([
      ['b', 'ready'],
      ['a', 'pending'],
    ]);
    await expect(poller.startDuePolls()).rejects.toThrow('a bug');
  });

  test('settle an assessment once, even if it was settled during its poll', async () => {
    let answer = () => undefined as unknown;
    const { poller, settled, timing } = createPoller(
      () =>
        new Promise((resolve) => {
          answer = () => {
            resolve(ready);
          };
        }),
    );
    poller.add('a');
    timing.nowMs += 1_000;
    await poller.startDuePolls();
    poller.settleRest();
    answer();
    await poller.waitForPolls();
    expect(settled).toEqual([['a', 'pending']]);
    expect(poller.size).toBe(0);
  });
});

describe('assessments that are added during the wait', () => {
  interface Service {
    /** The time from adding an assessment until its result is ready. */
    readonly readyAfterMs: (id: string) => number;
    readonly toAnswer?: (id: string) => Result<Retrieved> | undefined;
    readonly latencyMs?: number;
  }

  async function addAndWait(
    { readyAfterMs, toAnswer, latencyMs = 0 }: Service,
    { count, everyMs, ...options }: { count: number; everyMs: number } & Partial<WaitOptions>,
  ) {
    const timing = createFakeTiming();
    const addedMs = new Map<string, number>();
    const settledMs = new Map<string, number>();
    const outcomes = new Map<string, Waited['outcome']>();
    const polls: string[] = [];
    const poller = new ResultPoller({
      timing,
      concurrency: 50,
      retrieve: async (id) => {
        polls.push(id);
        await timing.sleep(latencyMs);
        const isReady = timing.nowMs - (addedMs.get(id) ?? 0) >= readyAfterMs(id);
        return toAnswer?.(id) ?? (isReady ? ready : notReady);
      },
      onSettled: (id, { outcome }) => {
        settledMs.set(id, timing.nowMs - (addedMs.get(id) ?? 0));
        outcomes.set(id, outcome);
      },
      ...options,
    });
    const running = poller.run();
    for (let n = 0; n < count; n++) {
      addedMs.set(`a-${n}`, timing.nowMs);
      poller.add(`a-${n}`);
      await timing.sleep(everyMs);
    }
    poller.close();
    await running;
    const waitedMs = [...settledMs.values()].toSorted((a, b) => a - b);
    return { polls: polls.length, outcomes, waitedMs, longestMs: waitedMs.at(-1) ?? 0 };
  }

  const areAllReady = (outcomes: Map<string, string>) =>
    [...outcomes.values()].every((outcome) => outcome === 'ready');

  test('are polled about once each, and within 2.5 s after they are ready', async () => {
    const service = { readyAfterMs: () => 10_000, latencyMs: 20 };
    const { polls, outcomes, longestMs } = await addAndWait(service, { count: 1_000, everyMs: 5 });
    expect([outcomes.size, areAllReady(outcomes)]).toEqual([1_000, true]);
    expect(polls).toBeLessThan(1_100);
    expect(longestMs).toBeLessThan(12_500);
  });

  test('are polled soon after they are ready, even if the first result was found late', async () => {
    const service = { readyAfterMs: () => 10_000, latencyMs: 20 };
    const { polls, waitedMs } = await addAndWait(service, { count: 1_000, everyMs: 5 });
    // The median. With the first result alone, the schedule expects 11.4 s.
    expect(waitedMs[500]).toBeLessThan(10_600);
    expect(polls).toBeLessThan(1_050);
  });

  test('are polled while others are still being added', async () => {
    const service = { readyAfterMs: () => 1_000 };
    const { waitedMs } = await addAndWait(service, { count: 1_000, everyMs: 100 });
    // Adding takes 100 s.
    expect(waitedMs[900]).toBeLessThan(2_000);
  });

  test('are polled later if results take longer, and earlier if they take less', async () => {
    for (const [before, after] of [
      [2_000, 8_000],
      [8_000, 2_000],
    ] as const) {
      const readyAfterMs = (id: string) => (Number(id.slice(2)) < 1_000 ? before : after);
      const { polls, outcomes, waitedMs } = await addAndWait(
        { readyAfterMs },
        { count: 4_000, everyMs: 20 },
      );
      expect(areAllReady(outcomes)).toBe(true);
      expect(polls).toBeLessThan(4_000 * 1.3);
      expect(waitedMs[3_000 - 1]).toBeLessThan(10_000);
    }
  });

  test('need few useless polls if others were ready much earlier, as in a resumed run', async () => {
    const readyAfterMs = (id: string) => (Number(id.slice(2)) < 100 ? 0 : 10_000);
    const { polls, outcomes, longestMs } = await addAndWait(
      { readyAfterMs, latencyMs: 20 },
      { count: 1_000, everyMs: 5 },
    );
    expect(areAllReady(outcomes)).toBe(true);
    expect(polls).toBeLessThan(1_250);
    expect(longestMs).toBeLessThan(15_000);
  });

  test('are polled in time even if one in twenty is never ready', async () => {
    const readyAfterMs = (id: string) =>
      Number(id.slice(2)) % 20 === 0 ? Number.POSITIVE_INFINITY : 3_000;
    const { polls, waitedMs } = await addAndWait(
      { readyAfterMs },
      { count: 1_000, everyMs: 1, timeoutMs: 60_000 },
    );
    expect(waitedMs[949]).toBeLessThan(5_000);
    expect(polls).toBeLessThan(1_000 + 50 * 15);
  });

  test('are not delayed for long by probes that are never ready', async () => {
    const isStuck = (id: string) => Number(id.slice(2)) < 10;
    const readyAfterMs = (id: string) => (isStuck(id) ? Number.POSITIVE_INFINITY : 1_000);
    const { outcomes, waitedMs } = await addAndWait(
      { readyAfterMs },
      { count: 200, everyMs: 1, intervalMs: 1_000, timeoutMs: 100_000 },
    );
    expect([...outcomes].filter(([, outcome]) => outcome === 'pending').length).toBe(10);
    // The longest delay of a poll is ten intervals.
    expect(waitedMs[189]).toBeLessThan(11_000);
  });

  test('are not delayed by failing probes: others replace these at once', async () => {
    const toAnswer = (id: string) =>
      Number(id.slice(2)) < 150 ? createFailure('not_found') : undefined;
    const { polls, outcomes, longestMs } = await addAndWait(
      { readyAfterMs: () => 0, toAnswer },
      { count: 200, everyMs: 0 },
    );
    expect([...outcomes.values()].filter((outcome) => outcome === 'failed').length).toBe(150);
    expect([polls, longestMs < 1_000]).toEqual([200, true]);
  });

  test('have their own deadlines, counted from when they were added', async () => {
    const never = { readyAfterMs: () => Number.POSITIVE_INFINITY };
    const { waitedMs } = await addAndWait(never, { count: 100, everyMs: 300, timeoutMs: 15_000 });
    expect([waitedMs[0], waitedMs.at(-1)].map((ms) => Math.round((ms ?? 0) / 100))).toEqual([
      150, 150,
    ]);
  });

  test('settle as pending if they are added after the end of the wait', async () => {
    const abort = new AbortController();
    const settled: [string, Waited['outcome']][] = [];
    const poller = new ResultPoller({
      timing: createFakeTiming(),
      retrieve: () => Promise.resolve(ready),
      signal: abort.signal,
      onSettled: (id, { outcome }) => settled.push([id, outcome]),
    });
    abort.abort();
    await poller.run();
    poller.add('late');
    expect(settled).toEqual([['late', 'pending']]);
  });
});
