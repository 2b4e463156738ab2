import { inWords } from '../../batch/cli/wording/wording.js';
import { Journal } from '../../batch/engine/journal/journal.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { beginWork } from '../../batch/engine/run/startWork.js';
import { createLimiterOptions } from '../../batch/engine/run/limiter.js';
import { recordSheetFacts } from '../../batch/engine/run/importSheet.js';
import { readRunSheet } from '../../batch/engine/run/runSheet.js';
import { RowsInProgress } from '../../batch/engine/run/rowsInProgress.js';
import { isTransient } from '../../batch/server/db/errors.js';
import { SharedLimiter } from '../../batch/server/cluster/limits/sharedLimiter.js';
import { renewLease } from '../../batch/server/cluster/limits/sharedLimits.js';
import type { SliceJob } from '../../batch/server/cluster/queue.js';
import { inTransaction } from '../../batch/server/db/transaction.js';
import { retryWhileUnavailable } from '../../batch/server/db/retry.js';
import { releaseSlice, type SliceRelease, takeSlice } from '../../batch/server/cluster/slice.js';
import { readSliceJournal, SliceJournal } from '../../batch/server/cluster/sliceJournal.js';
import { runWithLease } from '../../batch/server/cluster/runWithLease.js';
import { serviceUrl, type Machine } from './machine.js';
import { createClients, RunProcess, createRunOptions } from './process.js';
import type { Store } from '../../batch/server/db/store.js';
import { JobQueue } from './jobTable.js';
import type { SharedStore } from './sharedStore.js';

/** The time after which a worker asks again for a slice. */
const askAgainMs = 1_000;
/** After more failures than this, a slice is released as halted. */
const maxFailures = 4;

/** A run on several machines. */
export interface SharedRun {
  readonly machine: Machine;
  readonly store: SharedStore;
  readonly operation: SheetOperation;
  readonly newRound: boolean;
  readonly concurrency: number;
}

/** Plans the run and splits its rows into slices of this size, as the server does. Throws if the run is refused. */
export async function splitIntoSlices(
  { machine, store, operation, newRound, concurrency }: SharedRun,
  size: number,
): Promise<void> {
  const server = new RunProcess(machine);
  const { storage, timing } = server;
  const lock = await storage.lock();
  const file = await storage.openSheet();
  const journal = await storage.openJournal(lock);
  try {
    const options = createRunOptions(machine, operation, { concurrency, newRound });
    const at = new Date(timing.now()).toISOString();
    const nowMs = timing.now();
    const sheet = await readRunSheet(file, journal, options, { storage, wording: inWords, nowMs });
    const { work } = sheet;
    await recordSheetFacts(sheet, at);
    beginWork(sheet, work, at);
    if (work.length > 0) await journal.begin();
    await journal.waitForSync();
    store.split(work, size);
  } finally {
    await journal.close();
    await lock.release();
    await file.close();
  }
}

/** Works on slices in a process until all are done. */
export async function workOnSlices(run: SharedRun, process: RunProcess): Promise<void> {
  const { timing } = process;
  const store = run.store.connect(process);
  const name = String(timing.random());
  const limiter = new SharedLimiter({
    renew: (inUse) => renewLease(store, name, inUse),
    timing,
  });
  const queue = new JobQueue(store, process);
  const worker = { process, store, limiter, queue };
  while (run.store.hasWork) {
    try {
      const hasWorked = await queue.workOnNext((job) => workOnSlice(run, worker, job));
      if (!hasWorked) await timing.sleep(askAgainMs);
    } catch (error) {
      // The queue reassigns a slice whose worker could not reach the database.
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
  readonly queue: JobQueue;
}

/**
 * A short form of workOnSlice.ts, without the claims of rows, the progress for pages, and the pause while rows
 * wait for scores. It does not check the service: a slice with failures is retried at once.
 */
async function workOnSlice(
  { machine, operation, concurrency }: SharedRun,
  { process, store, limiter, queue }: Worker,
  job: SliceJob,
): Promise<void> {
  const { timing } = process;
  const taken = await retryWhileUnavailable(() => takeSlice(store, job), timing);
  if (typeof taken === 'string') return;
  const stored = await retryWhileUnavailable(() => readSliceJournal(store, taken), timing);
  const journalStore = new SliceJournal(store, taken, timing);
  const journal = new Journal(journalStore, stored, {
    service: serviceUrl,
    now: machine.clock.now,
  });
  const options = createRunOptions(machine, operation, { concurrency });
  const rowsInProgress = new RowsInProgress({ rows: taken.rows, journal }, options);
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const transport = wrapTransport(process.createTransport(onExchange, { mayFreezeBefore: false }));
  const counts = () => ({ done: 0, created: 0 });
  const { end, isHalted } = await runWithLease(
    { store, limiter, timing, ...createClients(transport, timing) },
    {
      taken,
      rowsInProgress,
      signal: new AbortController().signal,
      progress: { listen: () => undefined, counts },
    },
  );
  if (journalStore.isLost) return;
  await journal.close();
  const failures = end.stopped === undefined && !isHalted ? 0 : taken.failures + 1;
  const sliceRelease: SliceRelease =
    failures > 0 && failures <= maxFailures
      ? { kind: 'later', inSeconds: 0, failures }
      : { kind: failures === 0 ? 'done' : 'halted' };
  const release = (tx: Store) => releaseSlice(tx, queue, taken, sliceRelease);
  await retryWhileUnavailable(() => inTransaction(store, release), timing);
}
