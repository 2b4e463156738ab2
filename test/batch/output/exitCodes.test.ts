import { expect, test } from 'vitest';
import { countsAsSuccess, exitCodes, worstExitCode } from '../../../batch/cli/output/exitCodes.js';

/** All exit codes, the most severe one first, as in docs/several-companies.md. */
const order = [130, 1, 2, 5, 6, 4, 75, 3, 8, 7, 0] as const;

test('the order of severity contains every exit code', () => {
  expect(order.toSorted()).toEqual(Object.values(exitCodes).toSorted());
});

const pairs = order.flatMap((worse, index) =>
  order.slice(index).map((other) => [worse, other] as const),
);
test.each(pairs)('the worst of the exit codes %i and %i is the first', (worse, other) => {
  expect([worstExitCode([worse, other]), worstExitCode([other, worse])]).toEqual([worse, worse]);
});

test('the exit code of an empty list of commands is 0', () => {
  expect(worstExitCode([])).toBe(0);
});

test('only exit codes after which an administrator should act count as failures', () => {
  expect(order.filter((code) => !countsAsSuccess(code))).toEqual([130, 1, 2, 5, 6]);
});
