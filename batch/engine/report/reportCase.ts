import type { Subject } from '../intake/intakeRow.js';
import type { Round } from '../journal/rounds.js';
import type { WordedReport } from '../rows/rowReport.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { ReportCase, ReportData } from './reportData.js';

/** Converts the latest round for the report. */
export function reportRound({ number, begunAt }: Round): NonNullable<ReportData['round']> {
  return { number, startedAt: begunAt };
}

/** Converts a row of an assessment sheet for the report. */
export function reportCase(planned: PlannedRow, report: WordedReport): ReportCase {
  const {
    employeeId = '',
    purpose = '',
    destination = '',
  } = planned.subject ?? (planned.readable as Partial<Subject> | undefined) ?? {};
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
 * Returns true for a row whose inputs were refused in a round: the scores in the sheet belong to
 * the previous inputs, and must not count for the new destination.
 */
export function inputsAreOthers({ status }: Pick<WordedReport, 'status'>): boolean {
  return status === 'Invalid' || status === 'Rejected';
}
