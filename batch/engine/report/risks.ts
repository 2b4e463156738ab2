import { purposeResults, riskScores } from '../../../src/riskResult.js';
import type { KeptScores } from '../intake/keptScores.js';

/** The scores in the order in which they are shown, with the contract's labels: the overall one first. */
export const riskLabels = {
  ...riskScores,
  contractorMisclass: purposeResults.contractorMisclass,
};

/** A score of an assessment. */
export type RiskKind = keyof typeof riskLabels;

/** One score. */
export interface Risk {
  readonly kind: RiskKind;
  readonly score: number;
}

/** The kinds of scores in the same order. */
export const riskKinds = Object.keys(riskLabels) as readonly RiskKind[];

/**
 * Parts of the scale, the highest first. The contract does not define the meaning of the scores, so
 * the bands are ours, and every report says so; the limits are those of CVSS, the best-known scale
 * from 0 to 10, with its two upper parts combined. They apply to scores with one decimal.
 */
export const bands = [
  { name: 'higher', from: 7, to: 10 },
  { name: 'middle', from: 4, to: 6.9 },
  { name: 'lower', from: 0, to: 3.9 },
] as const;
/** One of these parts. */
export type Band = (typeof bands)[number];

/** The band of a rounded score. */
export function findBand(score: number): Band {
  return bands.find(({ from }) => score >= from) ?? bands[2];
}

/** A score as it is shown and sorted into bands, so that no 7.0 is among those below 7. */
export function rounded(score: number): number {
  return Math.round(score * 10) / 10;
}

/** The highest of the single risks. */
export function highestRisk(scores: KeptScores = {}): Risk | undefined {
  let worst: Risk | undefined;
  for (const kind of riskKinds) {
    const score = scores[kind];
    if (kind === 'overallTrip' || score === undefined) continue;
    if (worst === undefined || score > worst.score) worst = { kind, score };
  }
  return worst;
}
