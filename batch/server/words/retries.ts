import { shorten } from '../../wording/words.js';

export type RetryReason = 'workerDied' | 'workFailed' | 'serviceAway';

export interface RetryWords {
  readonly workerDied: string;
  readonly workFailed: (text: string) => string;
  /** The reason after a worker has released the slice, if the run has no message. */
  readonly serviceAway: string;
}

export const retries: RetryWords = {
  workerDied: 'The worker has ended or is frozen.',
  workFailed: (text) => `The work has failed: ${text}`,
  serviceAway:
    'The slice was given back: the service was away or refused the token, or another process changed the journal.',
};

const maxLength = 300;

/** `text` is the message of an error, or of the run. */
export function wordRetry(reason: RetryReason, text: string | null, words: RetryWords): string {
  if (reason === 'workerDied') return words.workerDied;
  const shown = shorten(text ?? '', maxLength);
  if (reason === 'workFailed') return words.workFailed(shown);
  return shown === '' ? words.serviceAway : shown;
}
