/** Rejects with the signal's reason as soon as it is aborted: for calls of undici that ignore it. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
