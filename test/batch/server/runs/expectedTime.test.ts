import { expect, test } from 'vitest';
import { estimateRange } from '../../../../batch/server/runs/expectedTime.js';

test('the expected time is a range around the times of earlier runs with the same number of rows', () => {
  const range = estimateRange(
    [
      { rows: 1_000, ms: 60_000 },
      { rows: 1_000, ms: 70_000 },
    ],
    1_000,
  );
  expect(range).toEqual({ fromMs: 36_000, toMs: 98_000 });
});

test('the shortest expected time of a large run includes the fixed time of a run only once', () => {
  expect(estimateRange([{ rows: 100, ms: 11_000 }], 1_000)).toEqual({
    fromMs: 12_000,
    toMs: 154_000,
  });
});

test('the expected time is unknown before a run of a comparable size has ended', () => {
  expect(estimateRange([], 100)).toBeNull();
  expect(estimateRange([{ rows: 24, ms: 3_000 }], 20_000)).toBeNull();
});

test('a run that was paused for days does not change the expected time', () => {
  const runs = [
    { rows: 100, ms: 10_000 },
    { rows: 100, ms: 864_000_000 },
  ];
  expect(estimateRange(runs, 100)).toEqual(estimateRange(runs.slice(0, 1), 100));
});
