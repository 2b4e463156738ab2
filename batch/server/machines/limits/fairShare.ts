/** Who sends, and what there is for them. */
export interface Sharing {
  /** The permits of all. */
  readonly permits: number;
  /** How many send. */
  readonly senders: number;
  /** The place of this one among them, from 0. */
  readonly place: number;
  /** Seconds on the clock that all of them have. */
  readonly seconds: number;
}

/** How long the permits that are left over in the sharing stay where they are. */
const turnSeconds = 2;

/**
 * How many permits one sender may have while others want some. The shares of all are all permits. What is left
 * over goes around, so that nobody goes without for long where there are more senders than permits.
 */
export function fairShare({ permits, senders, place, seconds }: Sharing): number {
  if (senders <= 1) return permits;
  const turn = Math.floor(seconds / turnSeconds);
  return Math.floor(permits / senders) + ((place + turn) % senders < permits % senders ? 1 : 0);
}
