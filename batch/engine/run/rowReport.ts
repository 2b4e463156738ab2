import type { KeptScores } from '../journal/facts.js';
import type { RowStatus } from './rowStatus.js';

/** Everything that is said of one row, in the sheet, in JSON lines and on the terminal. */
export interface RowReport {
  readonly row: number;
  readonly status: RowStatus;
  readonly message: string;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly assessedAt?: string | undefined;
  /** The overall risk of the assessment before, when that was (ISO 8601), and the change since. */
  readonly previousOverall?: number | undefined;
  readonly previousAt?: string | undefined;
  readonly change?: number | undefined;
  /** The account that an invitation made. */
  readonly userId?: string | undefined;
  /** When a decision, invitation or removal was recorded, ISO 8601. */
  readonly doneAt?: string | undefined;
}
