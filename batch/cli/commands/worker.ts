import { once } from 'node:events';
import type { Command } from 'commander';
import { CommandError } from '../output/commandError.js';
import { exitCodes } from '../output/exitCodes.js';
import {
  addDatabaseOptions,
  addLimitOptions,
  type DatabaseFlags,
  type LimitFlags,
  readLimitSettings,
  describeLimits,
  readDatabase,
} from './databaseOptions.js';
import { toCommandErrors } from './toCommandErrors.js';
import { addLogOption, type LogFlags, readLogSettings } from './logOptions.js';
import { createWholeNumberParser } from './options.js';
import {
  addServiceOptions,
  hasService,
  createNoServiceError,
  readService,
  type ServiceFlags,
} from './serviceOptions.js';
import type { Session } from './session.js';

interface WorkerFlags extends DatabaseFlags, LimitFlags, LogFlags, ServiceFlags {
  port: number;
  host: string;
  json?: boolean;
}

const help = `
Examples:
  rwa serve --database-file url.txt --base-url URL --token-file FILE
  rwa worker --database-file url.txt --base-url URL --token-file FILE
Start at least one rwa serve, and as many workers as you like, on any machines
that reach the database. Each process may be stopped or killed at any time; rows
that are being sent at a kill become Unconfirmed.`;

export function addWorker(command: Command, session: Session): void {
  addServiceOptions(addDatabaseOptions(command));
  addLimitOptions(command)
    .option(
      '--port <port>',
      'port for /healthz, /readyz, /statusz and /metrics; 0 picks a free one',
      createWholeNumberParser(0, 65_535),
      4021,
    )
    .option('--host <address>', 'address for the health port', '127.0.0.1')
    .option('--json', 'print the health address and the limits as one line of JSON');
  addLogOption(command)
    .addHelpText('after', help)
    .action((flags: WorkerFlags) => toCommandErrors(work(flags, session)));
}

async function work(
  flags: WorkerFlags,
  { terminal, interruption, setExitCode }: Session,
): Promise<void> {
  const logging = readLogSettings(flags, 'worker');
  const database = await readDatabase(flags, terminal);
  if (database === undefined) {
    throw new CommandError(
      'A worker needs a database. Add --database or --database-file, or set RWA_DATABASE_URL. On one machine, rwa serve needs no worker.',
    );
  }
  if (!hasService(flags)) throw createNoServiceError();
  const connection = await readService(flags, terminal);
  const [{ startWorker }, { makeWorkFolder }, { startLogging }] = await Promise.all([
    import('../../server/cluster/startWorker.js'),
    import('../../server/folder/workFolder.js'),
    import('../../server/log.js'),
  ]);
  startLogging(logging);
  const folder = makeWorkFolder();
  try {
    const worker = await startWorker({
      database,
      workFolder: folder.path,
      connection,
      limits: readLimitSettings(flags),
      health: { host: flags.host, port: flags.port },
    });
    // Handle signals before anything is printed: a reader of the output may stop the worker at
    // once.
    const signal = interruption.begin({
      finishing:
        'Stopping. Finishing the rows in flight; the remaining rows go back to the other workers.',
      stopped: () =>
        'Stopped at once. Rows that were in flight may be unconfirmed; the remaining rows go back to the other workers.',
    });
    const signalled = once(signal, 'abort');
    const { url, limits } = worker;
    if (flags.json === true) terminal.out(JSON.stringify({ url, limits }));
    else {
      terminal.out(
        createGreeting(url, database.shown, connection.baseUrl.url, describeLimits(limits)),
      );
    }
    await signalled;
    await worker.close();
  } finally {
    folder.remove();
  }
  setExitCode(exitCodes.done);
}

function createGreeting(url: string, database: string, service: string, limits: string): string {
  return [
    'The worker is ready.',
    `  Database:  ${database}`,
    `  Service:   ${service}`,
    `  Limits:    ${limits}`,
    `  Health:    ${url}/readyz`,
    '',
    'Press Ctrl+C to stop the worker.',
  ].join('\n');
}
