import { hash } from 'node:crypto';
import { type Purpose, assessmentFields } from '../src/assessmentFields.js';
import { riskScores } from '../src/riskResult.js';
import type { Body } from './body.js';
import { textOf } from './operations/values.js';

/**
 * Made-up risk results: the same for the same seed and inputs, and without any meaning. Everything
 * that shows them says so, so that nobody mistakes them for an assessment.
 */
export type Scores = Readonly<Record<ScoreName, number>> &
  ({ readonly cumulativePeRiskLevel: string } | { readonly contractorMisclass: number });

type ScoreName = keyof typeof riskScores;

/** The contract shows only `Low`. */
const peRiskLevels = ['Low', 'Medium', 'High'] as const;

const names = (Object.keys(riskScores) as ScoreName[]).filter((name) => name !== 'overallTrip');
const inputs = Object.keys(assessmentFields);

/** 32 hexadecimal digits made of the seed and every input of the contract. */
export function scoreDigest(seed: number, body: Body): string {
  const values = inputs.map((input) => textOf(body[input]));
  return hash('sha256', JSON.stringify([seed, ...values])).slice(0, 32);
}

/**
 * Scores from 0 to 10 with one decimal, as the contract's table "Risk result" has them for a
 * purpose. `overallTrip` is the mean of the others.
 */
export function scoresOf(digest: string, purpose: Purpose): Scores {
  const draw = (index: number) => Number.parseInt(digest.slice(4 * index, 4 * index + 4), 16);
  const score = (index: number) => (draw(index) % 101) / 10;
  const scores = Object.fromEntries(names.map((name, index) => [name, score(index)]));
  const ofPurpose = names.length;
  const misclassification = score(ofPurpose);
  const isHire = purpose === 'Hire From Anywhere';
  const all = [...Object.values(scores), ...(isHire ? [misclassification] : [])];
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  return {
    ...(scores as Record<Exclude<ScoreName, 'overallTrip'>, number>),
    overallTrip: Math.round(mean * 10) / 10,
    ...(isHire
      ? { contractorMisclass: misclassification }
      : { cumulativePeRiskLevel: peRiskLevels[draw(ofPurpose) % peRiskLevels.length] ?? 'Low' }),
  };
}
