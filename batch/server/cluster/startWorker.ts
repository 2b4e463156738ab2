import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { UsageError } from '../../engine/errors.js';
import type { Message } from '../../engine/message.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceFacts } from '../services.js';
import { isTransient } from '../db/errors.js';
import { openStore } from '../db/open.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { recordService } from '../settings/folderService.js';
import { readSheetWords } from '../sheets/sheetWords.js';
import { closeInReverse, type ClosingStep } from '../closeSteps.js';
import { ChangeBus } from './changeBus.js';
import { checkDatabase } from '../db/checkDatabase.js';
import { type DatabaseUrl, toStartError } from '../db/databaseUrl.js';
import { type HealthAddress, startHealthServer } from './healthServer.js';
import { createHealthQuery } from './healthStore.js';
import type { LimitSettings, SharedLimits } from './limits/sharedLimits.js';
import { registerProcess } from './registerProcess.js';
import { startHeartbeat } from './liveWorkers.js';
import { createMachinePorts } from './machinePorts.js';
import { Metrics } from './metrics.js';
import { ProcessStatus } from './processStatus.js';
import type { TokenState } from '../operations/tokenState.js';
import { log } from '../log.js';
import { OutageLog } from '../outageLog.js';
import { createDatabaseCheck, Readiness, type ReadyCheck } from './readiness.js';
import { holdIfRestored } from '../restore/restored.js';
import { createSharedGauges } from './storeGauges.js';
import { type SliceJob, type SliceQueue, sliceSender } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';
import { failRun } from './failRun.js';
import { releaseSlice, takeSlice, type TakenSlice } from './slice.js';
import { checkService } from './serviceCheck.js';
import {
  releaseToOthers,
  type SliceEnd,
  type SlicePorts,
  createAwayRelease,
  workOnSlice,
} from './workOnSlice.js';

/** A worker keeps its slices in memory. */
const slicesAtOnce = 4;
/** The pause after a database outage, and while another process has the sheet of the slice. */
const laterSeconds = 2;
/** After the service has refused the token, one of the `slicesAtOnce` jobs pauses. The other jobs continue. */
const refusedPauseMs = 60_000;
/** The slices, the queue, the limits, the heartbeat and the health checks share these connections. */
const connections = 4;

export interface WorkerOptions {
  readonly database: DatabaseUrl;
  /** The caller deletes the folder afterwards. */
  readonly workFolder: string;
  readonly connection: Connection;
  readonly limits: LimitSettings;
  readonly health: HealthAddress;
}

export interface RunningWorker {
  readonly url: string;
  /** The limits at the start of the worker. */
  readonly limits: SharedLimits;
  /** Finishes the requests in flight, and releases the slices. */
  close(): Promise<void>;
}

/** Throws a ServeError if the database or the address for health and metrics cannot be used. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { connection, workFolder } = options;
  const { url } = options.database;
  await checkDatabase(options.database);
  // These steps run in reverse order, at the end or when a later step fails.
  const closing: ClosingStep[] = [];
  const close = () => closeInReverse(closing);
  const readiness = new Readiness();
  const metrics = new Metrics('worker');
  const status = new ProcessStatus('worker');
  try {
    const health = await startHealthServer(options.health, {
      readiness,
      metrics,
      status,
      option: '--port',
    });
    closing.push(() => health.close());
    const store = await openStore(url, workFolder, {
      connections,
      onWaited: (ms) => {
        metrics.countWait('pool', ms);
      },
    });
    closing.push(() => store.close());
    const { isTest, url: name } = connection.baseUrl;
    await recordService(store, name);
    const { limits, queue } = await registerProcess(store, options);
    closing.push(() => queue.close());
    const changeBus = new ChangeBus(store);
    const service: ServiceFacts = { name, isSandbox: false, isTest };
    const ports = await createMachinePorts({
      database: url,
      connection,
      store,
      service,
      publish: changeBus.publish,
      isSending: true,
      onResponse: ({ operation, outcome, durationMs }) => {
        metrics.countRequest(operation, outcome, durationMs);
      },
      onWaited: (kind, ms) => {
        metrics.countWait(kind, ms);
      },
    });
    closing.push(() => ports.close());
    const ask = createHealthQuery(store);
    const token: TokenState = { isRefused: false };
    status.begin(ask, store.dialect, token);
    for (const gauge of createSharedGauges(ask)) metrics.add(gauge);
    metrics.add({
      name: 'rwa_permits_held',
      help: 'Requests that this process may have in flight now',
      read: () => [{ value: ports.countPermits() }],
    });
    const id = randomUUID();
    const work = takeSlices(ports, queue, { id, token });
    const { setDraining } = work;
    closing.push(await startHeartbeat(store, queue, { id, token, setDraining }));
    await work.begin();
    closing.push(() => work.close());
    closing.push(() => {
      readiness.drain();
    });
    readiness.begin(createDatabaseCheck(ask), work.readyCheck);
    return {
      url: health.url,
      limits,
      close,
    };
  } catch (error) {
    // Without the database, closing may fail too. Only the first error is reported.
    await close().catch(() => undefined);
    throw toStartError(error, options.database);
  }
}

interface SliceTaker {
  begin(): Promise<void>;
  readonly setDraining: (isDraining: boolean) => void;
  readonly readyCheck: ReadyCheck;
  close(): Promise<void>;
}

function takeSlices(
  ports: SlicePorts,
  queue: SliceQueue,
  { id, token }: { readonly id: string; readonly token: TokenState },
): SliceTaker {
  const stop = new AbortController();
  const { signal } = stop;
  let isDraining = false;
  const take = () =>
    queue.work(slicesAtOnce, async (job) => {
      const result = await workOn(ports, job, signal, id);
      if (result !== 'notWorked') token.isRefused = result === 'refused';
      // During the pause, other workers, which may have another token, take the slices.
      if (result === 'refused') await ports.timing.sleep(refusedPauseMs, signal);
    });
  const drain = async () => {
    log.info({}, 'This worker drains: it takes no new slices, and finishes those that it has');
    await queue.stopTaking();
    if (!signal.aborted) log.info({}, 'This worker is drained: it has no slices');
  };
  const takeAgain = async () => {
    if (signal.aborted) return;
    await take();
    log.info({}, 'This worker takes slices again');
  };
  // One change at a time: a draining worker takes slices again only when it has none.
  let changing = Promise.resolve();
  return {
    begin: take,
    setDraining: (now) => {
      isDraining = now;
      changing = changing.then(now ? drain : takeAgain).catch((error: unknown) => {
        log.error({ err: error }, 'This worker could not begin or stop draining');
      });
    },
    readyCheck: () => {
      if (isDraining) return 'This worker is draining.';
      return token.isRefused
        ? 'The service refused the company token of this worker. Correct the token and restart the worker.'
        : undefined;
    },
    close: async () => {
      stop.abort();
      await changing;
      await queue.stopTaking();
    },
  };
}

/** `refused` if the service refuses this worker; `notWorked` if that is unknown. */
type SliceResult = 'worked' | 'refused' | 'notWorked';

