import { SliceQueue } from './cluster/queue.js';
import { checkDatabase } from './db/checkDatabase.js';
import { type DatabaseUrl, toStartError } from './db/databaseUrl.js';
import { prepareFolder } from './db/dataFolder.js';
import { currentVersion } from './db/migrate.js';
import { openStore, readTablesVersion } from './db/open.js';
import { refuseMovedFolder } from './folder/moveMark.js';
import { lockFolder } from './folder/workFolder.js';

/** `from` is 0 if there were no tables. */
export interface MigrationResult {
  readonly from: number;
  readonly to: number;
}

/** Throws a ServeError if a server is using the folder, or the folder cannot be used. */
export async function migrateFolder(folder: string): Promise<MigrationResult> {
  prepareFolder(folder);
  const lock = lockFolder(folder);
  try {
    refuseMovedFolder(folder);
    const from = await readTablesVersion(folder);
    await (await openStore(folder)).close();
    return { from, to: currentVersion };
  } finally {
    lock.release();
  }
}

/** Throws a ServeError if the database cannot be used. */
export async function migrateDatabase(database: DatabaseUrl): Promise<MigrationResult> {
  try {
    await checkDatabase(database);
    const from = await readTablesVersion(database.url);
    const store = await openStore(database.url);
    try {
      await (await SliceQueue.start(store)).close();
    } finally {
      await store.close();
    }
    return { from, to: currentVersion };
  } catch (error) {
    throw toStartError(error, database);
  }
}
