import type { KeptScores } from '../intake/keptScores.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Risk } from './risks.js';

/** A row of the sheet, for the report. */
export interface ReportCase {
  /** The row number in the sheet. */
  readonly row: number;
  /** Empty if it could not be read. */
  readonly employeeId: string;
  /** Empty if unknown, as is the destination. */
  readonly purpose: string;
  readonly destination: string;
  readonly status: RowStatus;
  /** Why the row is not finished, and what to do. */
  readonly message: string;
  readonly assessmentId?: string;
  readonly redirectUrl?: string;
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  /** The previous assessment. */
  readonly previous?: { readonly overallTrip: number; readonly assessedAt?: string };
}

/** The data of a report. */
export interface ReportData {
  readonly file: string;
  readonly sheet: string;
  readonly service: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** True if the scores are made up, because they come from the sandbox. */
  readonly isSandboxRun: boolean;
  readonly round?: { readonly number: number; readonly startedAt: string };
  readonly cases: readonly ReportCase[];
}

/** A row with an overall score, which is rounded as it is shown and sorted into bands. */
export interface ScoredCase extends ReportCase {
  readonly overall: number;
  /** The highest of its other risks. */
  readonly highestRisk: Risk | undefined;
}
