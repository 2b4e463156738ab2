import { expect, test } from 'vitest';
import { roundText } from '../../../batch/cli/output/roundText.js';

const unselected = { done: 3, rows: 0, where: 0, recent: 0, unchanged: 0, unknown: 0 };
const finished = {
  number: 2,
  begunAt: '2027-01-05T09:00:00.000Z',
  endedAt: '2027-01-06T09:00:00.000Z',
  inFuture: '2027-01-06T09:00:00.000Z',
  selected: 0,
  unselected,
};

test('a round whose time is in the future is reported with advice', () => {
  expect(roundText(finished, 0)).toBe(
    `Round:    2, finished 2027-01-06 09:00 UTC.
The time 2027-01-06 09:00 UTC is in the future: the clock is wrong now, or was wrong then. Until that day is over, no new round starts by itself.
Selected: none; skipped: 3 already assessed in this round.
--new-round starts another round now.`,
  );
});

test('another name is suggested after a finished round with a name', () => {
  expect(roundText({ ...finished, name: '2026-Q4' }, 0)).toBe(
    `Round:    2 (2026-Q4), finished 2027-01-06 09:00 UTC.
The time 2027-01-06 09:00 UTC is in the future: the clock is wrong now, or was wrong then.
Selected: none; skipped: 3 already assessed in this round.
To start another round, use another name after --round.`,
  );
});
