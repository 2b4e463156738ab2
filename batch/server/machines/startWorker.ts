import { randomUUID } from 'node:crypto';
import { OperatingError } from '../../engine/errors.js';
import type { Message } from '../../engine/message.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../api/services.js';
import { mayPass } from '../store/databaseError.js';
import { keepService } from '../store/folderService.js';
import { mainThreadPatienceMs, openStore } from '../store/database.js';
import { inWords, markedSentenceOf } from '../words/wording.js';
import { whole, withoutValues } from '../../wording/sentence.js';
import { ChangesOfAll } from './changesOfAll.js';
import { checkDatabase } from './checkDatabase.js';
import { startFault } from './databaseFault.js';
import type { DatabaseUrl } from './databaseUrl.js';
import { type HealthAddress, startHealthServer } from './healthServer.js';
import { healthStoreOf } from './healthStore.js';
import type { SharedLimitValues } from './limits/agreeOnLimits.js';
import { joinMachines } from './joinMachines.js';
import { sayThatItLives } from './livingWorkers.js';
import { machinePorts } from './machinePorts.js';
import { Metrics } from './metrics.js';
import { databaseAnswers, Readiness } from './readiness.js';
import { holdIfRestored } from './restored.js';
import type { LimitSettings } from './limitSettings.js';
import { sharedGauges } from './storeGauges.js';
import { SliceQueue } from './queue.js';
import { isPassing, whileAway } from './sharedDatabase.js';
import { leaveSlice, takeSlice, type TakenSlice } from './slice.js';
import { checkService } from './serviceCheck.js';
import { type SliceEnd, type SlicePorts, workOnSlice } from './workOnSlice.js';

/** So many slices are in the memory of a worker at a time. */
const slicesAtOnce = 4;
/** A slice that is not free yet is asked for again after this time. */
const laterSeconds = 2;

/** One that cannot be worked on is tried again, at last once in this time. */
const longestPauseSeconds = 60;
/** Some ten minutes. */
const mostFailures = 15;

/** How a worker runs. */
export interface WorkerOptions {
  readonly database: DatabaseUrl;
  /** A folder of its own, which whoever starts it deletes afterwards. */
  readonly workFolder: string;
  readonly connection: Connection;
  readonly limits: LimitSettings;
  /** Where health and metrics are. */
  readonly health: HealthAddress;
}

/** A running worker. */
export interface RunningWorker {
  /** Of its health and metrics: `http://127.0.0.1:4021` */
  readonly url: string;
  /** Those of all processes, as they are now. */
  readonly limits: SharedLimitValues;
  /** Takes no more slices, finishes what is in flight, and gives the slices back. */
  close(): Promise<void>;
}

