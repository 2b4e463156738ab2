import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { Changes } from '../../../batch/server/changes.js';
import { startThreads } from '../../../batch/server/threads/threads.js';
import type { ThreadWork } from '../../../batch/server/threads/work.js';
import type { WorkThreadOptions } from '../../../batch/server/threads/workThread.js';
import { entryBy } from './entryBy.js';

/** The numbers of threads for runs: active threads, the highest number of active threads, and started threads. */
const runThreads = vi.hoisted(() => ({ active: 0, maxActive: 0, started: 0 }));
/** The numbers of short-lived threads, which read sheets. */
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

test('no second thread for runs is started while the first one ends to free memory', async () => {
  // Each repetition calls `settle` one turn later: the first calls are made before the thread for runs begins to end, the later ones while it ends.
  for (let turns = 0; turns < 30; turns++) {
    const threads = testThreads();
    const reading = threads.read('sheet');
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await Promise.all([reading, settle(threads)]);
    await threads.close();
  }
  expect(runThreads).toMatchObject({ active: 0, maxActive: 1 });
});

test('no thread is started after the threads are closed', async () => {
  const threads = testThreads();
  await threads.read('sheet');
  expect(runThreads).toMatchObject({ active: 0, started: 1 });
  await threads.close();
  await expect(settle(threads)).rejects.toThrow('shutting down');
  expect(runThreads.started).toBe(1);
});

test('small sheets are read one after another in the same thread', async () => {
  const threads = testThreads(() => false);
  for (let times = 0; times < 3; times++) await threads.read('small');
  expect(readThreads).toEqual({ active: 1, started: 1 });
  await threads.close();
  expect(readThreads.active).toBe(0);
});

test('reading a large sheet ends the idle thread for small sheets', async () => {
  const threads = testThreads((sheet) => sheet === 'large');
  await threads.read('small');
  await threads.read('large');
  expect(readThreads).toEqual({ active: 0, started: 2 });
  await threads.close();
});
