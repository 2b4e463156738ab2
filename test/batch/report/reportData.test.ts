import { expect, test } from 'vitest';
import { toReportRow } from '../../../batch/engine/report/reportData.js';
import type { RowStatus } from '../../../batch/engine/sheetCommand.js';

const subject = { employeeId: '7', purpose: 'Hire From Anywhere', destination: 'Narnia' } as const;

const table: [RowStatus, keepsScores: boolean][] = [
  ['Scored', true],
  ['Pending', true],
  ['Unconfirmed', true],
  ['Rejected', false],
  ['Invalid', false],
];

test.each(table)('the report keeps the scores of a row that is %s: %s', (status, keepsScores) => {
  const report = { row: 2, status, message: '', scores: { overallTrip: 5.6 } };
  const created = toReportRow({ number: 2, key: 'k', subject }, report);
  expect(created.destination).toBe('Narnia');
  expect(created.scores).toEqual(keepsScores ? report.scores : undefined);
});
