import type { Subject } from '../intake/intakeRow.js';
import type { KeptScores } from '../intake/keptScores.js';
import type { Round } from '../journal/rounds.js';
import type { WordedReport } from '../rows/rowReport.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Risk } from './risks.js';

/** The meta tag by which `rwa forget` finds the reports of a sheet in any language. */
export const sheetMark = 'rwa-sheet';
const reportMark = new RegExp(`<meta name="${sheetMark}" content="([^"]*)"`);

export function findReportSheet(page: string): string | undefined {
  return reportMark.exec(page)?.[1];
}

export interface ReportRow {
  readonly row: number;
  /** Empty if it could not be read. */
  readonly employeeId: string;
  /** The person's name in the sheet; missing if the sheet contains none. */
  readonly name?: string;
  readonly department?: string;
  /** Empty if it is unknown. */
  readonly purpose: string;
  readonly destination: string;
  readonly status: RowStatus;
  /** Why the row is unfinished, or a remark about its result; empty if there is neither. */
  readonly message: string;
  readonly assessmentId?: string;
  readonly redirectUrl?: string;
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  readonly previous?: { readonly overallTrip: number; readonly assessedAt?: string };
}

export interface ReportData {
  readonly file: string;
  readonly sheet: string;
  readonly service: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly isSandboxRun: boolean;
  readonly round?: {
    readonly number: number;
    readonly name?: string | undefined;
    readonly startedAt: string;
  };
  readonly rows: readonly ReportRow[];
}

/** `overall` is rounded for display and for its band. */
export interface ScoredRow extends ReportRow {
  readonly overall: number;
  /** The highest risk besides the overall risk; undefined if there are no other scores. */
  readonly highestRisk: Risk | undefined;
}

export function toReportRound({ number, name, begunAt }: Round): NonNullable<ReportData['round']> {
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
 * Returns true if the row's scores belong to its previous inputs, and must not count for the new.
 */
export function areInputsRefused({ status }: Pick<WordedReport, 'status'>): boolean {
  return status === 'Invalid' || status === 'Rejected';
}
