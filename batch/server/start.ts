import { join } from 'node:path';
import { startSandbox } from '../../sandbox/sandbox.js';
import { readBaseUrl } from '../../src/baseUrl.js';
import type { Connection } from '../http/connection.js';
import { openAccess } from './access/openAccess.js';
import type { OpenIdSettings } from './access/openIdSettings.js';
import { type AddressOptions, readAddress } from './address.js';
import { toJoinLink } from './access/memberRoutes.js';
import { OwnProcess } from './operations/ownProcess.js';
import { TokenAnswers } from './operations/tokenState.js';
import type { ServiceFacts, Services } from './services.js';
import { createApp } from './http/app.js';
import { Changes } from './changes.js';
import { closeInReverse, type ClosingStep } from './closeSteps.js';
import { openStore, requestTimeoutMs, withTimeout, workTimeoutMs } from './db/open.js';
import type { Store } from './db/store.js';
import { prepareDownloads } from './results/downloads/temporaryFile.js';
import { startTimers } from './timers.js';
import { listen } from './http/listen.js';
import { checkDatabase } from './db/checkDatabase.js';
import { type DatabaseUrl, toStartError } from './db/databaseUrl.js';
import {
  type HealthAddress,
  type HealthServer,
  type HealthSources,
  startHealthServer,
} from './cluster/healthServer.js';
import { createHealthQuery } from './cluster/healthStore.js';
import { MachineWork } from './cluster/machineWork.js';
import { registerProcess } from './cluster/registerProcess.js';
import type { LimitSettings, SharedLimits } from './cluster/limits/sharedLimits.js';
import { Metrics } from './cluster/metrics.js';
import { ProcessStatus } from './cluster/processStatus.js';
import { OutageLog } from './outageLog.js';
import { createDatabaseCheck, Readiness } from './cluster/readiness.js';
import { workerProcesses } from './cluster/workerProcesses.js';
import { createSharedGauges, createStoreGauges } from './cluster/storeGauges.js';
import { prepareFolder, createPrivateFile } from './db/dataFolder.js';
import { lockFolder } from './folder/workFolder.js';
import { refuseMovedFolder } from './folder/moveMark.js';
import { holdIfFolderRestored, renewFolderMark } from './restore/folderMark.js';
import { embeddedSandbox, recordService } from './settings/folderService.js';
import { ServerCheck } from './settings/serverCheck.js';
import { listActiveRuns } from './runs/runStore.js';
import { isLargeSheet } from './sheets/sheetStore.js';
import { Readings } from './sheets/readings.js';
import { createSheetFiles } from './sheets/files/sheetFiles.js';
import type { Measurement } from './threads/calls.js';
import { startThreads } from './threads/threads.js';

/** A restore of the database alone is noticed only if its backup is older than the last mark. */
const renewMarkEveryMs = 60_000;

/** The connections to Postgres, besides the connection that listens for changes. */
const connections = 3;

export interface ServeOptions extends AddressOptions {
  readonly openId?: OpenIdSettings | undefined;
  /** The folder is created if it is missing. */
  readonly folder: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Creates a sign-in link even if an administrator can sign in without a link. */
  readonly newLink?: boolean | undefined;
  /** A person has confirmed that the service of the folder or database has this base URL now. */
  readonly isSameService?: boolean | undefined;
  /** Without a connection, the server uses the embedded sandbox. */
  readonly connection?: Connection | undefined;
  /** With a database, the folder is only for temporary files, and a `connection` is required. */
  readonly database?: DatabaseUrl | undefined;
  readonly limits?: LimitSettings | undefined;
  readonly health?: HealthAddress | undefined;
}

export interface RunningServer {
  /** `http://127.0.0.1:4020` */
  readonly url: string;
  /**
   * Signs an administrator in once. Has no code if an administrator can sign in without a link, and no new link was
   * requested.
   */
  readonly link: string;
  readonly health?: string | undefined;
  /** Undefined for a server on a data folder. */
  readonly limits?: SharedLimits | undefined;
  /** The next start of the server continues the active runs. */
  close(): Promise<void>;
}

