import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { Changes } from '../../../batch/server/changes.js';
import { startThreads } from '../../../batch/server/threads/threads.js';
import type { ThreadWork } from '../../../batch/server/threads/work.js';
import type { WorkThreadOptions } from '../../../batch/server/threads/workThread.js';
import { entryBy } from './entryBy.js';

/** The numbers of threads for runs: active now, the most at a time, and all that were started. */
const runThreads = vi.hoisted(() => ({ active: 0, maxActive: 0, started: 0 }));
/** The numbers of the short-lived threads, which read sheets. */
const readThreads = vi.hoisted(() => ({ active: 0, started: 0 }));

vi.mock('../../../batch/server/threads/workThread.js', () => ({
  WorkThread: class {
    readonly isIdle = true;
    readonly #hasRuns: boolean;

    constructor({ limits }: WorkThreadOptions) {
      // Only the short-lived threads have this limit.
      this.#hasRuns = limits?.maxOldGenerationSizeMb === undefined;
      if (!this.#hasRuns) {
        readThreads.started++;
        readThreads.active++;
        return;
      }
      runThreads.started++;
      runThreads.maxActive = Math.max(runThreads.maxActive, ++runThreads.active);
    }

    call(): Promise<void> {
      return Promise.resolve();
    }

    async close(): Promise<void> {
      await sleep(20);
      if (this.#hasRuns) runThreads.active--;
      else readThreads.active--;
    }
  },
}));

beforeEach(() => {
  Object.assign(runThreads, { active: 0, maxActive: 0, started: 0 });
  Object.assign(readThreads, { active: 0, started: 0 });
});

function testThreads(isLarge: (sheet: string) => boolean = () => true): ThreadWork {
  const facts = {
    isLarge: (sheet: string) => Promise.resolve(isLarge(sheet)),
    hasRuns: () => Promise.resolve(false),
  };
  return startThreads({} as never, new Changes(), facts);
}

const settle = (threads: ThreadWork) =>
  threads.settle('sheet', 'key', { exists: false }, entryBy('me'));

test('there is never a second thread of the runs while the first one ends to free memory', async () => {
  // Each repetition calls the settlement one turn later: before the thread of the runs begins to end, or while it ends.
  for (let turns = 0; turns < 30; turns++) {
    const threads = testThreads();
    const reading = threads.read('sheet');
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await Promise.all([reading, settle(threads)]);
    await threads.close();
  }
  expect(runThreads).toMatchObject({ active: 0, maxActive: 1 });
});

test('no thread is started after all are closed', async () => {
  const threads = testThreads();
  await threads.read('sheet');
  expect(runThreads).toMatchObject({ active: 0, started: 1 });
  await threads.close();
  await expect(settle(threads)).rejects.toThrow('closed');
  expect(runThreads.started).toBe(1);
});

test('small sheets are read in turn in one thread', async () => {
  const threads = testThreads(() => false);
  for (let times = 0; times < 3; times++) await threads.read('small');
  expect(readThreads).toEqual({ active: 1, started: 1 });
  await threads.close();
  expect(readThreads.active).toBe(0);
});

test('the idle thread for small sheets has ended once a large one was read', async () => {
  const threads = testThreads((sheet) => sheet === 'large');
  await threads.read('small');
  await threads.read('large');
  expect(readThreads).toEqual({ active: 0, started: 2 });
  await threads.close();
});
