import { afterAll } from 'vitest';

/**
 * Returns a function like vitest's `onTestFinished` for what all tests of a file share: its callbacks run after the
 * last test of the file, the latest callback first. Call this outside of tests and hooks.
 */
export function cleanUpAfterFile(): (callback: () => unknown) => void {
  const callbacks: (() => unknown)[] = [];
  afterAll(async () => {
    for (const callback of callbacks.toReversed()) await callback();
  });
  return (callback) => void callbacks.push(callback);
}
