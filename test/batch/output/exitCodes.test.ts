import { expect, test } from 'vitest';
import { countsAsSuccess, exitCodes, worstExitCode } from '../../../batch/cli/output/exitCodes.js';

/** All exit codes, the most severe first, as in docs/several-companies.md. */
const order = [130, 1, 2, 5, 6, 4, 75, 3, 8, 7, 0] as const;

test('the order of severity has every exit code', () => {
  expect(order.toSorted()).toEqual(Object.values(exitCodes).toSorted());
});

const pairs = order.flatMap((worse, index) =>
  order.slice(index).map((other) => [worse, other] as const),
);
test.each(pairs)(
  '%i is the exit code of several commands that end with it and %i',
  (worse, other) => {
    expect([worstExitCode([worse, other]), worstExitCode([other, worse])]).toEqual([worse, worse]);
  },
);

test('the exit code of an empty list of commands is 0', () => {
  expect(worstExitCode([])).toBe(0);
});

test('only exit codes that an administrator has to look at count as failures', () => {
  expect(order.filter((code) => !countsAsSuccess(code))).toEqual([130, 1, 2, 5, 6]);
});
