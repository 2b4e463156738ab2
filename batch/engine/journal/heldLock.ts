import type { Message } from '../message.js';

/** A lock that lets only one run at a time send from a sheet. */
export interface Lock {
  /**
   * Returns a message if the lock is lost. Call this after an intent is in the journal and before
   * its request is sent. A run that takes over the lock reads the journal afterwards, so either we
   * see its lock or it sees our intent.
   */
  lost(): Message | undefined;
  release(): Promise<void>;
}
