import type { Listener } from '../../engine/run/events.js';
import type { RunPorts } from '../../engine/run/runOptions.js';
import { type RunEnd, startWork } from '../../engine/run/startWork.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Store } from '../db/store.js';
import { retryWhileUnavailable } from '../db/retry.js';
import { checkLease, type LeaseStatus, type SliceCounts, type TakenSlice } from './slice.js';

const leaseCheckMs = 3_000;
/**
 * A worker stops sending this long after its last known heartbeat: another worker may soon have the slice, and a
 * person may confirm that a row was not sent. The clock continues while the process is frozen. It is read again right
 * before the first byte of a request is sent, because connecting may take longer than the rest of `heartbeatSeconds`
 * in queue.ts.
 */
const lateMs = 14_000;
const lateCheckMs = 500;

export interface LeasePorts extends Omit<RunPorts, 'storage' | 'wording'> {
  readonly store: Store;
}

/** A taken slice, its rows, and the listener for their progress. */
export interface LeasedWork {
  readonly taken: Pick<TakenSlice, 'id' | 'attempt'>;
  readonly rowsInProgress: RowsInProgress;
  readonly progress: {
    readonly listen: Listener;
    readonly counts: () => SliceCounts;
  };
  /** Aborted when the worker ends: stops the work. */
  readonly signal: AbortSignal;
}

/** How the work on a slice has ended. */
export interface LeaseResult {
  readonly end: RunEnd;
  readonly status: LeaseStatus;
  /** True if the work was stopped: by the signal, or because the lease was lost, had late heartbeats or is to be yielded. */
  readonly isHalted: boolean;
}

/** Works on the rows of a slice, and checks its lease meanwhile. pg-boss sends the heartbeats. */
export async function runWithLease(
  ports: LeasePorts,
  { taken, rowsInProgress, progress, signal }: LeasedWork,
): Promise<LeaseResult> {
  const { store, timing } = ports;
  const elapsed = timing.elapsed ?? timing.now;
  const stop = new AbortController();
  const halt = () => {
    stop.abort();
  };
  let status = 'held' as LeaseStatus;
  let heartbeatMs = elapsed();
  const isLate = () => elapsed() - heartbeatMs > lateMs;
  const check = async () => {
    const askedMs = elapsed();
    const lease = await checkLease(store, taken, progress.counts());
    status = lease.status;
    if (status === 'held') heartbeatMs = askedMs - lease.silentMs;
    else halt();
  };
  const ended = new AbortController();
  const repeatEvery = async (ms: number, act: () => void) => {
    for (;;) {
      await timing.sleep(ms, ended.signal);
      if (ended.signal.aborted) return;
      act();
    }
  };
  try {
    signal.addEventListener('abort', halt);
    if (signal.aborted) halt();
    await retryWhileUnavailable(check, timing);
    void repeatEvery(leaseCheckMs, () => {
      check().catch(() => undefined);
    });
    void repeatEvery(lateCheckMs, () => {
      if (isLate()) halt();
    });
    const listen = progress.listen;
    const end = await startWork(rowsInProgress, rowsInProgress.work, ports, {
      signal: stop.signal,
      // After a process was frozen, its network events are handled before its timers.
      maySend: () => !isLate(),
      listen,
    });
    return { end, status, isHalted: stop.signal.aborted };
  } finally {
    // Waits until the answers are in the database, or the slice is known to be lost: the caller reads `isLost` next.
    await rowsInProgress.journal.synced().catch(() => undefined);
    ended.abort();
    signal.removeEventListener('abort', halt);
  }
}
