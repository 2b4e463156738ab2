import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DatabaseUrl } from '../../server/db/databaseUrl.js';
import { exitCodes } from '../output/exitCodes.js';
import {
  addDatabaseOptions,
  addLimitOptions,
  describeLimits,
  readLimitSettings,
} from './databaseOptions.js';
import { toCommandErrors } from './toCommandErrors.js';
import type { Stage } from './interrupt.js';
import { addLogOption, readLogSettings } from './logOptions.js';
import { sameServiceHelp, createWholeNumberParser } from './options.js';
import { addCheck } from './serveCheck.js';
import { addMigrate } from './serveMigrate.js';
import { addMove } from './serveMove.js';
import { addStatus } from './serveStatus.js';
import { findDatabase, pickOpenIdOptions, type ServeFlags, usesSandbox } from './serveFlags.js';
import { addServiceOptions, readService } from './serviceOptions.js';
import type { Session } from './session.js';

export function addServe(command: Command, session: Session): void {
  command
    .option(
      '--port <port>',
      'port to listen on; 0 picks a free one',
      createWholeNumberParser(0, 65_535),
      4020,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls-cert <file>', 'certificate for https, in the PEM format, with its chain')
    .option('--tls-key <file>', 'private key of the certificate')
    .option('--behind <url>', 'https address of the proxy that people open')
    .option('--openid-issuer <url>', 'OpenID provider to sign in with (default: RWA_OPENID_ISSUER)')
    .option(
      '--openid-client-id <id>',
      'client ID at the OpenID provider (default: RWA_OPENID_CLIENT_ID)',
    )
    .option(
      '--openid-client-secret-file <file>',
      'file with the client secret of the OpenID provider (default: RWA_OPENID_CLIENT_SECRET)',
    )
    .option('--openid-scope <scope>', 'scopes to request (default: openid profile email)')
    .option('--openid-role-claim <claim>', 'claim with the groups of a person (default: groups)')
    .option('--openid-roles <list>', 'roles by group: "hr-admins=administrator,hr=editor"')
    .option('--data <folder>', 'folder with everything that the server keeps (default: "rwa-data")')
    .option(
      '--new-link',
      'print a link for the first administrator once more, to set a new password',
    )
    .option('--sandbox', 'use the embedded sandbox, even if a service is set; scores are made up');
  addServiceOptions(command)
    .option('--same-service', sameServiceHelp)
    .option('--json', 'print the address and the link as one line of JSON');
  addDatabaseOptions(
    command.optionsGroup('Many machines (see rwa worker --help):'),
    ', instead of --data',
  );
  addLogOption(addLimitOptions(command).optionsGroup('Supervision:'))
    .option(
      '--health-port <port>',
      'port for /healthz, /readyz, /metrics and /statusz; 0 picks a free one (default: none)',
      createWholeNumberParser(0, 65_535),
    )
    .option('--health-host <address>', 'address for the health port', '127.0.0.1')
    .action((flags: ServeFlags) => toCommandErrors(serve(flags, session)));
  command.usage('[options]').helpCommand(false);
  addCheck(command, session);
  addMigrate(command, session);
  addStatus(command, session);
  addMove(command, session);
}

async function serve(flags: ServeFlags, session: Session): Promise<void> {
  const { terminal, interruption, setExitCode } = session;
  const logging = readLogSettings(flags, 'serve');
  const [{ startServer, readOpenIdSettings }, { startLogging }] = await Promise.all([
    import('../../server/start.js'),
    import('../../server/log.js'),
  ]);
  startLogging(logging);
  const database = await findDatabase(flags, terminal);
  const isSandbox = usesSandbox(flags, database !== undefined);
  const connection = isSandbox ? undefined : await readService(flags, terminal);
  const opened = await openFolder(flags, database);
  try {
    const server = await startServer({
      folder: opened.folder,
      port: flags.port,
      connection,
      newLink: flags.newLink,
      isSameService: flags.sameService,
      host: flags.host,
      tlsCert: flags.tlsCert,
      tlsKey: flags.tlsKey,
      behind: flags.behind,
      database,
      limits: readLimitSettings(flags),
      health: toHealthAddress(flags),
      openId: await readOpenIdSettings(pickOpenIdOptions(flags), process.env),
    });
    // Handle signals before anything is printed: a reader of the output may stop the server at
    // once.
    const signal = interruption.begin(database === undefined ? stopping : leaving);
    const signalled = once(signal, 'abort');
    const { url, link, health, limits } = server;
    if (flags.json === true) terminal.out(JSON.stringify({ url, link, health, limits }));
    else {
      terminal.out(
        createGreeting({
          url,
          link,
          health,
          isSandbox,
          ...(database === undefined ? { data: opened.folder } : { database: database.shown }),
          ...(limits === undefined ? {} : { limits: describeLimits(limits) }),
        }),
      );
    }
    await signalled;
    await server.close();
  } finally {
    opened.close();
  }
  setExitCode(exitCodes.done);
}

const stopping: Stage = {
  finishing: 'Stopping. Finishing the rows in flight; everything else goes on at the next start.',
  stopped: () => 'Stopped. Runs that were under way go on at the next start.',
};
const leaving: Stage = {
  finishing: 'Stopping. Requests that are in flight are finished; runs go on in the workers.',
  stopped: () => 'Stopped. Runs go on in the workers.',
};

/** Returns a new folder, which `close` removes, if there is a database. */
async function openFolder(
  { data = 'rwa-data' }: ServeFlags,
  database: DatabaseUrl | undefined,
): Promise<{ readonly folder: string; readonly close: () => void }> {
  if (database === undefined) return { folder: resolve(data), close: () => undefined };
  const { makeWorkFolder } = await import('../../server/folder/workFolder.js');
  const { path, remove } = makeWorkFolder();
  return { folder: path, close: remove };
}

function toHealthAddress({ healthHost, healthPort }: ServeFlags) {
  return healthPort === undefined ? undefined : { host: healthHost, port: healthPort };
}

function createGreeting({
  url,
  link,
  data,
  database,
  limits,
  health,
  isSandbox,
}: Record<'url' | 'link', string> &
  Partial<Record<'data' | 'database' | 'limits', string>> & {
    health: string | undefined;
    isSandbox: boolean;
  }): string {
  const lines: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Open', link],
    ['Data', data],
    ['Database', database],
    ['Limits', limits],
    ['Health', health],
  ];
  const linesToShow = lines.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const width = Math.max(...linesToShow.map(([name = '']) => name.length));
  return [
    isSandbox
      ? 'The server is ready. It uses the embedded sandbox: all scores are made up.'
      : 'The server is ready.',
    ...linesToShow.map(([name, value]) => `  ${`${name}:`.padEnd(width + 3)}${value}`),
    '',
    ...(link === url ? [] : ['The link signs in one person, once, within a day.']),
    'Press Ctrl+C to stop the server.',
  ].join('\n');
}
