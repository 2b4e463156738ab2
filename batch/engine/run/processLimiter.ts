import { RequestLimiter, type RequestLimiterOptions } from './limiter.js';

/** Creates the request limiter for a run in a Node process. */
export function processLimiter(
  limits: Omit<RequestLimiterOptions, 'promisesSettled'>,
): RequestLimiter {
  return new RequestLimiter({ ...limits, promisesSettled });
}

/**
 * Resolves after the callbacks of all currently settled promises have run. This function is not
 * part of `limiter.ts`, because n8n does not allow `process` in the package of the nodes.
 */
export function promisesSettled(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