/** After an unexpected error, the queue gives the slice out again. */
export async function workOn(
  ports: SlicePorts,
  job: SliceJob,
  signal: AbortSignal,
  worker?: string,
): Promise<SliceResult> {
  const { store } = ports;
  const { failures } = job.data;
  const later = (inSeconds: number) => ({ kind: 'later', inSeconds, failures }) as const;
  const withErrorLog = <T>(message: string, work: () => Promise<T>) =>
    retryWhileUnavailable(work).catch((error: unknown) => {
      new OutageLog(message, { slice: job.id }).recordFailure(error);
      throw error;
    });
  const taken = await withErrorLog('The slice could not be taken', async () => {
    await holdIfRestored(store, ports.now);
    return takeSlice(store, job, worker);
  });
  if (taken === 'none') return 'notWorked';
  if (taken === 'busy') {
    const lease = { id: job.id, attempt: job.retryCount };
    const releaseUntaken = (tx: Store) => releaseSlice(tx, sliceSender, lease, later(laterSeconds));
    await withErrorLog('The slice could not be released', () =>
      inTransaction(store, releaseUntaken),
    );
    return 'notWorked';
  }
  const logFields = { slice: taken.id, run: taken.run, sheet: taken.sheet };
  const end = await workOnTaken(ports, taken, signal).catch(
    async (error: unknown): Promise<SliceEnd> => {
      new OutageLog('The slice could not be worked on', logFields).recordFailure(error);
      if (isTransient(error)) return { release: later(laterSeconds) };
      if (!(error instanceof UsageError)) throw error;
      if (isTokenRefusal(error.messages))
        return { release: releaseToOthers, waitReason: error.messages };
      const { toMarkedSentence } = await readSheetWords(store, taken.sheet);
      return { release: { kind: 'halted' }, failureReason: [toMarkedSentence(error)] };
    },
  );
  if (end !== 'lost')
    await withErrorLog('The slice could not be released', () =>
      releaseAfterWork(ports, taken, end),
    );
  ports.publish({ type: 'sheet', sheet: taken.sheet });
  if (end === 'lost') return 'notWorked';
  if (!isTokenRefusal(end.waitReason)) {
    // A run can fail before its first request, for example because of its journal.
    const isWorked = end.waitReason === undefined && end.failureReason === undefined;
    return isWorked ? 'worked' : 'notWorked';
  }
  log.error(
    logFields,
    'The service refuses this worker, which leaves its rows to others: it does not accept the company token, or the token is of another company',
  );
  return 'refused';
}

function isTokenRefusal([first]: readonly Message[] = []): boolean {
  return first?.code === 'tokenRefused' || first?.code === 'assessmentUnknown';
}

async function workOnTaken(
  ports: SlicePorts,
  taken: TakenSlice,
  signal: AbortSignal,
): Promise<SliceEnd | 'lost'> {
  const away = await checkService(ports, signal);
  if (away === undefined) return workOnSlice(ports, taken, signal);
  return { release: createAwayRelease(ports.timing, taken.failures), waitReason: [away] };
}

function releaseAfterWork(
  { store }: SlicePorts,
  taken: TakenSlice,
  { release, counts, waitReason, failureReason }: SliceEnd,
): Promise<void> {
  return inTransaction(store, async (tx) => {
    if (!(await releaseSlice(tx, sliceSender, taken, release, counts))) return;
    if (failureReason !== undefined) return failRun(tx, taken.run, failureReason);
    if (waitReason === undefined && taken.failures === 0) return;
    const { inWords, runFailures } = await readSheetWords(tx, taken.sheet);
    const messages = (waitReason ?? []).map(inWords);
    if (isTokenRefusal(waitReason)) messages.push(runFailures.otherWorkersGoOn(hostname()));
    await tx.db
      .updateTable('run')
      .set({ messages: JSON.stringify(messages) })
      .where('id', '=', taken.run)
      .where('state', '=', 'running')
      .execute();
  });
}
