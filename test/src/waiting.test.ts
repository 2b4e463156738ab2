import { describe, expect, test } from 'vitest';
import { type Failure, type FailureCode, hints, type Result } from '../../src/failure.js';
import type { Retrieved } from '../../src/riskResult.js';
import { ResultWait, type Waited, type WaitOptions, waitForResults } from '../../src/waiting.js';
import { fakeTiming } from '../fakeTiming.js';
import { tripResult } from './examples.js';

const result = tripResult;
const ready: Result<Retrieved> = { ok: true, value: { ready: true, result } };
const notReady: Result<Retrieved> = { ok: true, value: { ready: false } };

function failed(code: FailureCode): { ok: false; failure: Failure } {
  const failure: Failure = {
    code,
    operation: 'rwa_retrieve',
    delivery: 'answered',
    mayHaveTakenEffect: false,
    retryCanHelp: true,
    message: code,
    hint: hints[code],
  };
  return { ok: false, failure };
}

/** Waits with a clock that only moves by sleeping; `answer` gets the assessment and its look. */
async function wait(
  ids: string[],
  answer: (id: string, look: number) => Result<Retrieved>,
  options: Partial<WaitOptions> = {},
  timing = fakeTiming(),
) {
  const beganMs = timing.nowMs;
  const looks: [id: string, atMs: number][] = [];
  const retrieve = (id: string) => {
    looks.push([id, timing.nowMs - beganMs]);
    return Promise.resolve(answer(id, looks.filter(([of]) => of === id).length));
  };
  const waited = await waitForResults(ids, { timing, retrieve, ...options });
  return { waited, looks, times: looks.map(([, atMs]) => atMs), tookMs: timing.nowMs - beganMs };
}

describe('one assessment', () => {
  test('is looked at soon, and settles as soon as it is ready', async () => {
    const { waited, times } = await wait(['a'], (_, look) => (look === 3 ? ready : notReady));
    expect(waited).toEqual(new Map([['a', { outcome: 'ready', result }]]));
    expect(times).toEqual([250, 750, 1750]);
  });

  test('is looked at ever less often, up to ten times the interval', async () => {
    const { times } = await wait(['a'], () => notReady, { intervalMs: 1_000, timeoutMs: 90_000 });
    const gaps = times.map((atMs, index) => Math.round(atMs - (times[index - 1] ?? 0)));
    expect(gaps.slice(0, 12)).toEqual([
      125, 250, 500, 1000, 1500, 2250, 3375, 5063, 7594, 10_000, 10_000, 10_000,
    ]);
  });

  test.each([
    [0, 0.8],
    [0.999_999, 1.2],
  ])('is looked at with jitter of a fifth (chance %d)', async (chance, factor) => {
    const { times } = await wait(['a'], () => notReady, { timeoutMs: 5_000 }, fakeTiming(chance));
    expect(times[0]).toBeCloseTo(250 * factor, 2);
    expect(times[1]).toBeCloseTo(750 * factor, 2);
  });

  test('gets a last look at the deadline, not after it, and is pending then', async () => {
    const { waited, times, tookMs } = await wait(['a'], () => notReady, { timeoutMs: 10_000 });
    expect(waited).toEqual(new Map([['a', { outcome: 'pending' }]]));
    expect([times.at(-1), tookMs]).toEqual([10_000, 10_000]);
    const late = await wait(['a'], (_, look) => (look === times.length ? ready : notReady), {
      timeoutMs: 10_000,
    });
    expect(late.waited.get('a')?.outcome).toBe('ready');
  });

  test('is looked at once, at once, when there is no time to wait', async () => {
    const { waited, times } = await wait(['a'], () => notReady, { timeoutMs: 0 });
    expect([waited.get('a'), times]).toEqual([{ outcome: 'pending' }, [0]]);
  });

  test('has ten minutes unless something else is said', async () => {
    const { tookMs, looks } = await wait(['a'], () => notReady);
    expect(tookMs).toBe(600_000);
    expect(looks.length).toBeLessThan(45);
  });
});

