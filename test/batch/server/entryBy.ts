import type { LogEntry } from '../../../batch/server/access/logStore.js';

/** Creates a log entry by a person. */
export function entryBy(who: string): LogEntry {
  return { at: new Date().toISOString(), who, action: { code: 'sheetUploaded' } };
}
