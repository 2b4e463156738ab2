import type { Listener } from '../../engine/run/events.js';
import type { RunPorts } from '../../engine/run/runOptions.js';
import { type RunEnd, startWork } from '../../engine/run/startWork.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Store } from '../db/store.js';
import { retryWhileUnavailable } from '../db/retry.js';
import { checkLease, type LeaseStatus, type SliceCounts, type TakenSlice } from './slice.js';

const leaseCheckMs = 3_000;
/**
 * A worker stops sending this long after its last heartbeat: later, another worker may have the slice, and a person may
 * confirm that a row was not sent. The worker checks the limit again right before the first byte of a request, because
 * connecting may take longer than the rest of `heartbeatSeconds` in queue.ts. The clock continues while the process is
 * frozen.
 */
const lateMs = 14_000;
const lateCheckMs = 500;

export interface LeasePorts extends Omit<RunPorts, 'storage' | 'wording'> {
  readonly store: Store;
}

export interface LeasedWork {
  readonly taken: Pick<TakenSlice, 'id' | 'attempt'>;
  readonly rowsInProgress: RowsInProgress;
  readonly progress: {
    readonly listen: Listener;
    readonly counts: () => SliceCounts;
  };
  readonly signal: AbortSignal;
}

export interface LeaseResult {
  readonly end: RunEnd;
  readonly status: LeaseStatus;
  /** True if the work was stopped by the signal, by late heartbeats or by the status of the lease. */
  readonly isHalted: boolean;
}

/** Checks the lease during the work. pg-boss sends the heartbeats. */
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
    await rowsInProgress.journal.waitForSync().catch(() => undefined);
    ended.abort();
    signal.removeEventListener('abort', halt);
  }
}
