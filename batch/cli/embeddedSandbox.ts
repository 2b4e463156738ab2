import { existsSync } from 'node:fs';
import { readBaseUrl } from '../../src/baseUrl.js';
import { startSandbox } from '../../sandbox/sandbox.js';
import { openAsPrivate } from '../engine/files/fileSystem.js';
import type { Connection } from '../http/connection.js';

/**
 * Keeps the data of the sandbox in a file, so that a run can be interrupted, resumed and resolved
 * like a real one.
 */
export async function withSandbox<T>(
  dataFile: string,
  sheet: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await keepDataPrivate(dataFile, sheet);
  const sandbox = await startSandbox({ port: 0, dataFile });
  try {
    const read = readBaseUrl(sandbox.baseUrl);
    const [token] = sandbox.tokens;
    if (!read.ok || token === undefined) throw new Error('The sandbox did not start as it should.');
    return await work({ baseUrl: read.baseUrl, token });
  } finally {
    await sandbox.close();
  }
}

/**
 * Gives the data the permissions of the sheet, because it has the same content. SQLite would give
 * its write-ahead log the mode of the database, but not its group.
 */
async function keepDataPrivate(dataFile: string, sheet: string): Promise<void> {
  const created = [dataFile, `${dataFile}-wal`];
  for (const path of [...created, `${dataFile}-shm`, `${dataFile}-journal`]) {
    if (!created.includes(path) && !existsSync(path)) continue;
    // The sandbox reports a file that cannot be opened, and the intake reports a missing sheet.
    const file = await openAsPrivate(path, sheet).catch(() => undefined);
    await file?.close();
  }
}
