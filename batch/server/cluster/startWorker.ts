import { randomUUID } from 'node:crypto';
import { OperatingError } from '../../engine/errors.js';
import type { Message } from '../../engine/message.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../services.js';
import { sql } from 'kysely';
import { isTransient } from '../db/errors.js';
import { openStore } from '../db/open.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { keepService } from '../settings/folderService.js';
import { inWords, toMarkedSentence } from '../words/wording.js';
import { type Sentence, whole, withoutValues } from '../../wording/sentence.js';
import { ChangesOfAll } from './changesOfAll.js';
import { checkDatabase } from '../db/checkDatabase.js';
import { type DatabaseUrl, startFault } from '../db/databaseUrl.js';
import { type HealthAddress, startHealthServer } from './healthServer.js';
import { healthAsk } from './healthStore.js';
import type { LimitSettings, SharedLimits } from './limits/sharedLimits.js';
import { joinMachines } from './joinMachines.js';
import { startHeartbeat } from './livingWorkers.js';
import { machinePorts } from './machinePorts.js';
import { Metrics } from './metrics.js';
import { Outage } from '../outage.js';
import { databaseAnswers, Readiness } from './readiness.js';
import { holdIfRestored } from '../restore/restored.js';
import { sharedGauges } from './storeGauges.js';
import { SliceQueue } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';
import { releaseSlice, takeSlice, type TakenSlice } from './slice.js';
import { checkService } from './serviceCheck.js';
import { type SliceEnd, type SlicePorts, workOnSlice } from './workOnSlice.js';

/** The slices that are in the memory of a worker at a time. */
const slicesAtOnce = 4;
/** The pause before a slice that is not free is tried again. */
const laterSeconds = 2;
/** The longest pause before a slice that failed is tried again. */
const longestPauseSeconds = 60;
/** With the pauses between them, a slice is tried for about ten minutes. */
const maxFailures = 15;
/** The connections of a worker: its slices, queue, limits and heartbeat share them. */
const connections = 4;

/** How a worker runs. */
export interface WorkerOptions {
  readonly database: DatabaseUrl;
  /** The folder for its temporary files, which the caller deletes afterwards. */
  readonly workFolder: string;
  readonly connection: Connection;
  readonly limits: LimitSettings;
  /** The address of health and metrics. */
  readonly health: HealthAddress;
}

/** A running worker. */
export interface RunningWorker {
  /** The URL of its health and metrics: `http://127.0.0.1:4021` */
  readonly url: string;
  /** The limits of all processes, as they are now. */
  readonly limits: SharedLimits;
  /** Takes no more slices, finishes what is in flight, and releases its slices. */
  close(): Promise<void>;
}

