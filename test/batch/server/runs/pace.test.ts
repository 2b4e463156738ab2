import { expect, test } from 'vitest';
import { Pace } from '../../../../batch/server/runs/pace.js';

function measurePace(marks: readonly (readonly [done: number, seconds: number])[]): Pace {
  const pace = new Pace();
  for (const [done, seconds] of marks) pace.mark(done, seconds * 1_000);
  return pace;
}

test('the pace does not include the wait for the first scores', () => {
  const marks = [
    [0, 0],
    [0, 10],
    [0, 20],
    [50, 25],
    [100, 30],
  ] as const;
  expect(measurePace(marks).remainingMs(200)).toBe(20_000);
});

test('the remaining time grows when the service stops answering', () => {
  const marksBefore = [
    [0, 0],
    [100, 10],
  ] as const;
  const stalled = measurePace([...marksBefore, [100, 20], [100, 30]]);
  expect(measurePace(marksBefore).remainingMs(100)).toBe(10_000);
  expect(stalled.remainingMs(100)).toBe(30_000);
});
