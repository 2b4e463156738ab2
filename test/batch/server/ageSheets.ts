import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataFolder } from './serveUnderTest.js';

/** The next start of the server deletes what the settings do not retain. */
export function ageSheets(folder: string): void {
  const db = new DatabaseSync(join(dataFolder(folder), 'rwa.sqlite'));
  const longAgo = '2026-01-01T00:00:00.000Z';
  db.exec(`UPDATE run SET started_at = '${longAgo}', ended_at = '${longAgo}'`);
  db.exec(`UPDATE sheet SET uploaded_at = '${longAgo}', last_run_at = '${longAgo}'`);
  db.close();
}
