/** The factors in the duration of a run, as far as they are known in advance. */
export interface ExpectedWork {
  /** The minimum number of requests: an assessment is created once and polled at least once. */
  readonly requests: number;
  /** The duration of the latest answer. */
  readonly latencyMs: number;
  readonly concurrency: number;
  /** The minimum time between two requests (`--rate`); 0 for no limit. */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
}

/** The first poll for a result comes after this part of the poll interval (see ResultPoller). */
const firstPoll = 1 / 8;

/**
 * Returns the minimum duration of a run in milliseconds: every result is ready at the first poll,
 * since the time that the service takes is unknown. Returns 0 if there is nothing to do.
 */
export function expectedTimeMs(work: ExpectedWork): number {
  const { requests } = work;
  if (requests === 0) return 0;
  const betweenMs = Math.max(work.latencyMs / work.concurrency, work.spacingMs);
  return requests * betweenMs + work.pollIntervalMs * firstPoll;
}
