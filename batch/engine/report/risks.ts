import { purposeResults, riskScores } from '../../../src/riskResult.js';
import type { KeptScores } from '../intake/keptScores.js';

/** The labels of the risks, in the order in which they are shown. */
export const riskLabels = {
  ...riskScores,
  contractorMisclass: purposeResults.contractorMisclass,
};

export type RiskKind = keyof typeof riskLabels;

export interface Risk {
  readonly kind: RiskKind;
  readonly score: number;
}

export const riskKinds = Object.keys(riskLabels) as readonly RiskKind[];

/**
 * The contract does not define the meaning of the scores, so these bands are ours. Their limits are
 * those of CVSS, the best-known scale from 0 to 10, with its two highest bands combined, and 0 in
 * the lowest band. They apply to scores with one decimal.
 */
export const bands = [
  { name: 'higher', from: 7, to: 10 },
  { name: 'middle', from: 4, to: 6.9 },
  { name: 'lower', from: 0, to: 3.9 },
] as const;
export type Band = (typeof bands)[number];

export function findBand(score: number): Band {
  return bands.find(({ from }) => score >= from) ?? bands[2];
}

/** Rounds a score for display and for its band: 6.96 is shown as 7.0, in the band from 7. */
export function roundScore(score: number): number {
  return Math.round(score * 10) / 10;
}

export function findHighestRisk(scores: KeptScores = {}): Risk | undefined {
  let worst: Risk | undefined;
  for (const kind of riskKinds) {
    const score = scores[kind];
    if (kind === 'overallTrip' || score === undefined) continue;
    if (worst === undefined || score > worst.score) worst = { kind, score };
  }
  return worst;
}
