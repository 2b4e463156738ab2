import { expect, test } from 'vitest';
import { fairShare } from '../../../../../batch/server/machines/limits/fairShare.js';

test.each([
  [10, 1, [10]],
  [10, 2, [5, 5]],
  [10, 3, [3, 3, 4]],
  [2, 3, [0, 1, 1]],
  [1, 4, [0, 0, 0, 1]],
])('%d permits among %d senders', (permits, senders, expected) => {
  const shares = Array.from({ length: senders }, (_, place) =>
    fairShare({ permits, senders, place, seconds: 0 }),
  );
  expect(shares.toSorted()).toEqual(expected);
});

test('all shares together are all permits, at any time', () => {
  for (const [permits, senders] of [
    [1, 5],
    [7, 3],
    [40, 9],
  ] as const) {
    for (let seconds = 0; seconds < 30; seconds++) {
      let sum = 0;
      for (let place = 0; place < senders; place++) {
        sum += fairShare({ permits, senders, place, seconds });
      }
      expect(sum).toBe(permits);
    }
  }
});

test('with fewer permits than senders, each has its turn', () => {
  for (let place = 0; place < 5; place++) {
    const shares = Array.from({ length: 10 }, (_, seconds) =>
      fairShare({ permits: 1, senders: 5, place, seconds }),
    );
    expect(shares.filter((share) => share === 1).length).toBe(2);
  }
});
