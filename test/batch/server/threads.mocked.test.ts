import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { Changes } from '../../../batch/server/changes.js';
import { startThreads } from '../../../batch/server/threads/threads.js';
import type { ThreadWork } from '../../../batch/server/threads/work.js';
import type { WorkThreadOptions } from '../../../batch/server/threads/workThread.js';
import { entryBy } from './entryBy.js';

/** Counts the threads of runs: now, at most at a time, and in total. */
const runs = vi.hoisted(() => ({ now: 0, most: 0, all: 0 }));
/** Counts the short-lived threads. */
const readers = vi.hoisted(() => ({ now: 0, all: 0 }));

vi.mock('../../../batch/server/threads/workThread.js', () => ({
  WorkThread: class {
    readonly isIdle = true;
    readonly #hasRuns: boolean;

    constructor({ limits }: WorkThreadOptions) {
      this.#hasRuns = limits?.maxOldGenerationSizeMb === undefined;
      if (!this.#hasRuns) {
        readers.all++;
        readers.now++;
        return;
      }
      runs.all++;
      runs.most = Math.max(runs.most, ++runs.now);
    }

    call(): Promise<void> {
      return Promise.resolve();
    }

    async close(): Promise<void> {
      await sleep(20);
      if (this.#hasRuns) runs.now--;
      else readers.now--;
    }
  },
}));

beforeEach(() => {
  Object.assign(runs, { now: 0, most: 0, all: 0 });
  Object.assign(readers, { now: 0, all: 0 });
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
  // The settlement is called at each moment between the start of the reading and the end of the thread.
  for (let turns = 0; turns < 30; turns++) {
    const threads = testThreads();
    const reading = threads.read('sheet');
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await Promise.all([reading, settle(threads)]);
    await threads.close();
  }
  expect(runs).toMatchObject({ now: 0, most: 1 });
});

test('no thread is started after all are closed', async () => {
  const threads = testThreads();
  await threads.read('sheet');
  expect(runs).toMatchObject({ now: 0, all: 1 });
  await threads.close();
  await expect(settle(threads)).rejects.toThrow('closed');
  expect(runs.all).toBe(1);
});

test('small sheets are read in turn in one thread', async () => {
  const threads = testThreads(() => false);
  for (let times = 0; times < 3; times++) await threads.read('small');
  expect(readers).toEqual({ now: 1, all: 1 });
  await threads.close();
  expect(readers.now).toBe(0);
});

test('the idle thread for small sheets is ended before a large one is read', async () => {
  const threads = testThreads((sheet) => sheet === 'large');
  await threads.read('small');
  await threads.read('large');
  expect(readers).toEqual({ now: 0, all: 2 });
  await threads.close();
});
