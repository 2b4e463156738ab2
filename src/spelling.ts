import { memoized } from './memoized.js';

const mostSlips = 3;

/**
 * The candidate that is nearest to a misspelt word: one slip (a letter changed, missing, added or
 * two swapped) for every four letters, at least one and at most three, and none for words below
 * four letters. Of two that are equally near it is the one with the same first letter, which people
 * rarely get wrong. Undefined if both have it, unless `meaning` says that they mean the same.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  meaning: (candidate: string) => unknown = normalizeText,
): string | undefined {
  const wanted = normalizeText(word);
  if (wanted.length < 4) return undefined;
  let best: string | undefined;
  let leastSlips = Math.min(mostSlips, Math.max(1, Math.floor(wanted.length / 4)));
  let leastDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = normalizeText(candidate);
    const slips = slipsBetween(wanted, other, leastSlips);
    if (slips > leastSlips) continue;
    leastSlips = slips;
    const distance = slips + (other.startsWith(wanted.charAt(0)) ? 0 : 0.5);
    if (distance > leastDistance) continue;
    const same = best !== undefined && meaning(candidate) === meaning(best);
    if (distance < leastDistance) best = candidate;
    else if (!same) best = undefined;
    leastDistance = distance;
  }
  return best;
}

/** The number of slips between two texts. */
export function slipsApart(text: string, other: string): number {
  return slipsBetween(normalizeText(text), normalizeText(other), Number.POSITIVE_INFINITY);
}

// Each word is compared to whole lists.
const memoizedNormalize = memoized(normalize, 5_000);
const longestMemoized = 100;

/** A word as it is compared: lower case, without accents, punctuation, odd spaces and dotless i. */
export function normalizeText(word: string): string {
  return word.length > longestMemoized ? normalize(word) : memoizedNormalize(word);
}

function normalize(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u200B-\u200D\u2060\uFEFF]/g, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Optimal string alignment distance, given up at `limit + 1`. */
function slipsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
      row.push(slips);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? limit + 1;
}
