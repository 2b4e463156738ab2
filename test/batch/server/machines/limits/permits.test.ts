import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Permits } from '../../../../../batch/server/machines/limits/permits.js';
import type { PermitView } from '../../../../../batch/server/machines/limits/permitLocks.js';

/** Permits of one process in a database that is told what to say, by a clock that is told the time. */
function scene(concurrency: number) {
  const mine = new Set<number>();
  const said: { view: Partial<PermitView>; fails: boolean; nowMs: number } = {
    view: {},
    fails: false,
    nowMs: 0,
  };
  const free = () => Array.from({ length: concurrency }, (_, n) => n).filter((n) => !mine.has(n));
  const ask = <T>(answer: T): Promise<T> =>
    said.fails ? Promise.reject(new Error('away')) : Promise.resolve(answer);
  const permits = new Permits({
    concurrency,
    locks: {
      look: () =>
        ask({
          ...{ now: concurrency, most: concurrency, isLimited: false, mine: [...mine] },
          ...{ free: free(), lost: [], toClear: [], senders: 1, place: 0, hungryOthers: 0 },
          ...{ seconds: 0, ...said.view },
        }),
      take: (numbers) => {
        for (const n of numbers) mine.add(n);
        return ask(numbers);
      },
      giveBack: (numbers) => {
        for (const n of numbers) mine.delete(n);
        return ask(undefined);
      },
      clear: () => ask(undefined),
      noteLost: () => ask(undefined),
      wish: () => ask(undefined),
      cut: () => ask(1),
      addGood: () => ask(undefined),
    },
    sleep: async (ms) => {
      said.nowMs += ms;
      await turn();
    },
    now: () => said.nowMs,
    onView: () => undefined,
    onTrouble: () => undefined,
  });
  const someLooks = async () => {
    for (let turns = 0; turns < 50; turns++) await turn();
  };
  const isSettled = async (promise: Promise<unknown>) => {
    let settled = false;
    void promise.then(() => {
      settled = true;
    });
    await someLooks();
    return settled;
  };
  return { permits, mine, said, someLooks, isSettled };
}

test('takes as many permits as it needs, and gives them back when it is idle', async () => {
  const { permits, mine, someLooks } = scene(5);
  const taken = await Promise.all([permits.take(), permits.take()]);
  expect(permits.held).toBe(2);
  for (const permit of taken) permit?.release();
  await someLooks();
  expect([permits.held, mine.size]).toEqual([0, 0]);
});

test('sends nothing while it is not certain of its permits', async () => {
  const { permits, said, isSettled } = scene(2);
  const first = await permits.take();
  said.fails = true;
  said.nowMs += 10_000;
  const sending = first?.send() ?? Promise.resolve();
  const second = permits.take();
  expect(await isSettled(Promise.race([sending, second]))).toBe(false);
  said.fails = false;
  await sending;
  expect(permits.sent).toBe(1);
  (await second)?.release();
  first?.release();
});

test('what is in flight keeps a permit after the connection broke; nothing new takes its place', async () => {
  const { permits, mine, said, isSettled } = scene(2);
  const [first, second] = await Promise.all([permits.take(), permits.take()]);
  await first?.send();
  await second?.send();
  mine.clear();
  said.view = { free: [0] };
  permits.lost();
  const third = permits.take();
  expect(await isSettled(third)).toBe(false);
  expect([permits.held, permits.sent]).toEqual([1, 2]);
  first?.release();
  // The second has the only permit.
  expect(await isSettled(third)).toBe(false);
  second?.release();
  (await third)?.release();
});

test('one that is given up before it is sent counts no more', async () => {
  const { permits } = scene(1);
  const first = await permits.take();
  first?.release();
  first?.release();
  const second = await permits.take();
  await second?.send();
  expect(permits.sent).toBe(1);
  second?.release();
  expect(permits.sent).toBe(0);
});

test('while others have too few it uses its share, and gives the rest back', async () => {
  const { permits, mine, said, someLooks, isSettled } = scene(4);
  const taken = await Promise.all(Array.from({ length: 4 }, () => permits.take()));
  for (const permit of taken) await permit?.send();
  said.view = { senders: 2, place: 0, hungryOthers: 1, free: [] };
  const more = [permits.take(), permits.take()];
  await someLooks();
  taken[0]?.release();
  taken[1]?.release();
  expect(await isSettled(Promise.race(more))).toBe(false);
  expect([permits.held, mine.size]).toEqual([2, 2]);
  taken[2]?.release();
  expect(await isSettled(Promise.race(more))).toBe(true);
  taken[3]?.release();
  for (const permit of await Promise.all(more)) permit?.release();
});

test('permits above the lowered concurrency are not used, and given back', async () => {
  const { permits, mine, said, someLooks, isSettled } = scene(4);
  const taken = await Promise.all(Array.from({ length: 4 }, () => permits.take()));
  for (const permit of taken) await permit?.send();
  said.view = { now: 1, free: [] };
  const more = permits.take();
  await someLooks();
  for (const permit of taken.slice(1)) permit?.release();
  expect(await isSettled(more)).toBe(false);
  expect([...mine]).toEqual([0]);
  taken[0]?.release();
  (await more)?.release();
});