/** Throws a `ServeError` for a problem that the person who starts the server can correct. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { folder } = options;
  // These steps run in reverse order, at the end or when a later step fails.
  const closing: ClosingStep[] = [];
  const close = () => closeInReverse(closing);
  const readiness = new Readiness();
  const metrics = options.health === undefined ? undefined : new Metrics('serve');
  const status = new ProcessStatus('serve');
  try {
    const address = await readAddress(options);
    const { database } = options;
    if (database !== undefined) await checkDatabase(database);
    const health = await openHealthServer(options.health, { readiness, metrics, status });
    closing.push(() => health?.close());
    prepareFolder(folder);
    if (database === undefined) {
      const lock = lockFolder(folder);
      closing.push(() => {
        lock.release();
      });
      refuseMovedFolder(folder);
    }
    prepareDownloads(folder);
    const store = await openStore(database?.url ?? folder, folder, {
      connections,
      timeoutMs: requestTimeoutMs,
      onWaited: (ms) => metrics?.countWait('pool', ms),
    });
    closing.push(() => store.close());
    if (database === undefined) closing.push(await markFolder(store));
    const files = createSheetFiles(store);
    await files.deleteUnfinished();
    await recordService(store, getServiceName(options), options.isSameService);
    const registration = database && (await registerProcess(store, options));
    closing.push(() => registration?.queue.close());
    const listening = await listen(address, options.port);
    closing.push(() => listening.close());
    const { connection, service } = await openConnection(options, closing);
    const changes = new Changes();
    const sheetFacts = {
      isLarge: (sheet: string) => isLargeSheet(store, sheet),
      hasRuns: async () => (await listActiveRuns(store)).length > 0,
    };
    const ask = createHealthQuery(store);
    const token = new TokenAnswers();
    status.begin(ask, store.dialect, token);
    const gauges = database === undefined ? createStoreGauges(ask) : createSharedGauges(ask);
    for (const gauge of gauges) metrics?.add(gauge);
    const machines = database && { database: database.url };
    const measure = (measured: Measurement) => {
      if ('waited' in measured) {
        metrics?.countWait(measured.waited, measured.ms);
        return;
      }
      const { operation, outcome, durationMs } = measured;
      token.record(operation, outcome);
      metrics?.countRequest(operation, outcome, durationMs);
    };
    const data = { folder, connection, service, machines };
    const threads = startThreads(data, changes, sheetFacts, measure);
    const work =
      machines === undefined
        ? threads
        : new MachineWork({ ...machines, store, threads, changes, now: Date.now });
    closing.push(() => work.close());
    const readings = new Readings(work, store, changes);
    closing.push(() => {
      readings.close();
    });
    if (work instanceof MachineWork) await work.resume(readings);
    else await readings.resume();
    const access = await openAccess(store, Date.now, listening.publicAddress, options.openId);
    const check = new ServerCheck(connection, store);
    const processes =
      machines === undefined ? new OwnProcess(threads, Date.now, token) : workerProcesses;
    const services: Services = {
      store,
      work,
      processes,
      readings,
      access,
      changes,
      service,
      files,
      check,
      now: Date.now,
    };
    const app = createApp(services, readiness);
    const runAlone = work instanceof MachineWork ? work.runAlone.bind(work) : undefined;
    closing.push(startTimers({ ...services, store: withTimeout(store, workTimeoutMs) }, runAlone));
    listening.serve(app.fetch);
    // Requests must end before their dependencies are closed.
    closing.push(() => listening.close());
    const { origin } = listening.publicAddress;
    const code = await access.links.createFirst({ isWanted: options.newLink });
    closing.push(() => {
      readiness.drain();
    });
    readiness.begin(createDatabaseCheck(ask));
    return {
      url: origin,
      health: health?.url,
      limits: registration?.limits,
      link: code === undefined ? origin : toJoinLink(origin, code),
      close,
    };
  } catch (error) {
    // Without the database, closing may fail too. Only the first error is reported.
    await close().catch(() => undefined);
    throw toStartError(error, options.database);
  }
}

/** The returned function renews the mark for the last time. */
async function markFolder(store: Store): Promise<() => Promise<void>> {
  await holdIfFolderRestored(store, Date.now());
  await renewFolderMark(store, Date.now());
  const outage = new OutageLog('The mark of the data folder could not be renewed');
  let renewing = Promise.resolve();
  // Renewals run one after the other, because each renewal deletes the earlier marks.
  const renew = () => {
    renewing = renewing.then(() => outage.watch(renewFolderMark(store, Date.now())));
    return renewing;
  };
  const timer = setInterval(() => void renew(), renewMarkEveryMs);
  return () => {
    clearInterval(timer);
    return renew();
  };
}

async function openHealthServer(
  address: HealthAddress | undefined,
  sources: Pick<HealthSources, 'readiness' | 'status'> & { readonly metrics: Metrics | undefined },
): Promise<HealthServer | undefined> {
  const { metrics } = sources;
  if (address === undefined || metrics === undefined) return undefined;
  return startHealthServer(address, { ...sources, metrics, option: '--health-port' });
}

/** A journal with the name of another service is refused. */
function getServiceName({ connection }: ServeOptions): string {
  return connection?.baseUrl.url ?? embeddedSandbox;
}

async function openConnection(
  options: ServeOptions,
  closing: ClosingStep[],
): Promise<{ connection: Connection; service: ServiceFacts }> {
  const { folder, connection } = options;
  const name = getServiceName(options);
  if (connection !== undefined) {
    const { isTest } = connection.baseUrl;
    return { connection, service: { name, isSandbox: false, isTest } };
  }
  const sandbox = await startSandbox({
    port: 0,
    dataFile: createPrivateFile(join(folder, 'sandbox.sqlite')),
  });
  closing.push(() => sandbox.close());
  const parsed = readBaseUrl(sandbox.baseUrl);
  const [token] = sandbox.tokens;
  if (!parsed.ok || token === undefined) throw new Error('The sandbox did not start as it should.');
  const service = { name, isSandbox: true, isTest: true };
  return { connection: { baseUrl: parsed.baseUrl, token }, service };
}

export { readOpenIdSettings } from './access/openIdSettings.js';
