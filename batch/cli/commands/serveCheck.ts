import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { checkFolder } from '../../doctor/checkFolder.js';
import { checkAuthorities, checkVersions } from '../../doctor/checkMachine.js';
import { OperatingError } from '../../engine/errors.js';
import type { Connection } from '../../http/connection.js';
import type { DatabaseUrl } from '../../server/db/databaseUrl.js';
import type { Store } from '../../server/db/store.js';
import { ServeError } from '../../server/serveError.js';
import type { WordedFinding } from '../../wording/findings.js';
import { checkSettings } from '../doctor/checkSettings.js';
import { printFindings } from '../doctor/printFindings.js';
import { CommandError } from '../output/commandError.js';
import { showValues } from '../../wording/sentence.js';
import { wordFinding } from '../wording/findings.js';
import { toSentence } from '../wording/wording.js';
import { readConfiguredService } from './configuredService.js';
import { checking } from './runStages.js';
import { findDatabase, pickOpenIdOptions, type ServeFlags, usesSandbox } from './serveFlags.js';
import type { Session } from './session.js';

const requestTimeoutMs = 30_000;

export function addCheck(serve: Command, session: Session): void {
  const { terminal, interruption, setExitCode } = session;
  serve
    .command('check')
    .description('check whether rwa serve would start with the same options; changes nothing')
    .usage('[options of rwa serve]')
    .addHelpText('after', help)
    .showHelpAfterError('(rwa serve --help lists the options)')
    .action(async (_flags: ServeFlags, command: Command) => {
      const flags = command.optsWithGlobals<ServeFlags>();
      const signal = interruption.begin(checking);
      setExitCode(await printFindings(runChecks(flags, terminal, signal), terminal, flags));
    });
}

async function* runChecks(
  flags: ServeFlags,
  terminal: Session['terminal'],
  signal: AbortSignal,
): AsyncGenerator<WordedFinding> {
  const [{ readAddress }, { readOpenIdSettings }] = await Promise.all([
    import('../../server/address.js'),
    import('../../server/access/openIdSettings.js'),
  ]);
  yield wordFinding(checkVersions());
  yield wordFinding(checkAuthorities());
  yield await runCheck('Address', async () => {
    await readAddress(flags);
    return `${flags.behind ?? flags.host} can be used`;
  });
  yield await runCheck('OpenID', async () => {
    const settings = await readOpenIdSettings(pickOpenIdOptions(flags), process.env);
    return settings === undefined ? 'not used' : `${settings.issuer.href} is set`;
  });
  const setup = readSetup(flags, terminal);
  const options = await runCheck('Options', async () => {
    const { database, isSandbox } = await setup;
    const service = isSandbox ? 'the embedded sandbox, with made-up scores' : 'a service';
    return `${service}, and ${database === undefined ? 'a data folder' : 'a database'}`;
  });
  yield options;
  if (options.state !== 'ok') return;
  const { database, isSandbox } = await setup;
  const connection = isSandbox
    ? undefined
    : yield* checkSettings(flags, { requestTimeoutMs, signal });
  const folder = resolve(flags.data ?? 'rwa-data');
  let isUsable = true;
  const findings = database === undefined ? checkDataFolder(folder) : checkDatabaseTables(database);
  for await (const finding of findings) {
    yield finding;
    if (finding.state === 'problem' || finding.state === 'inUse') isUsable = false;
  }
  if (!isUsable) return;
  const place = database?.url ?? folder;
  yield* checkDataService(place, flags, { isSandbox, connection, signal });
}

interface CheckedService {
  readonly isSandbox: boolean;
  /** Undefined for the embedded sandbox, or if rwa_retrieve did not accept the token. */
  readonly connection: Connection | undefined;
  readonly signal: AbortSignal;
}

/** `place` is the URL of the database, or the data folder. */
async function* checkDataService(
  place: string,
  { baseUrl, sameService }: ServeFlags,
  { isSandbox, connection, signal }: CheckedService,
): AsyncGenerator<WordedFinding> {
  const [{ openToRead, readTablesVersion }, { embeddedSandbox, refuseOtherService }] =
    await Promise.all([
      import('../../server/db/open.js'),
      import('../../server/settings/folderService.js'),
    ]);
  const service = isSandbox ? embeddedSandbox : readConfiguredService(baseUrl);
  if (service === undefined || (await readTablesVersion(place)) === 0) return;
  const store = openToRead(place);
  try {
    yield await runCheck('Data', async () => {
      await refuseOtherService(store, service, sameService);
      return `can be used with ${service}`;
    });
    if (connection !== undefined) yield* checkTokenCompany(store, connection, signal);
  } finally {
    await store.close();
  }
}

