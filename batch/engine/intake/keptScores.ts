import { z } from 'zod/v4';
import { type RiskResult, riskScores } from '../../../src/riskResult.js';

const score = z.number().optional();

/** The kept part of a risk result: scores and levels, but no Staff IDs. */
export const keptScoresSchema = z.object({
  ...(Object.fromEntries(Object.keys(riskScores).map((name) => [name, score])) as Record<
    keyof typeof riskScores,
    typeof score
  >),
  cumulativePeRiskLevel: z.string().optional(),
  contractorMisclass: score,
});
/** The scores and levels of one assessment. */
export type KeptScores = z.infer<typeof keptScoresSchema>;

const keptNames = Object.keys(keptScoresSchema.shape) as (keyof KeptScores)[];

/** A kept result that is a number. */
export type ScoreName = Exclude<keyof KeptScores, 'cumulativePeRiskLevel'>;

/** The names of the kept results that are numbers. */
export const scoreNames = keptNames.filter(
  (name): name is ScoreName => name !== 'cumulativePeRiskLevel',
);

/** Returns the kept part of a risk result. */
export function keptScores(result: RiskResult): KeptScores {
  const kept: Partial<Record<keyof KeptScores, string | number>> = {};
  for (const name of keptNames) {
    const value = result[name] ?? undefined;
    if (value !== undefined) kept[name] = value;
  }
  return kept as KeptScores;
}
