import type { ReportData, ScoredCase } from './reportData.js';
import { findBand, rounded } from './risks.js';
import { isUnfinished } from './unfinished.js';

/** A row that was assessed twice. */
export interface Change {
  readonly case: ScoredCase;
  /** The overall risks, rounded, and their difference. */
  readonly before: number;
  readonly now: number;
  readonly by: number;
}

/** The differences between the new and the previous assessments of the same rows. */
export interface Changes {
  readonly compared: number;
  /** Sorted by the greatest rise. */
  readonly risen: readonly Change[];
  /** Sorted by the greatest fall. */
  readonly fallen: readonly Change[];
  readonly same: number;
  /** The number of rows that rose into a higher band. */
  readonly bandUp: number;
}

/**
 * Compares each row with its previous assessment. In a round, only rows that it has already
 * assessed count, because earlier changes were reported earlier.
 */
export function compareScores(cases: readonly ScoredCase[], round: ReportData['round']): Changes {
  const since = round === undefined ? -Infinity : Date.parse(round.startedAt);
  const compared = cases.flatMap((scored) => {
    const { previous, assessedAt, overall } = scored;
    if (previous === undefined || isUnfinished(scored)) return [];
    if (assessedAt !== undefined && Date.parse(assessedAt) < since) return [];
    const before = rounded(previous.overallTrip);
    return [{ case: scored, before, now: overall, by: rounded(overall - before) }];
  });
  const risen = compared
    .filter(({ by }) => by > 0)
    .toSorted((a, b) => b.by - a.by || b.now - a.now);
  const fallen = compared
    .filter(({ by }) => by < 0)
    .toSorted((a, b) => a.by - b.by || b.now - a.now);
  return {
    compared: compared.length,
    risen,
    fallen,
    same: compared.length - risen.length - fallen.length,
    bandUp: risen.filter(({ before, now }) => findBand(now) !== findBand(before)).length,
  };
}
