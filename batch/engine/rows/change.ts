/**
 * Returns the difference of two scores, rounded to their number of decimals to remove the noise of
 * binary fractions; undefined if a score is missing.
 */
export function subtractScores(
  now: number | undefined,
  before: number | undefined,
): number | undefined {
  if (now === undefined || before === undefined) return undefined;
  const decimals = Math.max(countDecimals(now), countDecimals(before));
  // Adding 0 turns -0 into 0.
  return Number((now - before).toFixed(decimals)) + 0;
}

function countDecimals(score: number): number {
  return Math.min(/[.](\d+)$/.exec(String(score))?.[1]?.length ?? 0, 15);
}
