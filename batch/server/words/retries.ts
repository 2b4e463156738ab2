// The reasons for retries, in words for administrators.

export type RetryReason = 'workerDied' | 'workFailed' | 'serviceAway';

export interface RetryWords {
  readonly workerDied: string;
  /** `text` is the message of the error. */
  readonly workFailed: (text: string) => string;
  /** The reason for a retry after a worker has released the slice, if the run has no message. */
  readonly serviceAway: string;
}

export const retries: RetryWords = {
  workerDied: 'The worker has ended or is frozen.',
  workFailed: (text) => `The work has failed: ${text}`,
  serviceAway:
    'The slice was given back: the service was away or refused the token, or another process changed the journal.',
};

const maxLength = 300;

/** Returns the reason as a sentence. `text` is the message of an error, or of the run. */
export function wordRetry(reason: RetryReason, text: string | null, words: RetryWords): string {
  if (reason === 'workerDied') return words.workerDied;
  const shown = (text ?? '').slice(0, maxLength);
  if (reason === 'workFailed') return words.workFailed(shown);
  return shown === '' ? words.serviceAway : shown;
}
