import { LocalLimiter, type LocalLimiterOptions } from './limiter.js';

/** The limiter of a run in a process of Node. n8n allows no `process` in the package of the nodes. */
export function processLimiter(limits: Omit<LocalLimiterOptions, 'promisesSettled'>): LocalLimiter {
  const promisesSettled = () =>
    new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  return new LocalLimiter({ ...limits, promisesSettled });
}
