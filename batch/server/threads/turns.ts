import pLimit from 'p-limit';

/** More at a time would be no faster. */
const mostAtOnce = 2;

/**
 * Lets work on sheets begin in turn: two at a time, of which one is on a large sheet. Two large ones would need
 * twice the memory, and a small one should not have to wait for them.
 */
export function inTurns(): <T>(isLarge: boolean, work: () => Promise<T>) => Promise<T> {
  const all = pLimit(mostAtOnce);
  const large = pLimit(1);
  return (isLarge, work) => (isLarge ? large(() => all(work)) : all(work));
}
