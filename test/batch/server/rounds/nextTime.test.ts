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

test.for([
  ['quarter', '2027-01-15', '2026-12-01T12:00Z', '2027-01-15T05:00Z', 'the first day'],
  ['month', '2027-01-15', '2027-01-15T04:59Z', '2027-01-15T05:00Z', 'the same day before six'],
  ['month', '2027-01-15', '2027-01-15T05:00Z', '2027-02-15T05:00Z', 'the next month from six on'],
  ['month', '2027-01-31', '2027-02-01T00:00Z', '2027-02-28T05:00Z', 'the end of a short month'],
  ['month', '2027-01-31', '2027-03-01T00:00Z', '2027-03-31T04:00Z', 'the 31st after it'],
  ['quarter', '2027-01-31', '2027-02-01T00:00Z', '2027-04-30T04:00Z', 'the end of a short month'],
  ['year', '2028-02-29', '2028-03-01T00:00Z', '2029-02-28T05:00Z', 'February 28'],
  ['year', '2028-02-29', '2031-03-01T00:00Z', '2032-02-29T05:00Z', 'a leap day'],
  ['quarter', '2020-11-30', '2026-11-29T00:00Z', '2026-11-30T05:00Z', 'the same day of the month'],
  ['quarter', '2026-11-30', '2026-12-01T00:00Z', '2027-02-28T05:00Z', 'the next year'],
] as const)(
  'a round of each %s from %s is due after %s at %s: on %s',
  ([every, from, after, next]) => {
    expect(findNextTime({ every, from }, toMs(after)).getTime()).toBe(toMs(next));
  },
);
