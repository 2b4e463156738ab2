import type { NewAssessment } from '../../src/assessment.js';
import type { Round } from '../journal/rounds.js';
import type { RowReport } from '../run/rowReport.js';
import type { PlannedRow } from '../run/standing.js';
import type { ReportCase, ReportData } from './reportData.js';

/** The latest round as the report tells of it. */
export function reportRound({ number, begunAt }: Round): NonNullable<ReportData['round']> {
  return { number, startedAt: begunAt };
}

/** A row of an assessment sheet as the report tells of it. */
export function reportCase({ body = '{}' }: PlannedRow, report: RowReport): ReportCase {
  const {
    employeeId = '',
    purpose = '',
    destination = '',
  } = JSON.parse(body) as Partial<NewAssessment>;
  const { row, status, message, assessmentId, redirectUrl, scores, assessedAt } = report;
  const { previousOverall, previousAt } = report;
  return {
    ...{ row, employeeId, purpose, destination, status, message },
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(scores === undefined ? {} : { scores }),
    ...(assessedAt === undefined ? {} : { assessedAt }),
    ...(previousOverall === undefined
      ? {}
      : {
          previous: { overallTrip: previousOverall, ...(previousAt && { assessedAt: previousAt }) },
        }),
  };
}
