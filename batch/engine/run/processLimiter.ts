// p-limit: the queue; its concurrency can be changed while it runs.
import pLimit from 'p-limit';
import { LocalLimiter, type LocalLimiterOptions } from './localLimiter.js';

/** The limits of a run in a process of Node. */
export interface ProcessLimits extends Omit<LocalLimiterOptions, 'queue' | 'promisesSettled'> {
  /** The most requests at the same time. */
  readonly concurrency: number;
}

/** The limiter of a run in a process of Node. */
export function processLimiter({ concurrency, ...limits }: ProcessLimits): LocalLimiter {
  const promisesSettled = () =>
    new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  return new LocalLimiter({ ...limits, queue: pLimit(concurrency), promisesSettled });
}
