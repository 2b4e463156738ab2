import type { KeptScores } from '../intake/keptScores.js';
import type { RowStatus } from '../intake/statusWords.js';
import type { Risk } from './risks.js';

/** One case of the sheet, for the report. */
export interface ReportCase {
  /** The row of the sheet. */
  readonly row: number;
  /** Empty when it could not be read. */
  readonly employeeId: string;
  /** Empty when unknown, like the destination. */
  readonly purpose: string;
  readonly destination: string;
  readonly status: RowStatus;
  /** Why the case is not finished, and what to do. */
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
  /** The scores come from the sandbox and are made up. */
  readonly isSandboxRun: boolean;
  readonly round?: { readonly number: number; readonly startedAt: string };
  readonly cases: readonly ReportCase[];
}

/** A case with an overall score, rounded as it is shown and sorted into bands. */
export interface ScoredCase extends ReportCase {
  readonly overall: number;
  /** The highest of its other risks. */
  readonly highestRisk: Risk | undefined;
}
