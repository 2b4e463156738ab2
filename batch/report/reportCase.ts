import type { NewAssessment } from '../../src/assessment.js';
import type { Round } from '../journal/rounds.js';
import type { RowReport } from '../run/rowReport.js';
import type { PlannedRow, Subject } from '../run/standing.js';
import type { ReportCase, ReportData } from './reportData.js';

/** The latest round as the report tells of it. */
export function reportRound({ number, begunAt }: Round): NonNullable<ReportData['round']> {
  return { number, startedAt: begunAt };
}

/**
 * Lets a row's request go but for what the report needs: of 100,000 rows the requests are a large
 * part of what is held.
 */
export function letGo(row: PlannedRow): void {
  const subject = subjectOf(row);
  if (subject !== undefined) row.subject = subject;
  row.body = undefined;
}

function subjectOf({ subject, body }: PlannedRow): Subject | undefined {
  if (subject !== undefined || body === undefined) return subject;
  const { employeeId, purpose, destination } = JSON.parse(body) as NewAssessment;
  return { employeeId, purpose, destination };
}

/** A row of an assessment sheet as the report tells of it. */
export function reportCase(planned: PlannedRow, report: RowReport): ReportCase {
  const { employeeId = '', purpose = '', destination = '' } = subjectOf(planned) ?? {};
  const { row, status, message, assessmentId, redirectUrl, scores, assessedAt } = report;
  const { previousOverall, previousAt } = report;
  return {
    ...{ row, employeeId, purpose, destination, status, message },
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(scores === undefined || inputsAreOthers(report) ? {} : { scores }),
    ...(assessedAt === undefined ? {} : { assessedAt }),
    ...(previousOverall === undefined
      ? {}
      : {
          previous: { overallTrip: previousOverall, ...(previousAt && { assessedAt: previousAt }) },
        }),
  };
}

/**
 * True for a row whose inputs were refused in a round: the scores that stand in the sheet are of the
 * inputs before, and must not be told of the new destination.
 */
function inputsAreOthers({ status }: RowReport): boolean {
  return status === 'Invalid' || status === 'Rejected';
}
