import type { KeptScores } from '../journal/facts.js';
import type { RowStatus } from '../intake/statusWords.js';
import type { Risk } from './risks.js';

/** One case of the sheet, as the report tells of it. */
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
  /** The assessment before the one that the scores are of. */
  readonly previous?: { readonly overallTrip: number; readonly assessedAt?: string };
}

/** All that a report is made of. */
export interface ReportData {
  readonly file: string;
  readonly sheet: string;
  readonly service: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** The scores are the sandbox's: invented. */
  readonly isSandboxRun: boolean;
  readonly round?: { readonly number: number; readonly startedAt: string };
  readonly cases: readonly ReportCase[];
}

/** A case with an overall score, rounded as it is shown and judged. */
export interface ScoredCase extends ReportCase {
  readonly overall: number;
  /** The highest of its single risks. */
  readonly highestRisk: Risk | undefined;
}
