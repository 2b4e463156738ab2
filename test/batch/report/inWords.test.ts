import { expect, it } from 'vitest';
import { reportInWords } from '../../../batch/report/inWords.js';
import { createReport, createScoredRow, createUnfinishedRow } from './testReport.js';

const rows = [
  createScoredRow(4, 2, { destination: 'Spain' }),
  createScoredRow(5, 8.3, { destination: 'Brazil', previous: { overallTrip: 6.9 } }),
  createScoredRow(6, 5, { destination: 'Kenya', employeeId: '' }),
  createUnfinishedRow(7, 'Pending', ''),
];

it('summarises the report in a few lines', () => {
  expect(reportInWords(createReport(rows))).toEqual([
    'Risks of 3 rows:',
    '  Overall:  1 higher, 1 middle, 1 lower (higher 7 to 10, middle 4 to 6.9, lower 0 to 3.9); mean 5.1',
    '  Where:    Brazil 8.3 (1), Kenya 5.0 (1), Spain 2.0 (1); mean overall risk (rows)',
    '  Highest:  00005, Brazil 8.3 (row 5); Row 6, Kenya 5.0 (row 6); 00004, Spain 2.0 (row 4)',
    '  Changed:  1 rose, 0 fell, 0 stayed the same since the previous assessment',
    '            00005 rose by 1.4, from 6.9 to 8.3 (row 5)',
  ]);
});

it('escapes control characters in cells', () => {
  const destination = 'Spain\u001b[2J\u009b1m\r\nrow 9';
  const lines = reportInWords(
    createReport([createScoredRow(4, 9, { destination, employeeId: '\u0007' })]),
  );
  expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  expect(lines).toHaveLength(4);
});
