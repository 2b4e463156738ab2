import type { Subject } from '../intake/intakeRow.js';
import type { KeptScores } from '../intake/keptScores.js';
import type { Round } from '../journal/rounds.js';
import type { WordedReport } from '../rows/rowReport.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Risk } from './risks.js';

/**
 * The name of the meta tag that contains the file name of the sheet. `rwa forget` finds reports by
 * this tag, because it is the same in every language.
 */
export const sheetMark = 'rwa-sheet';
const reportMark = new RegExp(`<meta name="${sheetMark}" content="([^"]*)"`);

/**
 * Returns the file name of the sheet that an HTML report is about; undefined for any other page.
 */
export function findReportSheet(page: string): string | undefined {
  return reportMark.exec(page)?.[1];
}

/** A row of the sheet, for the report. */
export interface ReportRow {
  /** The row number in the sheet. */
  readonly row: number;
  /** Empty if it could not be read. */
  readonly employeeId: string;
  /** The person's name in the sheet; missing if the sheet contains none. */
  readonly name?: string;
  readonly department?: string;
  /** Empty if unknown. */
  readonly purpose: string;
  /** Empty if unknown. */
  readonly destination: string;
  readonly status: RowStatus;
  /**
   * The reason why the row is not finished and what to do, or a remark about its result; empty if
   * there is neither.
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

export interface ReportData {
  readonly file: string;
  readonly sheet: string;
  readonly service: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** True if the sandbox made up the scores. */
  readonly isSandboxRun: boolean;
  readonly round?: {
    readonly number: number;
    readonly name?: string | undefined;
    readonly startedAt: string;
  };
  readonly rows: readonly ReportRow[];
}

/** A row with an overall score. `overall` is rounded for display and for its band. */
export interface ScoredRow extends ReportRow {
  readonly overall: number;
  /** The row's highest risk besides the overall one; undefined if it has no other scores. */
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
 * Returns true for a row whose inputs cannot be used or were refused. Scores in such a row belong
 * to its previous inputs, and must not count for its new destination.
 */
export function areInputsRefused({ status }: Pick<WordedReport, 'status'>): boolean {
  return status === 'Invalid' || status === 'Rejected';
}
