import { sanitized } from '../../../src/sanitized.js';

/** The journal cannot be kept. The run must stop: what is not written down may not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';

  constructor(message: string) {
    super(sanitized(message));
  }
}
