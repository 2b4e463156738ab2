// Why rows are tried again, for the administrators who look at the operations.

/** The reason for another try: the last one ended with its worker, with an error, or without the service. */
export type RetryReason = 'workerDied' | 'workFailed' | 'serviceAway';

/** Longer messages are cut. */
const maxLength = 300;

/** Returns the reason as a sentence. `text` is the message of an error, or of the run. */
export function wordRetry(reason: RetryReason, text: string | null): string {
  if (reason === 'workerDied') return 'The worker has ended or froze.';
  const shown = (text ?? '').slice(0, maxLength);
  if (reason === 'workFailed') return `The work has failed: ${shown}`;
  return shown === '' ? 'The service was away, or refused the token of the worker.' : shown;
}
