import { type Changes, compareScores } from './changes.js';
import { type Destinations, groupByDestination } from './destinations.js';
import type { ReportData, ScoredCase } from './reportData.js';
import { type Band, findBand, bands, highestRisk, rounded } from './risks.js';
import { isUnfinished, type Unfinished, listUnfinished } from './unfinished.js';

/** The numbers in a report. */
export interface ReportSummary {
  readonly cases: number;
  /** Sorted by the highest overall risk. */
  readonly scored: readonly ScoredCase[];
  /** The number of unfinished rows; some may show the scores of an earlier assessment. */
  readonly open: number;
  readonly openWithScores: number;
  /** The mean overall risk; 0 without scores. */
  readonly mean: number;
  readonly bands: readonly { readonly band: Band; readonly cases: number }[];
  /** The number of rows per whole point: 0 to 0.9, and so on; the last includes 10. */
  readonly points: readonly number[];
  /** The cumulative PE risk levels in the service's words, the most frequent first. */
  readonly peLevels: readonly (readonly [level: string, cases: number])[];
  readonly destinations: Destinations;
  readonly changes: Changes;
  readonly unfinished: readonly Unfinished[];
}

/** Computes the numbers of a report. */
export function summarise({ cases, round }: ReportData): ReportSummary {
  const scored = cases
    .flatMap((one): ScoredCase[] => {
      const overall = one.scores?.overallTrip;
      if (overall === undefined) return [];
      return [{ ...one, overall: rounded(overall), highestRisk: highestRisk(one.scores) }];
    })
    .toSorted((a, b) => b.overall - a.overall || worst(b) - worst(a) || a.row - b.row);
  const points = Array.from({ length: 10 }, () => 0);
  const inBand = new Map<Band, number>();
  const levels = new Map<string, number>();
  let sum = 0;
  for (const { overall, scores } of scored) {
    const point = Math.min(9, Math.floor(overall));
    points[point] = (points[point] ?? 0) + 1;
    increment(inBand, findBand(overall));
    sum += scores?.overallTrip ?? 0;
    if (scores?.cumulativePeRiskLevel) increment(levels, scores.cumulativePeRiskLevel);
  }
  const open = cases.filter(isUnfinished);
  return {
    cases: cases.length,
    scored,
    open: open.length,
    openWithScores: scored.filter(isUnfinished).length,
    mean: scored.length === 0 ? 0 : sum / scored.length,
    bands: bands.map((band) => ({ band, cases: inBand.get(band) ?? 0 })),
    points,
    peLevels: [...levels].toSorted(([, a], [, b]) => b - a),
    destinations: groupByDestination(scored),
    changes: compareScores(scored, round),
    unfinished: listUnfinished(open),
  };
}

/** Returns the score that sorts rows with the same overall risk. */
function worst({ highestRisk }: ScoredCase): number {
  return highestRisk?.score ?? 0;
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
