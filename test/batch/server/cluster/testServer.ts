import { onTestFinished } from 'vitest';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import type { LimitSettings } from '../../../../batch/server/cluster/limits/sharedLimits.js';
import { startWorker } from '../../../../batch/server/cluster/startWorker.js';
import { type RunningServer, startServer } from '../../../../batch/server/start.js';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import { testFolder } from '../../testFolder.js';

/** Returns the connection settings for a service that does not answer. */
function testConnection() {
  const read = readBaseUrl('http://127.0.0.1:9/api/1.1/wf');
  if (!read.ok) throw new Error(read.message);
  return { baseUrl: read.baseUrl, token: 'company-1' };
}

/** Starts a worker on a database, in this process. Ends it after the test. */
export async function testWorker(database: string, connection = testConnection()) {
  const worker = await startWorker({
    database: readDatabaseUrl(database),
    workFolder: testFolder(),
    limits: {},
    connection,
    health: { host: '127.0.0.1', port: 0 },
  });
  onTestFinished(() => worker.close());
  return worker;
}

/** Starts a server on a database, in this process. A test must mock its threads: only the build contains their script. */
export async function testServer(
  database: string,
  limits: LimitSettings = {},
): Promise<RunningServer> {
  const server = await startServer({
    folder: testFolder(),
    port: 0,
    host: '127.0.0.1',
    limits,
    database: readDatabaseUrl(database),
    connection: testConnection(),
    health: { host: '127.0.0.1', port: 0 },
  });
  onTestFinished(() => server.close());
  return server;
}
