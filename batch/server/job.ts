import { isTransient } from './db/errors.js';
import { log } from './log.js';
import type { OutageLog } from './outageLog.js';

/** At most one call runs at a time. */
export interface Job {
  /** If the job is already running, runs it once more afterwards. */
  readonly run: () => void;
  /** Resolves when the current call has ended. */
  readonly end: () => Promise<void>;
}

/** Logs all errors, but an outage of the database only once. */
export function createJob(work: () => Promise<void>, outage: OutageLog): Job {
  let isWanted = false;
  let isOver = false;
  let underWay: Promise<void> | undefined;
  const drain = async () => {
    while (isWanted && !isOver) {
      isWanted = false;
      try {
        await work();
        outage.recordSuccess();
      } catch (error) {
        // The next call of `run` tries again.
        if (isTransient(error)) outage.recordFailure(error);
        else log.error({ err: error }, 'A background job failed');
      }
    }
    underWay = undefined;
  };
  return {
    run: () => {
      isWanted = true;
      underWay ??= drain();
    },
    end: () => {
      isOver = true;
      return underWay ?? Promise.resolve();
    },
  };
}
