import { sanitized } from '../../../src/sanitized.js';
import type { Message } from '../message.js';

/** The journal cannot be written. The run must stop: what is not recorded must not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** The reason, and where the content was saved. */
  readonly said: Message;

  constructor(said: Message) {
    super(sanitized(JSON.stringify(said)));
    this.said = said;
  }
}
