import type { ReportRow } from '../../batch/engine/report/reportData.js';
import { findBand, roundScore } from '../../batch/engine/report/risks.js';
import { subtractScores } from '../../batch/engine/rows/rowResults.js';

export interface SheetCounts {
  readonly rows: number;
  /** Different Employee IDs. */
  readonly people: number;
  /** Rows with scores for their current inputs. */
  readonly scored: number;
  /** The scored rows whose overall risk, rounded to one decimal, is 7 or more. */
  readonly highRisk: number;
  /** Invalid, Rejected and Duplicate rows. */
  readonly toCorrect: number;
  readonly unconfirmed: number;
  /** Unconfirmed rows that were sent and answered in another execution. */
  readonly sentBefore: number;
  readonly pending: number;
  /** Unsent rows, for example because the run stopped. */
  readonly notSent: number;
  /** Unsent rows that wait because another row of the employee has no answer. */
  readonly waiting: number;
  /** Rows whose overall risk is higher than in their previous assessment. */
  readonly risen: number;
  /** Rows whose overall risk is lower than in their previous assessment. */
  readonly fallen: number;
}

/** Row numbers, by a reason that the status does not show. */
export interface RowsByReason {
  /** Rows that were sent and answered in another execution. */
  readonly sentBefore?: ReadonlySet<number>;
  /** Rows that were not sent because another row of the employee has no answer. */
  readonly waiting?: ReadonlySet<number>;
}

export function countRows(
  rows: readonly ReportRow[],
  { sentBefore = new Set(), waiting = new Set() }: RowsByReason = {},
): SheetCounts {
  const count = (matches: (row: ReportRow) => boolean) => rows.filter(matches).length;
  const countWith = (...statuses: readonly ReportRow['status'][]) =>
    count(({ status }) => statuses.includes(status));
  const changes = rows.map((row) => calculateChange(row) ?? 0);
  return {
    rows: rows.length,
    people: new Set(rows.flatMap(({ employeeId }) => employeeId || [])).size,
    scored: count(({ scores }) => scores?.overallTrip !== undefined),
    highRisk: count(isHighRisk),
    toCorrect: countWith('Invalid', 'Rejected', 'Duplicate'),
    unconfirmed: countWith('Unconfirmed'),
    sentBefore: sentBefore.size,
    pending: countWith('Pending'),
    notSent: countWith('Not sent'),
    waiting: waiting.size,
    risen: changes.filter((change) => change > 0).length,
    fallen: changes.filter((change) => change < 0).length,
  };
}

function isHighRisk({ scores }: ReportRow): boolean {
  const overall = scores?.overallTrip;
  return overall !== undefined && findBand(roundScore(overall)).name === 'higher';
}

/** Calculates the change of a row's overall risk since its previous assessment. */
export function calculateChange({ scores, previous }: ReportRow): number | undefined {
  return subtractScores(scores?.overallTrip, previous?.overallTrip);
}
