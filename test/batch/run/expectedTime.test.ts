import { expect, test } from 'vitest';
import { computeExpectedMs } from '../../../batch/engine/run/runPlan.js';

const work = {
  requests: 200,
  latencyMs: 50,
  concurrency: 5,
  spacingMs: 0,
  pollIntervalMs: 0,
};

test.each([
  ['requests that are sent at the same time', {}, 2_000],
  ['a rate that is slower than the service', { spacingMs: 100 }, 20_000],
  ['a rate that is faster than the service', { spacingMs: 1 }, 2_000],
  ['the wait before the first poll', { pollIntervalMs: 2_000 }, 2_250],
  ['nothing to do', { requests: 0, pollIntervalMs: 2_000 }, 0],
])('computes the expected time for %s', (_, changed, expected) => {
  expect(computeExpectedMs({ ...work, ...changed })).toBe(expected);
});
