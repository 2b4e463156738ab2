import { RequestLimiter, type RequestLimiterOptions } from './limiter.js';

export function createProcessLimiter(
  limits: Omit<RequestLimiterOptions, 'waitForPromises'>,
): RequestLimiter {
  return new RequestLimiter({ ...limits, waitForPromises });
}

/**
 * Resolves after the callbacks of all currently settled promises have run. This is not in
 * `limiter.ts`, because n8n does not allow `process` in the package of the nodes.
 */
export function waitForPromises(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
