import type { ReportData, ScoredCase } from './reportData.js';
import { findBand, rounded } from './risks.js';
import { isUnfinished } from './unfinished.js';

/** A case that was assessed twice. */
export interface Change {
  readonly case: ScoredCase;
  /** The overall risks, rounded, and the difference between them. */
  readonly before: number;
  readonly now: number;
  readonly by: number;
}

/** What a new assessment of the same cases has changed. */
export interface Changes {
  readonly compared: number;
  /** The greatest rise first. */
  readonly risen: readonly Change[];
  /** The greatest fall first. */
  readonly fallen: readonly Change[];
  readonly same: number;
  /** Cases that rose into a higher band. */
  readonly bandUp: number;
}

/**
 * Compares each case with its previous assessment. In a round, only the cases that it has assessed
 * already count: earlier changes were reported earlier.
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
