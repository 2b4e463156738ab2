import { existsSync } from 'node:fs';
import { readBaseUrl } from '../../src/baseUrl.js';
import { startSandbox } from '../../sandbox/sandbox.js';
import { openAsPrivate } from '../engine/files/privateFiles.js';
import type { Connection } from '../http/connection.js';

/**
 * Runs some work against a sandbox inside this process. It keeps what it knows in a file, so that a
 * sandbox run can be interrupted, resumed and resolved like the real thing; whoever may not read the
 * sheet may not read that either.
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
 * SQLite gives the files beside its database the same mode when it makes them, but not its group: so
 * the one that it writes everything to first is made for it.
 */
async function keepDataPrivate(dataFile: string, sheet: string): Promise<void> {
  const made = [dataFile, `${dataFile}-wal`];
  for (const path of [...made, `${dataFile}-shm`, `${dataFile}-journal`]) {
    if (!made.includes(path) && !existsSync(path)) continue;
    // What cannot be opened is for the sandbox to tell, and a sheet that is not there for who reads it.
    const file = await openAsPrivate(path, sheet).catch(() => undefined);
    await file?.close();
  }
}