/**
 * Starts a worker: it takes slices of the runs that web processes begin, and works on them. Throws a ServeError when
 * the database cannot be used or the port is taken.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { connection, workFolder } = options;
  const { url } = options.database;
  await checkDatabase(options.database);
  // Undone in reverse order, at the end and when a later step fails.
  const closing: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.toReversed()) await step();
  };
  const readiness = new Readiness();
  const metrics = new Metrics('worker');
  try {
    const health = await startHealthServer(options.health, {
      ...{ readiness, metrics, option: '--port' },
    });
    closing.push(() => health.close());
    const store = await openStore(url, workFolder, { connections });
    closing.push(() => store.close());
    const { isTest, url: name } = connection.baseUrl;
    await keepService(store, name);
    const limits = await joinMachines(store, options);
    const changeBus = new ChangesOfAll(store);
    const service: ServiceName = { name, isSandbox: false, isTest };
    const ports = await machinePorts({
      ...{ database: url, connection, store, service },
      tell: changeBus.tell,
      isSending: true,
      onResponse: ({ operation, outcome, durationMs }) => {
        metrics.request(operation, outcome, durationMs);
      },
      onWaited: (ms) => {
        metrics.limiterWaited(ms);
      },
    });
    closing.push(() => ports.close());
    const queue = await SliceQueue.open(store, { isWorker: true });
    closing.push(() => queue.close());
    const ask = healthAsk(store);
    for (const gauge of sharedGauges(ask)) metrics.add(gauge);
    metrics.add({
      ...{ name: 'rwa_permits_held', help: 'Requests that this process may have in flight now' },
      read: () => [{ value: ports.held() }],
    });
    closing.push(await startHeartbeat(store));
    const work = await takeSlices({ ...ports, queue });
    closing.push(() => work.drain());
    readiness.begin(databaseAnswers(ask));
    return {
      ...{ url: health.url, limits },
      close: () => {
        readiness.drain();
        return close();
      },
    };
  } catch (error) {
    // Closing may fail too, without the database; the first error is reported.
    await close().catch(() => undefined);
    throw startFault(error, options.database);
  }
}

type WorkerPorts = SlicePorts & { readonly queue: Pick<SliceQueue, 'send'> };

/** Works on slices as they come. `drain` takes no more, and releases those in work. */
export async function takeSlices(
  ports: WorkerPorts & { readonly queue: Pick<SliceQueue, 'work' | 'stopTaking'> },
): Promise<{ drain(): Promise<void> }> {
  const { queue } = ports;
  const stop = new AbortController();
  const holder = randomUUID();
  const underWay = new Map<string, Promise<void>>();
  await queue.work(slicesAtOnce, async (slice) => {
    // The queue sends it again when this worker could not reach the database for some seconds.
    while (underWay.has(slice)) await underWay.get(slice)?.catch(() => undefined);
    const work = workOn(ports, slice, holder, stop.signal);
    underWay.set(slice, work);
    await work.finally(() => underWay.delete(slice));
  });
  return {
    drain: async () => {
      stop.abort();
      await queue.stopTaking();
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Takes a slice, works on it, and releases it. */
export async function workOn(
  ports: WorkerPorts,
  slice: string,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const { store, queue } = ports;
  const again = (inSeconds: number) =>
    retryWhileUnavailable(() =>
      inTransaction(store, (tx) => queue.send(tx, [{ slice, inSeconds }])),
    );
  if (signal.aborted) return again(0);
  await retryWhileUnavailable(() => holdIfRestored(store, ports.now));
  // Before the slice is taken, as its lease is not renewed meanwhile.
  const [check] = await Promise.allSettled([checkService(ports, signal)]);
  const taken = await retryWhileUnavailable(() => takeSlice(store, slice, holder));
  if (taken === 'none') return;
  if (taken === 'busy') return again(laterSeconds);
  const work = async () => {
    if (check.status === 'rejected') throw check.reason;
    if (check.value !== undefined) return waitForService(taken, check.value);
    return workOnSlice(ports, taken, signal);
  };
  const end = await work().catch((error: unknown) => {
    const about = { slice, run: taken.run, sheet: taken.sheet };
    new Outage('The slice could not be worked on', about).failed(error);
    return endOfBroken(taken, error);
  });
  await retryWhileUnavailable(() => leave(ports, taken, end));
  ports.tell({ type: 'sheet', sheet: taken.sheet });
}

/** Leaves a slice for later because the service is unavailable. */
function waitForService({ done, created, failures }: TakenSlice, why: Message): SliceEnd {
  const left = { state: 'open', done, created, failures: failures + 1 } as const;
  return { is: 'left', left, againIn: pauseSeconds(failures), waits: [why] };
}

/** Decides how to leave a slice after an error: it is tried again, unless that failed often or cannot succeed. */
function endOfBroken({ done, created, failures }: TakenSlice, error: unknown): SliceEnd {
  if (isTransient(error)) {
    return { is: 'left', left: { state: 'open', done, created, failures }, againIn: laterSeconds };
  }
  const left = { done, created, failures: failures + 1 };
  if (error instanceof OperatingError || failures + 1 >= maxFailures) {
    return { is: 'failed', left: { ...left, state: 'idle' }, why: [toMarkedSentence(error)] };
  }
  return { is: 'left', left: { ...left, state: 'open' }, againIn: pauseSeconds(failures) };
}

function pauseSeconds(failures: number): number {
  return Math.min(2 ** failures, longestPauseSeconds);
}

function leave({ store, queue }: WorkerPorts, taken: TakenSlice, end: SliceEnd): Promise<void> {
  return inTransaction(store, async (tx) => {
    if (end.is === 'lost' || !(await releaseSlice(tx, taken, end.left))) {
      return sendIfAbandoned(tx, queue, taken.id);
    }
    if (end.is === 'failed') return haltAsFailed(tx, taken.run, end.why);
    const { againIn, waits } = end;
    if (againIn !== undefined) await queue.send(tx, [{ slice: taken.id, inSeconds: againIn }]);
    if (waits === undefined && taken.failures === 0) return;
    await tx.db
      .updateTable('run')
      .set({ said: JSON.stringify((waits ?? []).map(inWords)) })
      .where('id', '=', taken.run)
      .where('state', '=', 'running')
      .execute();
  });
}

/** Another worker has another job for the slice; a process that only held its sheet has sent none. */
async function sendIfAbandoned(
  tx: Store,
  queue: Pick<SliceQueue, 'send'>,
  slice: string,
): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM slice WHERE id = ${slice} AND state = 'open' AND until <= now()`.execute(tx.db);
  if (rows.length > 0) await queue.send(tx, [{ slice }]);
}

async function haltAsFailed({ db }: Store, run: string, why: readonly Sentence[]): Promise<void> {
  const said = JSON.stringify(why.map((each) => [whole(each), withoutValues(each)]));
  // `cutRun` and `askToHalt` update this row first, too.
  await db
    .updateTable('run')
    .set({ state: 'pausing' })
    .where('id', '=', run)
    .where('state', '=', 'running')
    .execute();
  await sql`
    INSERT INTO run_course (run, halt_as, said) VALUES (${run}, 'failed', ${said})
    ON CONFLICT (run) DO UPDATE SET halt_as = 'failed', said = excluded.said`.execute(db);
}
