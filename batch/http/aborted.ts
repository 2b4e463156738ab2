/**
 * Rejects with the signal's reason as soon as it is aborted. Race it with a call of undici that ignores its
 * signal.
 */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
