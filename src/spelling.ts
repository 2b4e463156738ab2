import { memoize } from './memoize.js';

const maxTypos = 3;

/**
 * Allows one typing error (a letter changed, missing, added, or two swapped) for every four
 * letters, at most three. If two candidates are equally near, the one with the same first letter
 * wins, as people rarely mistype the first letter. If both or neither have this letter, the result
 * is undefined, unless `meaning` returns the same for both.
 */
export function findNearest(
  word: string,
  candidates: Iterable<string>,
  meaning: (candidate: string) => unknown = normalizeText,
): string | undefined {
  const wanted = normalizeText(word);
  if (wanted.length < 4) return undefined;
  let best: string | undefined;
  let fewestTypos = Math.min(maxTypos, Math.max(1, Math.floor(wanted.length / 4)));
  let leastDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = normalizeText(candidate);
    const typos = countTyposUpTo(wanted, other, fewestTypos);
    if (typos > fewestTypos) continue;
    fewestTypos = typos;
    const distance = typos + (other.startsWith(wanted.charAt(0)) ? 0 : 0.5);
    if (distance > leastDistance) continue;
    const hasSameMeaning = best !== undefined && meaning(candidate) === meaning(best);
    if (distance < leastDistance) best = candidate;
    else if (!hasSameMeaning) best = undefined;
    leastDistance = distance;
  }
  return best;
}

export function countTypos(text: string, other: string): number {
  return countTyposUpTo(normalizeText(text), normalizeText(other), Number.POSITIVE_INFINITY);
}

// Results are memoized, as each word is compared with whole lists.
const memoizedNormalize = memoize(normalize, 5_000);
const maxMemoizedLength = 100;

/** Returns a text in lower case, without accents, punctuation, odd spaces or dotless i. */
export function normalizeText(word: string): string {
  return word.length > maxMemoizedLength ? normalize(word) : memoizedNormalize(word);
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

/** Returns the optimal string alignment distance; above `limit`, any larger number. */
function countTyposUpTo(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let typos = Math.min(
        (previousRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) typos = Math.min(typos, (rowBeforePrevious[j - 2] ?? 0) + 1);
      row.push(typos);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [rowBeforePrevious, previousRow] = [previousRow, row];
  }
  return previousRow[b.length] ?? limit + 1;
}