/**
 * Reports a token of another company, with which the service does not find the newest assessment in
 * the data.
 */
async function* checkTokenCompany(
  store: Store,
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<WordedFinding> {
  const { checkCompany } = await import('../../server/settings/checkCompany.js');
  try {
    const finding = await checkCompany(store, connection, { requestTimeoutMs, signal });
    if (finding !== undefined) yield wordFinding(finding);
  } catch (error) {
    if (!(error instanceof OperatingError)) throw error;
    yield { check: 'Company', state: 'problem', message: showValues(toSentence(error)) };
  }
}

interface ServerSetup {
  readonly database: DatabaseUrl | undefined;
  readonly isSandbox: boolean;
}

async function readSetup(flags: ServeFlags, terminal: Session['terminal']): Promise<ServerSetup> {
  const database = await findDatabase(flags, terminal);
  return { database, isSandbox: usesSandbox(flags, database !== undefined) };
}

async function* checkDataFolder(folder: string): AsyncGenerator<WordedFinding> {
  if (!existsSync(folder)) {
    const message = `${folder} does not exist yet; the first start creates it`;
    yield { check: 'Folder', state: 'ok', message };
    // Other accounts may have access to the parent folder: report it only if it is unusable.
    for await (const finding of checkFolder(dirname(folder))) {
      if (finding.code === 'folderUnusable') yield wordFinding(finding);
    }
    return;
  }
  const [{ assertFolderUnlocked }, { refuseMovedFolder }] = await Promise.all([
    import('../../server/folder/workFolder.js'),
    import('../../server/folder/moveMark.js'),
  ]);
  for await (const finding of checkFolder(folder)) yield wordFinding(finding);
  const lock = await runCheck('Lock', () => {
    assertFolderUnlocked(folder);
    return 'no server runs on the folder';
  });
  yield lock.state === 'ok' ? lock : { ...lock, state: 'inUse' };
  yield await runCheck('Tables', async () => {
    refuseMovedFolder(folder);
    return describeTables(folder);
  });
}

async function* checkDatabaseTables(database: DatabaseUrl): AsyncGenerator<WordedFinding> {
  const { checkDatabase } = await import('../../server/db/checkDatabase.js');
  const finding = await runCheck('Database', async () => {
    await checkDatabase(database);
    return `${database.shown} can be used`;
  });
  yield finding;
  if (finding.state !== 'ok') return;
  yield await runCheck('Tables', () => describeTables(database.url));
}

async function describeTables(place: string): Promise<string> {
  const [{ readTablesVersion }, { currentVersion }] = await Promise.all([
    import('../../server/db/open.js'),
    import('../../server/db/migrate.js'),
  ]);
  const version = await readTablesVersion(place);
  if (version === currentVersion) return `version ${version}, which this rwa uses`;
  return version === 0
    ? 'none yet; the first start creates them'
    : `version ${version}; the next start updates them to version ${currentVersion}`;
}

async function runCheck(
  check: string,
  find: () => string | Promise<string>,
): Promise<WordedFinding> {
  try {
    return { check, state: 'ok', message: await find() };
  } catch (error) {
    if (!(error instanceof ServeError || error instanceof CommandError)) throw error;
    return { check, state: 'problem', message: error.message };
  }
}

const help = `
Add the word check after rwa serve and keep all other options. Checks the
address, OpenID, the service with its token, the clock, and the data folder or
database with its tables, and whether the data belongs to the service and to the
company of the token. Only the start itself finds that another program uses the
port. Changes nothing, and asks the service as rwa doctor does.

The exit code is 0 if no check finds a problem, 5 for a problem, 75 if only
the service is unavailable, and 7 if only another server is running on the
folder.

Examples:
  rwa serve check --data /var/lib/rwa --base-url URL --token-file FILE
  rwa serve check --database-file url.txt --token-file FILE --json`;
