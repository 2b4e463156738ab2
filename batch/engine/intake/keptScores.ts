import { z } from 'zod/v4';
import { type RiskResult, riskScores } from '../../../src/riskResult.js';

const score = z.number().optional();

/** The kept part of a risk result: the scores and the level, but no Staff IDs. */
export const keptScoresSchema = z.object({
  ...(Object.fromEntries(Object.keys(riskScores).map((name) => [name, score])) as Record<
    keyof typeof riskScores,
    typeof score
  >),
  cumulativePeRiskLevel: z.string().optional(),
  contractorMisclass: score,
});
export type KeptScores = z.infer<typeof keptScoresSchema>;

type Values = Readonly<Partial<Record<keyof KeptScores, string | number | null | undefined>>>;

const keptNames = Object.keys(keptScoresSchema.shape) as (keyof KeptScores)[];

export type ScoreName = Exclude<keyof KeptScores, 'cumulativePeRiskLevel'>;

export const scoreNames = keptNames.filter(
  (name): name is ScoreName => name !== 'cumulativePeRiskLevel',
);

export function toKeptScores(result: RiskResult | Values): KeptScores {
  const kept: Partial<Record<keyof KeptScores, string | number>> = {};
  for (const name of keptNames) {
    const value = result[name] ?? undefined;
    if (value !== undefined) kept[name] = value;
  }
  return kept as KeptScores;
}

declare const isPacked: unique symbol;
/** Scores in a quarter of the memory of an object: a journal may contain 300,000 results. */
export type PackedScores = string & { readonly [isPacked]: true };

export function packScores(scores: KeptScores): PackedScores {
  return JSON.stringify(keptNames.map((name) => scores[name])) as PackedScores;
}

export function unpackScores(packed: PackedScores): KeptScores {
  const kept: Partial<Record<keyof KeptScores, string | number>> = {};
  for (const [index, value] of (JSON.parse(packed) as (string | number | null)[]).entries()) {
    const name = keptNames[index];
    if (name !== undefined && value !== null) kept[name] = value;
  }
  return kept as KeptScores;
}
