import type { ReportRow, ReportData } from '../../../batch/engine/report/reportData.js';

/** Returns a row of the report with the same score for every risk except contractor misclassification. */
export function createScoredRow(
  row: number,
  score: number,
  changes: Partial<ReportRow> = {},
): ReportRow {
  return {
    row,
    employeeId: String(row).padStart(5, '0'),
    purpose: 'Work From Anywhere',
    destination: 'Spain',
    status: 'Scored',
    message: '',
    assessmentId: `a-${row}`,
    redirectUrl: `https://reports.example.com/redirect/a-${row}`,
    scores: {
      overallTrip: score,
      workingRights: score,
      payrollTax: score,
      socialSecurity: score,
      corporateTax: score,
      employmentLaw: score,
      cumulativePeRiskLevel: 'Low',
    },
    assessedAt: '2027-01-05T09:00:00.000Z',
    ...changes,
  };
}

/** Returns a row of the report without scores, unless `changes` contains scores. */
export function createUnfinishedRow(
  row: number,
  status: ReportRow['status'],
  message: string,
  changes: Partial<ReportRow> = {},
): ReportRow {
  const { employeeId, purpose, destination } = createScoredRow(row, 0);
  return { row, employeeId, purpose, destination, status, message, ...changes };
}

export function createReport(
  rows: readonly ReportRow[],
  changes: Partial<ReportData> = {},
): ReportData {
  return {
    file: 'hires-2026-q4.xlsx',
    sheet: 'Q4 2026',
    service: 'https://service.example.com/api/1.1/wf',
    generatedAt: '2027-01-06T08:00:00.000Z',
    isSandboxRun: false,
    rows,
    ...changes,
  };
}
