import { readBaseUrl } from '../../src/baseUrl.js';
import { startSandbox } from '../../sandbox/sandbox.js';
import type { Connection } from './connection.js';

/**
 * Runs some work against a sandbox inside this process. It keeps what it knows in a file, so that a
 * rehearsal can be interrupted, resumed and resolved like the real thing.
 */
export async function withSandbox<T>(
  dataFile: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
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
