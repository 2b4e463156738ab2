import type { SentRequest } from '../../../batch/engine/identity/requests.js';

/** Returns an answered request whose key is also its Assessment ID. */
export const createRequest = (key: string, more: Partial<SentRequest> = {}): SentRequest => ({
  key,
  inputs: 'a1',
  person: 'a',
  assessmentId: key,
  outcome: 'answered',
  isShown: true,
  ...more,
});
