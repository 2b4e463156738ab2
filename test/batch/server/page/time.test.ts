import { expect, test } from 'vitest';
import { about, aboutRange, span } from '../../../../batch/server/page/browser/app/time.js';

test.each([
  [800, 'a few seconds', 'a few seconds'],
  [5_000, '5 seconds', 'about 5 seconds'],
  [41_000, '50 seconds', 'about 50 seconds'],
  [180_000, '3 minutes', 'about 3 minutes'],
  [7_200_000, '2 hours', 'about 2 hours'],
])('%i ms are shown as a minimum and as an estimate', (ms, minimum, estimate) => {
  expect([span(ms), about(ms)]).toEqual([minimum, estimate]);
});

test.each([
  [300_000, 480_000, 'about 5 to 8 minutes'],
  [41_000, 180_000, 'about 50 seconds to 3 minutes'],
  [7_000_000, 7_400_000, 'about 2 hours'],
  [3_000, 9_000, 'up to 9 seconds'],
  [500, 2_000, 'a few seconds'],
])('a time between %i and %i ms is shown as a range', (fromMs, toMs, text) => {
  expect(aboutRange({ fromMs, toMs })).toBe(text);
});
