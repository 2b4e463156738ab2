import { sanitized } from '../../../src/sanitized.js';
import type { Message } from '../message.js';

/**
 * An error because the journal cannot be written. The run must stop: an unrecorded request must
 * not be sent.
 */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** The reason, and the file that now has the content. */
  readonly said: Message;

  constructor(said: Message) {
    super(sanitized(JSON.stringify(said)));
    this.said = said;
  }
}
