import { expect, test } from 'vitest';
import {
  describeCounts,
  isAssessed,
  findRunOutcome,
  findNextScreen,
  describeStage,
  describeDueRetry,
} from '../../../../batch/server/page/browser/app/words.js';
import type { SheetSummary } from '../../../../batch/server/contract/shapes.js';

const assessed: SheetSummary = {
  id: 'a',
  name: 'hires.csv',
  stage: 'results',
  runState: 'ended',
  rows: 15,
  counts: { Scored: 15 },
  problems: 0,
  unconfirmed: 0,
  uploadedBy: 'Ada',
  uploadedAt: '2026-11-27T08:00:00.000Z',
};
const rejected: SheetSummary = { ...assessed, counts: { Scored: 2, Rejected: 13 }, problems: 13 };
const with3Unsent: SheetSummary = { ...assessed, counts: { Scored: 12, 'Not sent': 3 } };
const pending: SheetSummary = { ...assessed, counts: { Scored: 14, Pending: 1 } };
const unconfirmed: SheetSummary = { ...rejected, unconfirmed: 1 };
const running: SheetSummary = { ...rejected, stage: 'running', runState: 'running' };

test.each<[string, SheetSummary, ReturnType<typeof findRunOutcome>, string, string]>([
  ['all rows have scores', assessed, 'done', 'Assessed', 'results'],
  ['rows were rejected', rejected, 'rejected', '13 rows rejected', 'results'],
  ['the run failed', { ...rejected, runState: 'failed' }, 'failed', 'The run has failed', 'watch'],
  ['rows are left', with3Unsent, 'done', '3 rows not sent yet', 'results'],
  ['scores are awaited', pending, 'done', '1 row waiting for the score', 'results'],
  ['rows are unconfirmed', unconfirmed, 'rejected', '1 needs review', 'results'],
  ['the next run is under way', running, undefined, 'Being assessed', 'watch'],
])(
  'describes the outcome, the stage and the next screen of a sheet: %s',
  (_, sheet, outcome, words, screen) => {
    expect(findRunOutcome(sheet)).toBe(outcome);
    expect(describeStage(sheet)).toBe(words);
    expect(findNextScreen(sheet)).toBe(screen);
  },
);

test.each<[boolean, string, Partial<SheetSummary>]>([
  [true, 'all rows have scores', {}],
  [false, 'rows are not sent', { counts: with3Unsent.counts }],
  [false, 'rows are unconfirmed', { unconfirmed: 1 }],
  [false, 'rows were rejected', { counts: rejected.counts }],
  [
    true,
    'only duplicates and invalid rows have no scores',
    { counts: { Scored: 2, Duplicate: 1, Invalid: 1 } },
  ],
])('isAssessed returns %s if %s', (isDone, _, part) => {
  expect(isAssessed({ ...assessed, ...part })).toBe(isDone);
});

test('one duplicate is counted in the singular', () => {
  expect(describeCounts({ Scored: 2, Duplicate: 1 })).toBe('2 scored, 1 duplicate');
  expect(describeCounts({ Duplicate: 2 })).toBe('2 duplicates');
});

test('a retry that is due waits for the end of a pause, or for a worker and the limits', () => {
  expect([describeDueRetry(true), describeDueRetry(false)]).toEqual([
    'after the pause',
    'once a worker is free and the limits allow it',
  ]);
});
