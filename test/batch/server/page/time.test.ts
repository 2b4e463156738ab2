import { expect, test } from 'vitest';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import {
  formatApproximately,
  formatApproximateRange,
  formatDay,
  formatIfDate,
  formatMoment,
  formatShortDay,
  formatMonth,
  formatDuration,
  localizeTimes,
} from '../../../../batch/server/page/browser/app/time.js';

test.each([
  [800, 'a few seconds', 'a few seconds'],
  [5_000, '5 seconds', 'about 5 seconds'],
  [41_000, '50 seconds', 'about 50 seconds'],
  [180_000, '3 minutes', 'about 3 minutes'],
  [7_200_000, '2 hours', 'about 2 hours'],
])('%i ms are formatted as a duration and as an estimate', (ms, duration, estimate) => {
  expect([formatDuration(ms), formatApproximately(ms)]).toEqual([duration, estimate]);
});

test.each([
  [300_000, 480_000, 'about 5 to 8 minutes'],
  [41_000, 180_000, 'about 50 seconds to 3 minutes'],
  [7_000_000, 7_400_000, 'about 2 hours'],
  [3_000, 9_000, 'up to 9 seconds'],
  [500, 2_000, 'a few seconds'],
])('the range from %i to %i ms is formatted as "%s"', (fromMs, toMs, text) => {
  expect(formatApproximateRange({ fromMs, toMs })).toBe(text);
});

test.each([
  ['en-GB', '3 Mar 2026', 'Mar 26', '3 Mar', '14:05'],
  ['en-US', 'Mar 3, 2026', 'Mar 26', 'Mar 3', '2:05 PM'],
  ['de-DE', '03.03.2026', 'März 26', '3. März', '14:05'],
  ['fr-FR', '3 mars 2026', 'mars 26', '3 mars', '14:05'],
])(
  'days, months and times are formatted for the locale %s',
  (locale, date, month, dayOfMonth, time) => {
    const locales = [locale];
    // A time without a zone is local, so the test does not depend on the time zone of the machine.
    const at = '2026-03-03T14:05:00';
    const formatMomentOn = (now: string) =>
      formatMoment(at, new Date(now), locales).replaceAll(/[\u00A0\u202F]/g, ' ');
    expect(formatDay(at, locales)).toBe(date);
    expect(formatMonth(at, locales)).toBe(month);
    expect(formatShortDay(at, locales)).toBe(dayOfMonth);
    expect(formatMomentOn('2026-03-03T23:59:00')).toBe(`today at ${time}`);
    expect(formatMomentOn('2026-03-04T00:01:00')).toBe(`yesterday at ${time}`);
    expect(formatMomentOn('2026-03-02T12:00:00')).toBe(`tomorrow at ${time}`);
    expect(formatMomentOn('2026-03-09T12:00:00')).toBe(`${date} at ${time}`);
  },
);

test.each([
  ['2026-11-03', '03.11.2026'],
  ['2026-13-45', '2026-13-45'],
  ['03/11/2026', '03/11/2026'],
  ['E-2026-11-03', 'E-2026-11-03'],
])('the value %j is formatted as %j in German', (value, text) => {
  expect(formatIfDate(value, ['de-DE'])).toBe(text);
});

test.each([
  ['en-GB', 'Sent 3 Nov 2026, 09:30. It ended 4 Nov 2026, 00:05.'],
  ['de-DE', 'Sent 03.11.2026, 09:30. It ended 04.11.2026, 00:05.'],
])('times in a sentence from the server become local times in the format of %s', (locale, text) => {
  // Times without a zone are local, so the test does not depend on the time zone of the machine.
  const [sent, ended] = ['2026-11-03T09:30', '2026-11-04T00:05'].map((local) => {
    return formatUtcMinute(new Date(local).toISOString());
  });
  expect(localizeTimes(`Sent ${sent}. It ended ${ended}.`, [locale])).toBe(text);
});
