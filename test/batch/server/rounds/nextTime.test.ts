import { afterAll, expect, test } from 'vitest';
import { findNextTime } from '../../../../batch/server/rounds/schedule.js';

// Schedules use the time zone of the server, so the expected times need a fixed one.
const originalZone = process.env.TZ;
process.env.TZ = 'Europe/Berlin';
afterAll(() => {
  if (originalZone === undefined) delete process.env.TZ;
  else process.env.TZ = originalZone;
});

const toMs = (text: string) => new Date(text).getTime();

test.each([
  [
    'the first round is due on the first day',
    'quarter',
    '2027-01-15',
    '2026-12-01T12:00Z',
    '2027-01-15T05:00Z',
  ],
  [
    'a round is due on the same day before six',
    'month',
    '2027-01-15',
    '2027-01-15T04:59Z',
    '2027-01-15T05:00Z',
  ],
  [
    'a monthly round is due in the next month from six on',
    'month',
    '2027-01-15',
    '2027-01-15T05:00Z',
    '2027-02-15T05:00Z',
  ],
  [
    'a monthly round of the 31st is due on the last day of a short month',
    'month',
    '2027-01-31',
    '2027-02-01T00:00Z',
    '2027-02-28T05:00Z',
  ],
  [
    'a monthly round of the 31st is due on the 31st again after a short month',
    'month',
    '2027-01-31',
    '2027-03-01T00:00Z',
    '2027-03-31T04:00Z',
  ],
  [
    'a quarterly round of the 31st is due on the last day of a short month',
    'quarter',
    '2027-01-31',
    '2027-02-01T00:00Z',
    '2027-04-30T04:00Z',
  ],
  [
    'a yearly round of February 29 is due on February 28 in the next year',
    'year',
    '2028-02-29',
    '2028-03-01T00:00Z',
    '2029-02-28T05:00Z',
  ],
  [
    'a yearly round of February 29 is due on February 29 in the next leap year',
    'year',
    '2028-02-29',
    '2031-03-01T00:00Z',
    '2032-02-29T05:00Z',
  ],
  [
    'a quarterly round with a first day long ago keeps its day of the month',
    'quarter',
    '2020-11-30',
    '2026-11-29T00:00Z',
    '2026-11-30T05:00Z',
  ],
  [
    'a quarterly round of November is due in February of the next year',
    'quarter',
    '2026-11-30',
    '2026-12-01T00:00Z',
    '2027-02-28T05:00Z',
  ],
] as const)('%s', (_, every, from, after, next) => {
  expect(findNextTime({ every, from }, toMs(after)).getTime()).toBe(toMs(next));
});
