/**
 * By how much a score went up or down, without the noise of binary fractions: as many decimals as
 * the two have. Undefined if one of them is missing.
 */
export function subtractScores(
  now: number | undefined,
  before: number | undefined,
): number | undefined {
  if (now === undefined || before === undefined) return undefined;
  const decimals = Math.max(countDecimals(now), countDecimals(before));
  // + 0: no minus before a zero.
  return Number((now - before).toFixed(decimals)) + 0;
}

function countDecimals(score: number): number {
  return Math.min(/[.](\d+)$/.exec(String(score))?.[1]?.length ?? 0, 15);
}
