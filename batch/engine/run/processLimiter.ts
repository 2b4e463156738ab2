// p-limit: the queue; its concurrency can be changed while it runs.
import pLimit from 'p-limit';
import { RequestLimiter, type RequestLimiterOptions } from './requestLimiter.js';

/** The limits of a run in a process of Node. */
export interface ProcessLimits extends Omit<RequestLimiterOptions, 'queue' | 'promisesSettled'> {
  /** The most requests at the same time. */
  readonly concurrency: number;
}

/** The limiter of a run in a process of Node. */
export function processLimiter({ concurrency, ...limits }: ProcessLimits): RequestLimiter {
  const promisesSettled = () =>
    new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  return new RequestLimiter({ ...limits, queue: pLimit(concurrency), promisesSettled });
}
