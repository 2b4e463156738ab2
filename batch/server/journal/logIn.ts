import { type LogEntry, LogStore } from '../access/logStore.js';
import type { NextCommit } from './journalInStore.js';

/** Adds an entry to the log; nothing for undefined, which is nobody's doing. */
export type AddToLog = (entry: LogEntry | undefined) => void;

/** Adds entries to the log in the transaction of the next commit: a kill loses both or neither. */
export function logIn(next: NextCommit): AddToLog {
  return (entry) => {
    if (entry !== undefined) next.also = (tx) => new LogStore(tx).add(entry);
  };
}
