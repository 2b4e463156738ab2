import type { Subject } from '../intake/intakeRow.js';
import type { KeptScores } from '../intake/keptScores.js';
import type { Round } from '../journal/rounds.js';
import type { WordedReport } from '../rows/rowReport.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Risk } from './risks.js';

/**
 * The name of the meta tag with the sheet of a report. `rwa forget` finds reports by it, whatever
 * their language.
 */
export const sheetMark = 'rwa-sheet';
const reportMark = new RegExp(`<meta name="${sheetMark}" content="([^"]*)"`);

/** Returns the name of the sheet of a report, in HTML; undefined for any other page. */
export function findReportSheet(page: string): string | undefined {
  return reportMark.exec(page)?.[1];
}

/** A row of the sheet, for the report. */
export interface ReportRow {
  /** The row number in the sheet. */
  readonly row: number;
  /** Empty if it could not be read. */
  readonly employeeId: string;
  /** The person as the sheet names them; missing without a name. */
  readonly name?: string;
  readonly department?: string;
  /** Empty if unknown. */
  readonly purpose: string;
  /** Empty if unknown. */
  readonly destination: string;
  readonly status: RowStatus;
  /**
   * Why the row is not finished and what to do, or a remark about its result; empty for neither.
   */
  readonly message: string;
  readonly assessmentId?: string;
  readonly redirectUrl?: string;
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  /** The previous assessment. */
  readonly previous?: { readonly overallTrip: number; readonly assessedAt?: string };
}

/** The content of a report. */
export interface ReportData {
  readonly file: string;
  readonly sheet: string;
  readonly service: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** True if the scores are made up, because they come from the sandbox. */
  readonly isSandboxRun: boolean;
  readonly round?: {
    readonly number: number;
    readonly name?: string | undefined;
    readonly startedAt: string;
  };
  readonly rows: readonly ReportRow[];
}

/** A row with an overall score, which is rounded for display and for its band. */
export interface ScoredRow extends ReportRow {
  readonly overall: number;
  /** The highest of the row's other risks. */
  readonly highestRisk: Risk | undefined;
}

export function reportRound({ number, name, begunAt }: Round): NonNullable<ReportData['round']> {
  return { number, name, startedAt: begunAt };
}

export function toReportRow(planned: PlannedRow, report: WordedReport): ReportRow {
  const {
    employeeId = '',
    purpose = '',
    destination = '',
  } = planned.subject ?? (planned.readable as Partial<Subject> | undefined) ?? {};
  const { row, status, message, assessmentId, redirectUrl, scores, assessedAt } = report;
  const { previousOverall, previousAt } = report;
  return {
    row,
    employeeId,
    purpose,
    destination,
    status,
    message,
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(scores === undefined || areInputsRefused(report) ? {} : { scores }),
    ...(assessedAt === undefined ? {} : { assessedAt }),
    ...(previousOverall === undefined
      ? {}
      : {
          previous: { overallTrip: previousOverall, ...(previousAt && { assessedAt: previousAt }) },
        }),
  };
}

/**
 * Returns true for a row whose inputs cannot be used or were refused: scores in the sheet belong to
 * its previous inputs, and must not count for a new destination.
 */
export function areInputsRefused({ status }: Pick<WordedReport, 'status'>): boolean {
  return status === 'Invalid' || status === 'Rejected';
}
