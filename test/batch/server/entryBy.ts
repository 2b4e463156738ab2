import type { LogEntry } from '../../../batch/server/access/logStore.js';

export function entryBy(who: string): LogEntry {
  return { at: new Date().toISOString(), who, action: { code: 'sheetUploaded' } };
}
