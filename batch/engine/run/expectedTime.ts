/** What determines how long a run takes, as far as it is known in advance. */
export interface ExpectedWork {
  /** The least number of requests: a row to assess is created and polled once. */
  readonly requests: number;
  /** How long the latest answer took. */
  readonly latencyMs: number;
  readonly concurrency: number;
  /** The least time between two requests (`--rate`); 0 for none. */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
}

/** The first look at a result comes after this part of the poll interval (see ResultPoller). */
const firstPoll = 1 / 8;

/**
 * The time in milliseconds that a run takes when every result is there at the first look: a lower
 * bound, since it is unknown how long the service calculates. 0 when there is nothing to do.
 */
export function expectedTimeMs(work: ExpectedWork): number {
  const { requests } = work;
  if (requests === 0) return 0;
  const betweenMs = Math.max(work.latencyMs / work.concurrency, work.spacingMs);
  return requests * betweenMs + work.pollIntervalMs * firstPoll;
}
