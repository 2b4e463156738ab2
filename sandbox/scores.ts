import { hash } from 'node:crypto';
import { type Purpose, assessmentFields } from '../src/assessmentFields.js';
import { riskScores } from '../src/riskResult.js';
import type { Body } from './body.js';
import { toText } from './operations/values.js';

/** Invented scores, which are the same for the same seed and inputs. */
export type Scores = Readonly<Record<ScoreName, number>> &
  ({ readonly cumulativePeRiskLevel: string } | { readonly contractorMisclass: number });

type ScoreName = keyof typeof riskScores;

/** The contract shows only `Low`. */
const peRiskLevels = ['Low', 'Medium', 'High'] as const;

const drawnScores = (Object.keys(riskScores) as ScoreName[]).filter(
  (name) => name !== 'overallTrip',
);
const inputs = Object.keys(assessmentFields);

export function createScoreDigest(seed: number, body: Body): string {
  const values = inputs.map((input) => toText(body[input]));
  return hash('sha256', JSON.stringify([seed, ...values])).slice(0, 32);
}

export function createScores(digest: string, purpose: Purpose): Scores {
  const draw = (index: number) => Number.parseInt(digest.slice(4 * index, 4 * index + 4), 16);
  const drawScore = (index: number) => (draw(index) % 101) / 10;
  const scores = Object.fromEntries(drawnScores.map((name, index) => [name, drawScore(index)]));
  const purposeIndex = drawnScores.length;
  const misclassification = drawScore(purposeIndex);
  const isHire = purpose === 'Hire From Anywhere';
  const allScores = [...Object.values(scores), ...(isHire ? [misclassification] : [])];
  const mean = allScores.reduce((sum, value) => sum + value, 0) / allScores.length;
  return {
    ...(scores as Record<Exclude<ScoreName, 'overallTrip'>, number>),
    overallTrip: Math.round(mean * 10) / 10,
    ...(isHire
      ? { contractorMisclass: misclassification }
      : { cumulativePeRiskLevel: peRiskLevels[draw(purposeIndex) % peRiskLevels.length] ?? 'Low' }),
  };
}
