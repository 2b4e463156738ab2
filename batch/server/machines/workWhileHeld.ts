import type { Listener } from '../../engine/run/events.js';
import type { RunPorts } from '../../engine/run/runOptions.js';
import { type RunEnd, startWork } from '../../engine/run/startWork.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import { type SharedDatabase, whileAway } from './sharedDatabase.js';
import { type LeftSlice, renewSlice, type TakenSlice, type Told } from './slice.js';

const renewMs = 3_000;
/**
 * Who has heard nothing of the database for so long sends nothing any more, whatever it still waits for: soon
 * another worker may have the slice, and a person may say that what was not sent does not exist. By a clock that
 * goes on while the process is frozen; a permit is good for less than the rest of `holdSeconds`.
 */
const lateMs = 14_000;
const lookWhetherLateMs = 500;

/** What the work on rows needs, and the database that says whether it may go on. */
export interface HeldPorts extends Omit<RunPorts, 'storage' | 'wording'> {
  readonly database: Pick<SharedDatabase, 'ask'>;
}

/** The rows of a slice that was taken, and who hears how far they are. */
export interface HeldWork {
  readonly taken: Pick<TakenSlice, 'id' | 'fence'>;
  readonly worked: RowsInProgress;
  readonly progress: {
    readonly listen: Listener;
    readonly counts: () => Pick<LeftSlice, 'done' | 'created'>;
  };
  /** The worker is to end. */
  readonly signal: AbortSignal;
}

/** How the work on a slice has ended. */
export interface HeldEnd {
  readonly end: RunEnd;
  /** What the worker was told last. */
  readonly told: Told;
  /** It has ended before its rows were done: by the signal, as it was told, or as it heard nothing. */
  readonly isHalted: boolean;
}

/** Works on the rows of a slice while the worker has it, and says again and again that it lives. */
export async function workWhileHeld(
  ports: HeldPorts,
  { taken, worked, progress, signal }: HeldWork,
): Promise<HeldEnd> {
  const { database, timing } = ports;
  const elapsed = timing.elapsed ?? timing.now;
  const stop = new AbortController();
  const halt = () => {
    stop.abort();
  };
  signal.addEventListener('abort', halt);
  if (signal.aborted) halt();
  let told = 'goOn' as Told;
  let heardMs = elapsed();
  const renew = async () => {
    const askedMs = elapsed();
    told = await renewSlice(database, taken, progress.counts());
    if (told === 'goOn') heardMs = askedMs;
    else halt();
  };
  await whileAway(renew, timing);
  const over = new AbortController();
  const every = async (ms: number, act: () => void) => {
    for (;;) {
      await timing.sleep(ms, over.signal);
      if (over.signal.aborted) return;
      act();
    }
  };
  void every(renewMs, () => {
    renew().catch(() => undefined);
  });
  void every(lookWhetherLateMs, () => {
    if (elapsed() - heardMs > lateMs) halt();
  });
  try {
    const listen = progress.listen;
    const end = await startWork(worked, worked.work, ports, { signal: stop.signal, listen });
    return { end, told, isHalted: stop.signal.aborted };
  } finally {
    // While it waits for the database, it says that it lives as soon as it can.
    await worked.journal.synced().catch(() => undefined);
    over.abort();
    signal.removeEventListener('abort', halt);
  }
}
