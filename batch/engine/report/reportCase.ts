import type { Round } from '../journal/rounds.js';
import type { WordedReport } from '../run/rowReport.js';
import type { PlannedRow } from '../run/rowStatus.js';
import type { ReportCase, ReportData } from './reportData.js';

/** The latest round as the report tells of it. */
export function reportRound({ number, begunAt }: Round): NonNullable<ReportData['round']> {
  return { number, startedAt: begunAt };
}

/** A row of an assessment sheet as the report tells of it. */
export function reportCase(planned: PlannedRow, report: WordedReport): ReportCase {
  const { employeeId = '', purpose = '', destination = '' } = planned.subject ?? {};
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
function inputsAreOthers({ status }: WordedReport): boolean {
  return status === 'Invalid' || status === 'Rejected';
}
