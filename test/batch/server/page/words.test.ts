import { expect, test } from 'vitest';
import {
  runOutcome,
  screenForSheet,
  stageInWords,
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

test.each<[string, SheetSummary, ReturnType<typeof runOutcome>, string, string]>([
  ['all rows have scores', assessed, 'done', 'Assessed', 'results'],
  ['rows were rejected', rejected, 'rejected', '13 rows rejected', 'results'],
  ['the run failed', { ...rejected, runState: 'failed' }, 'failed', 'The run has failed', 'watch'],
  ['rows are unconfirmed', { ...rejected, unconfirmed: 1 }, 'rejected', '1 to settle', 'results'],
  [
    'the next run is under way',
    { ...rejected, stage: 'running', runState: 'running' },
    undefined,
    'Being assessed',
    'watch',
  ],
])('a sheet shows the outcome of its run if %s', (_, sheet, outcome, words, screen) => {
  expect(runOutcome(sheet)).toBe(outcome);
  expect(stageInWords(sheet)).toBe(words);
  expect(screenForSheet(sheet)).toBe(screen);
});
