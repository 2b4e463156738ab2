import { randomUUID } from 'node:crypto';
import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../api/services.js';
import { keepService } from '../store/folderService.js';
import { openStore } from '../store/database.js';
import { inWords, markedWords } from '../words/wording.js';
import { whole, withoutValues } from '../../wording/sentence.js';
import { ChangesOfAll } from './changesOfAll.js';
import { machinePorts, type MachineSettings } from './machinePorts.js';
import { SliceQueue } from './queue.js';
import { whileAway } from './sharedDatabase.js';
import { leaveSlice, takeSlice, type TakenSlice } from './slice.js';
import { type SliceEnd, type SlicePorts, workOnSlice } from './workOnSlice.js';

/** So many slices are in the memory of a worker at a time. */
const slicesAtOnce = 4;
/** A slice that is not free yet is asked for again after this time. */
const laterSeconds = 2;

/** How a worker runs. */
export interface WorkerOptions extends MachineSettings {
  readonly connection: Connection;
}

/** A worker that takes slices. */
export interface RunningWorker {
  /** Takes no more slices, finishes what is in flight, and gives the slices back. */
  close(): Promise<void>;
}

/**
 * Starts a worker: it takes slices of the runs that web processes begin, and works on them. Throws a ServeError
 * when the database cannot be used.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { database: url, connection } = options;
  const closing: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    const store = openStore(url);
    closing.push(() => {
      store.close();
    });
    const { isTest, url: name } = connection.baseUrl;
    keepService(store, name);
    const service: ServiceName = { name, isSandbox: false, isTest };
    const ports = await machinePorts({
      ...options,
      store,
      service,
      tell: (change) => {
        told.tell(change);
      },
    });
    const told = new ChangesOfAll(ports.database);
    closing.push(() => ports.close());
    const queue = await SliceQueue.open(url, { isWorker: true });
    closing.push(() => queue.close());
    const drain = new AbortController();
    const holder = randomUUID();
    const underWay = new Set<Promise<void>>();
    await queue.work(slicesAtOnce, async (slice) => {
      const work = workOn({ ...ports, queue }, slice, holder, drain.signal);
      underWay.add(work);
      await work.finally(() => underWay.delete(work));
    });
    closing.push(async () => {
      await queue.stopTaking();
      drain.abort();
      await Promise.allSettled(underWay);
    });
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

type WorkerPorts = SlicePorts & { readonly queue: SliceQueue };

async function workOn(
  ports: WorkerPorts,
  slice: string,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, queue } = ports;
  const again = (inSeconds: number) =>
    whileAway(() => database.inTransaction((ask) => queue.send(ask, [{ slice, inSeconds }])));
  if (signal.aborted) return again(0);
  const taken = await whileAway(() => takeSlice(database, slice, holder));
  if (taken === 'nothing') return;
  if (taken === 'later') return again(laterSeconds);
  const end = await workOnSlice(ports, taken, signal);
  await whileAway(() => leave(ports, taken, end));
  ports.tell({ type: 'sheet', sheet: taken.sheet });
}

function leave({ database, queue }: WorkerPorts, taken: TakenSlice, end: SliceEnd): Promise<void> {
  return database.inTransaction(async (ask) => {
    if (end.is === 'lost' || !(await leaveSlice(ask, taken, end.left))) return;
    if (end.is === 'failed') {
      const said = end.why.map(markedWords).map((each) => [whole(each), withoutValues(each)]);
      await ask(
        `INSERT INTO run_course (run, halt_as, said) VALUES ($1, 'failed', $2)
         ON CONFLICT (run) DO UPDATE SET halt_as = 'failed', said = excluded.said`,
        ...[taken.run, JSON.stringify(said)],
      );
      await ask("UPDATE run SET state = 'pausing' WHERE id = $1 AND state = 'running'", taken.run);
      return;
    }
    const { againIn, waits } = end;
    if (againIn !== undefined) await queue.send(ask, [{ slice: taken.id, inSeconds: againIn }]);
    if (waits === undefined && taken.failures === 0) return;
    const said = JSON.stringify((waits ?? []).map(inWords));
    await ask("UPDATE run SET said = $2 WHERE id = $1 AND state = 'running'", taken.run, said);
  });
}
