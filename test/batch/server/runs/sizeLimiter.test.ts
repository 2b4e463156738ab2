import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSizeLimiter } from '../../../../batch/server/threads/threads.js';

function startWork(sizes: readonly ('large' | 'small')[]) {
  const begun: number[] = [];
  const ends = sizes.map(() => Promise.withResolvers<undefined>());
  const limitBySize = createSizeLimiter();
  for (const [index, size] of sizes.entries()) {
    void limitBySize(size === 'large', () => {
      begun.push(index);
      return ends[index]?.promise ?? Promise.resolve(undefined);
    });
  }
  return {
    listBegun: async () => {
      await nextTurn();
      return begun.toSorted();
    },
    end: (index: number) => {
      ends[index]?.resolve(undefined);
    },
  };
}

test('short-lived threads work on at most two sheets at a time', async () => {
  const { listBegun, end } = startWork(['small', 'small', 'small']);
  expect(await listBegun()).toEqual([0, 1]);
  end(1);
  expect(await listBegun()).toEqual([0, 1, 2]);
});

test('short-lived threads work on one large sheet at a time, so a small sheet never waits for two large ones', async () => {
  const { listBegun, end } = startWork(['large', 'large', 'small']);
  expect(await listBegun()).toEqual([0, 2]);
  end(2);
  expect(await listBegun()).toEqual([0, 2]);
  end(0);
  expect(await listBegun()).toEqual([0, 1, 2]);
});
