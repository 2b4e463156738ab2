import { isTransient } from './db/errors.js';
import { log } from './log.js';
import type { OutageLog } from './outageLog.js';

/** Background work that can be started again and again, with at most one call at a time. */
export interface Job {
  /** Runs the job. If it is already running, runs it once more afterwards. */
  readonly run: () => void;
  /** Stops the job. Resolves when its current call has ended. */
  readonly end: () => Promise<void>;
}

/** Creates a job. Logs all its errors, but an outage of the database only once. */
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
