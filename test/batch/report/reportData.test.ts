import { expect, test } from 'vitest';
import { toReportRow } from '../../../batch/engine/report/reportData.js';
import type { RowStatus } from '../../../batch/engine/sheetCommand.js';

const subject = { employeeId: '7', purpose: 'Hire From Anywhere', destination: 'Narnia' } as const;

const scores = { overallTrip: 5.6 };

const convertScoredRow = (status: RowStatus) =>
  toReportRow({ number: 2, key: 'k', subject }, { row: 2, status, message: '', scores });

test.each(['Scored', 'Pending', 'Unconfirmed'] as const)(
  'the report contains the scores of a row that is %s',
  (status) => {
    expect(convertScoredRow(status)).toMatchObject({ destination: 'Narnia', scores });
  },
);

test.each(['Rejected', 'Invalid'] as const)(
  'the report omits the scores of a row that is %s',
  (status) => {
    const reportRow = convertScoredRow(status);
    expect(reportRow.destination).toBe('Narnia');
    expect(reportRow.scores).toBeUndefined();
  },
);