/**
 * Starts a worker: it takes slices of the runs that web processes begin, and works on them. Throws a ServeError
 * when the database cannot be used or the port is taken.
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
    const store = openStore(url, workFolder, { patienceMs: mainThreadPatienceMs });
    closing.push(() => {
      store.close();
    });
    const { isTest, url: name } = connection.baseUrl;
    keepService(store, name);
    const limits = await joinMachines(store, url, options);
    const service: ServiceName = { name, isSandbox: false, isTest };
    const ports = await machinePorts({
      ...{ database: url, connection, store, service },
      tell: (change) => {
        told.tell(change);
      },
      isSending: true,
      onResponse: ({ operation, outcome, durationMs }) => {
        metrics.request(operation, outcome, durationMs);
      },
      onWaited: (ms) => {
        metrics.limiterWaited(ms);
      },
    });
    const told = new ChangesOfAll(ports.database);
    closing.push(() => ports.close());
    const queue = await SliceQueue.open(url, { isWorker: true });
    closing.push(() => queue.close());
    const asked = healthStoreOf(store, url);
    closing.push(() => asked.close());
    for (const gauge of sharedGauges(asked.ask)) metrics.add(gauge);
    metrics.add({
      ...{ name: 'rwa_permits_held', help: 'Requests that this process may have in flight now' },
      read: () => [{ value: ports.held() }],
    });
    closing.push(await sayThatItLives(ports.database));
    const work = await takeSlices({ ...ports, queue });
    closing.push(() => work.drain());
    readiness.begin(databaseAnswers(asked.ask));
    return {
      ...{ url: health.url, limits },
      close: () => {
        readiness.drain();
        return close();
      },
    };
  } catch (error) {
    // What hangs on the database may not end well either; what went wrong first counts.
    await close().catch(() => undefined);
    throw startFault(error, options.database);
  }
}

type WorkerPorts = SlicePorts & { readonly queue: Pick<SliceQueue, 'send'> };

/** Works on slices as they come. Drained, it takes none any more, and gives back those that it has. */
export async function takeSlices(
  ports: WorkerPorts & { readonly queue: Pick<SliceQueue, 'work' | 'stopTaking'> },
): Promise<{ drain(): Promise<void> }> {
  const { queue } = ports;
  const stop = new AbortController();
  const holder = randomUUID();
  const underWay = new Map<string, Promise<void>>();
  await queue.work(slicesAtOnce, async (slice) => {
    // The queue gives it out again when this worker could not reach the database for some seconds.
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

/** Takes a slice, if it may, works on it, and leaves it as it is then to be left. */
export async function workOn(
  ports: WorkerPorts,
  slice: string,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, queue } = ports;
  const again = (inSeconds: number) =>
    whileAway(() => database.inTransaction((ask) => queue.send(ask, [{ slice, inSeconds }])));
  if (signal.aborted) return again(0);
  await whileAway(() => holdIfRestored(database, ports.store, ports.now));
  // Asked before the slice is taken: a worker that does not renew it keeps it for seconds only.
  const [check] = await Promise.allSettled([checkService(ports, signal)]);
  const taken = await whileAway(() => takeSlice(database, slice, holder));
  if (taken === 'nothing') return;
  if (taken === 'later') return again(laterSeconds);
  const work = async () => {
    if (check.status === 'rejected') throw check.reason;
    if (check.value !== undefined) return waitForService(taken, check.value);
    return workOnSlice(ports, taken, signal);
  };
  const end = await work().catch((error: unknown) => {
    console.error(`The slice ${slice} of run ${taken.run} could not be worked on:`, error);
    return endOfBroken(taken, error);
  });
  await whileAway(() => leave(ports, taken, end));
  ports.tell({ type: 'sheet', sheet: taken.sheet });
}

/** Leaves a slice for later because the service is unavailable. */
function waitForService({ done, created, failures }: TakenSlice, why: Message): SliceEnd {
  const left = { state: 'open', done, created, failures: failures + 1 } as const;
  return { is: 'left', left, againIn: pauseSeconds(failures), waits: [why] };
}

/** What cannot be worked on is tried again after a while, unless it is clear, or was seen often, that it will not. */
function endOfBroken({ done, created, failures }: TakenSlice, error: unknown): SliceEnd {
  if (isPassing(error) || mayPass(error)) {
    return { is: 'left', left: { state: 'open', done, created, failures }, againIn: laterSeconds };
  }
  const left = { done, created, failures: failures + 1 };
  if (error instanceof OperatingError || failures + 1 >= mostFailures) {
    return { is: 'failed', left: { ...left, state: 'idle' }, why: [markedSentenceOf(error)] };
  }
  return { is: 'left', left: { ...left, state: 'open' }, againIn: pauseSeconds(failures) };
}

function pauseSeconds(failures: number): number {
  return Math.min(2 ** failures, longestPauseSeconds);
}

function leave({ database, queue }: WorkerPorts, taken: TakenSlice, end: SliceEnd): Promise<void> {
  return database.inTransaction(async (ask) => {
    const isLost = end.is === 'lost' || !(await leaveSlice(ask, taken, end.left));
    if (isLost) {
      // Another worker has a job of its own for it; who has only taken its sheet has sent none.
      const free = "SELECT 1 FROM slice WHERE id = $1 AND state = 'open' AND until <= now()";
      const [found] = await ask(free, taken.id);
      if (found !== undefined) await queue.send(ask, [{ slice: taken.id }]);
      return;
    }
    if (end.is === 'failed') {
      const said = end.why.map((each) => [whole(each), withoutValues(each)]);
      // Who cuts or halts the run changes this line first, too.
      await ask("UPDATE run SET state = 'pausing' WHERE id = $1 AND state = 'running'", taken.run);
      await ask(
        `INSERT INTO run_course (run, halt_as, said) VALUES ($1, 'failed', $2)
         ON CONFLICT (run) DO UPDATE SET halt_as = 'failed', said = excluded.said`,
        ...[taken.run, JSON.stringify(said)],
      );
      return;
    }
    const { againIn, waits } = end;
    if (againIn !== undefined) await queue.send(ask, [{ slice: taken.id, inSeconds: againIn }]);
    if (waits === undefined && taken.failures === 0) return;
    const said = JSON.stringify((waits ?? []).map(inWords));
    await ask("UPDATE run SET said = $2 WHERE id = $1 AND state = 'running'", taken.run, said);
  });
}
