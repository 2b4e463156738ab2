import { inWords } from '../../batch/cli/wording/wording.js';
import { Journal } from '../../batch/engine/journal/journal.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { beginWork } from '../../batch/engine/run/startWork.js';
import { limitedBy } from '../../batch/engine/run/limiter.js';
import { noteSheet } from '../../batch/engine/run/importSheet.js';
import { readRunSheet } from '../../batch/engine/run/runSheet.js';
import { RowsInProgress } from '../../batch/engine/run/rowsInProgress.js';
import { isTransient } from '../../batch/server/db/errors.js';
import { SharedLimiter } from '../../batch/server/cluster/limits/sharedLimiter.js';
import { renewLease } from '../../batch/server/cluster/limits/sharedLimits.js';
import { retryWhileUnavailable } from '../../batch/server/db/retry.js';
import { releaseSlice, takeSlice, type TakenSlice } from '../../batch/server/cluster/slice.js';
import { readSliceJournal, SliceJournal } from '../../batch/server/cluster/sliceJournal.js';
import { runWithLease } from '../../batch/server/cluster/workWhileHeld.js';
import { serviceUrl, type Machine } from './machine.js';
import { createClients, RunProcess, runOptions } from './process.js';
import type { Store } from '../../batch/server/db/store.js';
import type { SharedStore } from './sharedStore.js';

/** How long a worker waits before it asks again for a slice that is not free. */
const askAgainMs = 1_000;
/** After more failures than this, no worker takes the slice. */
const maxFailures = 4;

/** A run on several machines. */
export interface SharedRun {
  readonly machine: Machine;
  readonly store: SharedStore;
  readonly operation: SheetOperation;
  readonly newRound: boolean;
  readonly concurrency: number;
}

/** Plans the run and cuts its rows into slices of this size, as the server does. Throws if the run is refused. */
export async function cutIntoSlices(
  { machine, store, operation, newRound, concurrency }: SharedRun,
  size: number,
): Promise<void> {
  const page = new RunProcess(machine);
  const { storage, timing } = page;
  const lock = await storage.lock();
  const file = await storage.openSheet();
  const journal = await storage.openJournal(lock);
  try {
    const options = runOptions(machine, operation, { concurrency, newRound });
    const at = new Date(timing.now()).toISOString();
    const nowMs = timing.now();
    const sheet = await readRunSheet(file, journal, options, { storage, wording: inWords, nowMs });
    const { work } = sheet;
    await noteSheet(sheet, at);
    beginWork(sheet, work, at);
    if (work.length > 0) await journal.begin();
    await journal.synced();
    store.cut(work, size);
  } finally {
    await journal.close();
    await lock.release();
    await file.close();
  }
}

/** Runs a worker in its own process, which takes slices until none is open. */
export async function workOnSlices(run: SharedRun, process: RunProcess): Promise<void> {
  const { timing } = process;
  const store = run.store.connect(process);
  const name = String(timing.random());
  const limiter = new SharedLimiter({
    renew: (inUse) => renewLease(store, name, inUse),
    timing,
  });
  for (;;) {
    const [id] = run.store.open;
    if (id === undefined) break;
    try {
      const taken = await retryWhileUnavailable(() => takeSlice(store, id, name), timing);
      if (typeof taken === 'string') await timing.sleep(askAgainMs);
      else await workOnSlice(run, { process, store, limiter }, taken);
    } catch (error) {
      // The queue sends a slice again whose worker could not reach the database.
      if (!isTransient(error)) throw error;
      await timing.sleep(askAgainMs);
    }
  }
  await limiter.close();
}

interface Worker {
  readonly process: RunProcess;
  readonly store: Store;
  readonly limiter: SharedLimiter;
}

/** Does the same as workOnSlice.ts, without the progress for pages. */
async function workOnSlice(
  { machine, operation, concurrency }: SharedRun,
  { process, store, limiter }: Worker,
  taken: TakenSlice,
): Promise<void> {
  const { timing } = process;
  const stored = await retryWhileUnavailable(() => readSliceJournal(store, taken), timing);
  const kept = new SliceJournal(store, taken, timing);
  const journal = new Journal(kept, stored, { service: serviceUrl, now: machine.clock.now });
  const options = runOptions(machine, operation, { concurrency });
  const worked = new RowsInProgress({ rows: taken.rows, journal }, options);
  const { limited, onExchange } = limitedBy(limiter);
  const transport = limited(process.transport(onExchange, { mayFreezeBefore: false }));
  const counts = () => ({ done: 0, created: 0 });
  const { end, isHalted } = await runWithLease(
    { store, limiter, timing, ...createClients(transport, timing) },
    {
      ...{ taken, worked, signal: new AbortController().signal },
      progress: { listen: () => undefined, counts },
    },
  );
  if (kept.isLost) return;
  await journal.close();
  const failures = end.stopped === undefined && !isHalted ? 0 : taken.failures + 1;
  const state = failures === 0 ? 'done' : failures > maxFailures ? 'idle' : 'open';
  const left = { ...counts(), failures, state } as const;
  await retryWhileUnavailable(() => releaseSlice(store, taken, left), timing);
}
