import type { Message } from '../message.js';

/** Ensures that only one run at a time sends from a sheet. */
export interface Lock {
  /**
   * The message for a lock that is not ours any more; undefined while it is. Ask after an intent is
   * in the journal and before the request goes out: whoever takes the lock over reads the journal
   * after that, so that either we see the new lock or they see the intent.
   */
  lost(): Message | undefined;
  release(): Promise<void>;
}