describe('a failure', () => {
  test.each<[FailureCode]>([
    ['refused'],
    ['not_found'],
    ['unauthorized'],
    ['contract_violation'],
    ['invalid_request'],
    ['unconfirmed'],
  ])('%s ends the wait for that assessment alone', async (code) => {
    const { waited, times } = await wait(['a', 'b'], (id) => (id === 'a' ? failed(code) : ready));
    expect(waited.get('a')).toEqual({ outcome: 'failed', failure: failed(code).failure });
    expect(waited.get('b')?.outcome).toBe('ready');
    expect(times.length).toBe(2);
  });

  test.each<[FailureCode]>([['not_sent'], ['no_answer'], ['busy']])(
    '%s may pass: the wait goes on, and tells of it only at the deadline',
    async (code) => {
      const passed = await wait(['a'], (_, look) => (look < 4 ? failed(code) : ready));
      expect(passed.waited.get('a')?.outcome).toBe('ready');
      const stayed = await wait(['a'], () => failed(code), { timeoutMs: 10_000 });
      expect(stayed.waited.get('a')).toEqual({ outcome: 'failed', failure: failed(code).failure });
      expect(stayed.tookMs).toBe(10_000);
    },
  );
});

describe('many assessments', () => {
  const ids = Array.from({ length: 100 }, (_, n) => `a-${n}`);

  test('wait together, not one after the other', async () => {
    const timing = fakeTiming();
    const beganMs = timing.nowMs;
    const after3s = () => (timing.nowMs - beganMs >= 3_000 ? ready : notReady);
    const { waited, tookMs } = await wait(ids, after3s, {}, timing);
    expect([...waited.keys()].toSorted()).toEqual(ids.toSorted());
    expect([...waited.values()].every(({ outcome }) => outcome === 'ready')).toBe(true);
    expect(tookMs).toBe(3_750);
  });

  test.each([
    [0, 100],
    [600, 107],
    [1_500, 114],
    [4_000, 407],
  ])(
    'ready after %d ms take %d looks: what a few tell saves looks at the others',
    async (ms, most) => {
      const timing = fakeTiming();
      const beganMs = timing.nowMs;
      const answer = () => (timing.nowMs - beganMs >= ms ? ready : notReady);
      const { looks, waited } = await wait(ids, answer, {}, timing);
      expect([...waited.values()].every(({ outcome }) => outcome === 'ready')).toBe(true);
      expect(looks.length).toBe(most);
    },
  );

  test.each([
    [7, 7],
    [undefined, 5],
    [1, 1],
    [0, 1],
    [1_000, 93],
  ])('are looked at with concurrency %s: %d at the same time', async (concurrency, most) => {
    let now = 0;
    let peak = 0;
    const retrieve = async () => {
      peak = Math.max(peak, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return ready;
    };
    const some = concurrency === undefined ? {} : { concurrency };
    const waited = await waitForResults(ids, { timing: fakeTiming(), retrieve, ...some });
    expect([waited.size, peak]).toEqual([100, most]);
  });

  test('given twice are waited for once', async () => {
    const { waited, looks } = await wait(['a', 'a'], () => ready);
    expect([waited.size, looks.length]).toEqual([1, 1]);
  });

  test('are none: nothing is asked, nothing slept', async () => {
    const { waited, looks, tookMs } = await wait([], () => ready);
    expect([waited.size, looks.length, tookMs]).toEqual([0, 0, 0]);
  });
});

describe('a cancel', () => {
  test('before the first look leaves all pending without a request', async () => {
    const { waited, looks } = await wait(['a', 'b'], () => ready, { signal: AbortSignal.abort() });
    expect([...waited.values()]).toEqual([{ outcome: 'pending' }, { outcome: 'pending' }]);
    expect(looks).toEqual([]);
  });

  test('during a round keeps what is known and asks no more', async () => {
    const abort = new AbortController();
    const { waited, looks } = await wait(
      ['a', 'b', 'c'],
      (id) => {
        if (id === 'b') abort.abort();
        return id === 'b' ? failed('cancelled') : ready;
      },
      { signal: abort.signal, concurrency: 1 },
    );
    expect([...waited].map(([id, { outcome }]) => [id, outcome])).toEqual([
      ['a', 'ready'],
      ['b', 'pending'],
      ['c', 'pending'],
    ]);
    expect(looks.length).toBe(2);
  });

  test('during a sleep ends the wait', async () => {
    const abort = new AbortController();
    const timing = fakeTiming(0.5, (times) => {
      if (times === 3) abort.abort();
    });
    const { waited, times } = await wait(['a'], () => notReady, { signal: abort.signal }, timing);
    expect([waited.get('a')?.outcome, times]).toEqual(['pending', [250, 750]]);
  });
});

describe('rounds', () => {
  function rounds(retrieve: WaitOptions['retrieve']) {
    const settled: [string, Waited['outcome']][] = [];
    const timing = fakeTiming();
    const wait = new ResultWait({
      retrieve,
      timing,
      onSettled: (id, { outcome }) => settled.push([id, outcome]),
    });
    return { wait, settled, timing };
  }

  test('tell when more is due, at most after the interval', async () => {
    const { wait, timing } = rounds(() => Promise.resolve(notReady));
    expect(await wait.round()).toBe(2_000);
    wait.add('a');
    expect(await wait.round()).toBe(250);
    timing.nowMs += 250;
    expect(await wait.round()).toBe(500);
    timing.nowMs += 60_000;
    expect(await wait.round()).toBe(1_000);
    expect(wait.size).toBe(1);
  });

  test('overlap: a slow answer holds up no other look, and is not asked for again', async () => {
    const answers: [string, (answer: Result<Retrieved>) => void][] = [];
    const { wait, settled, timing } = rounds(
      (id) => new Promise((resolve) => answers.push([id, resolve])),
    );
    wait.add('slow');
    timing.nowMs += 1_000;
    await wait.begin();
    wait.add('quick');
    timing.nowMs += 2_000;
    await wait.begin();
    expect(answers.map(([id]) => id)).toEqual(['slow', 'quick']);
    // A hundredth of the interval: a look that ends may make more due.
    expect(wait.dueInMs).toBe(20);
    answers[1]?.[1](ready);
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toEqual([['quick', 'ready']]);
    timing.nowMs += 60_000;
    await wait.begin();
    expect(answers.length).toBe(2);
    const looked = wait.looked();
    answers[0]?.[1](notReady);
    await looked;
    expect([wait.size, wait.dueInMs]).toEqual([1, 500]);
  });

  test('throw what a port has thrown, and look at the others all the same', async () => {
    const { wait, settled, timing } = rounds((id) =>
      id === 'a' ? Promise.reject(new Error('a bug')) : Promise.resolve(ready),
    );
    wait.add('a');
    wait.add('b');
    timing.nowMs += 2_000;
    await expect(wait.round()).rejects.toThrow('a bug');
    expect(settled).toEqual([['b', 'ready']]);
    await expect(wait.begin()).rejects.toThrow('a bug');
  });

  test('settle an assessment once, also when it was given up during its look', async () => {
    let look = () => undefined as unknown;
    const { wait, settled, timing } = rounds(
      () =>
        new Promise((resolve) => {
          look = () => {
            resolve(ready);
          };
        }),
    );
    wait.add('a');
    timing.nowMs += 1_000;
    const round = wait.round();
    wait.giveUp();
    look();
    await round;
    expect(settled).toEqual([['a', 'pending']]);
    expect(wait.size).toBe(0);
  });
});
