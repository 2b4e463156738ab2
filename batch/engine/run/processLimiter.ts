import { LocalLimiter, type LocalLimiterOptions } from './limiter.js';

/**
 * Creates the limiter of a run in a Node process. n8n does not allow `process` in the package of
 * the nodes.
 */
export function processLimiter(limits: Omit<LocalLimiterOptions, 'promisesSettled'>): LocalLimiter {
  const promisesSettled = () =>
    new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  return new LocalLimiter({ ...limits, promisesSettled });
}
