import type { LogEntry } from '../../../batch/server/access/logStore.js';

/** Makes an entry of the log by somebody. */
export function entryBy(who: string): LogEntry {
  return { at: new Date().toISOString(), who, action: 'did something' };
}
