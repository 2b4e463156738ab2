/**
 * Rejects with the signal's reason when the signal is aborted after this call. Race it with a call
 * of undici that ignores its signal.
 */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
