import { expect, test } from 'vitest';
import { about, span } from '../../../../batch/server/page/browser/app/time.js';

test.each([
  [800, 'a few seconds', 'a few seconds'],
  [5_000, '5 seconds', 'about 5 seconds'],
  [41_000, '50 seconds', 'about 50 seconds'],
  [180_000, '3 minutes', 'about 3 minutes'],
  [7_200_000, '2 hours', 'about 2 hours'],
])('%i ms are shown as a minimum and as an estimate', (ms, minimum, estimate) => {
  expect([span(ms), about(ms)]).toEqual([minimum, estimate]);
});
