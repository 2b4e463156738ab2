import { afterAll } from 'vitest';

/**
 * Returns a function that registers callbacks, like vitest's `onTestFinished`. They run after the last test of the
 * file, the latest callback first. Call `cleanUpAfterFile` outside of tests and hooks.
 */
export function cleanUpAfterFile(): (callback: () => unknown) => void {
  const callbacks: (() => unknown)[] = [];
  afterAll(async () => {
    for (const callback of callbacks.toReversed()) await callback();
  });
  return (callback) => void callbacks.push(callback);
}
