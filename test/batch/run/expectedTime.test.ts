import { expect, test } from 'vitest';
import { expectedTimeMs } from '../../../batch/run/expectedTime.js';

const work = {
  create: 100,
  fetch: 0,
  latencyMs: 50,
  concurrency: 5,
  spacingMs: 0,
  pollIntervalMs: 0,
};

test.each([
  ['two requests a new row, so many at the same time', {}, 2_000],
  ['one request a row that is only fetched', { create: 0, fetch: 100 }, 1_000],
  ['a rate that is slower than the service', { spacingMs: 100 }, 20_000],
  ['a rate that is faster than the service', { spacingMs: 1 }, 2_000],
  ['the first look at a result', { pollIntervalMs: 2_000 }, 2_250],
  ['nothing to do', { create: 0, pollIntervalMs: 2_000 }, 0],
])('counts %s', (_, changed, expected) => {
  expect(expectedTimeMs({ ...work, ...changed })).toBe(expected);
});
