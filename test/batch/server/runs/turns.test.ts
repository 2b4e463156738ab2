import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSizeLimiter } from '../../../../batch/server/threads/threads.js';

function startWork(sizes: readonly ('large' | 'small')[]) {
  const begun: number[] = [];
  const ends = sizes.map(() => Promise.withResolvers<undefined>());
  const turns = createSizeLimiter();
  for (const [index, size] of sizes.entries()) {
    void turns(size === 'large', () => {
      begun.push(index);
      return ends[index]?.promise ?? Promise.resolve(undefined);
    });
  }
  return {
    begun: async () => {
      await turn();
      return begun.toSorted();
    },
    end: (index: number) => {
      ends[index]?.resolve(undefined);
    },
  };
}

describe('work in short-lived threads', () => {
  it('is done two at a time', async () => {
    const { begun, end } = startWork(['small', 'small', 'small']);
    expect(await begun()).toEqual([0, 1]);
    end(1);
    expect(await begun()).toEqual([0, 1, 2]);
  });

  it('is done on one large sheet at a time, so a small one never waits for two large ones', async () => {
    const { begun, end } = startWork(['large', 'large', 'small']);
    expect(await begun()).toEqual([0, 2]);
    end(2);
    expect(await begun()).toEqual([0, 2]);
    end(0);
    expect(await begun()).toEqual([0, 1, 2]);
  });
});
