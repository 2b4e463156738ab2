import { sanitized } from '../../../src/sanitized.js';
import type { Message } from '../message.js';

/** The journal cannot be kept. The run must stop: what is not written down may not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** Why, and where what is known was kept. */
  readonly said: Message;

  constructor(said: Message) {
    super(sanitized(JSON.stringify(said)));
    this.said = said;
  }
}
