import { sleep } from 'n8n-workflow';
import type { Timing } from '../../src/transport.js';

/** Creates the timing of an execution. A sleep ends early if the execution is cancelled. */
export function createTiming(cancel: AbortSignal | undefined): Timing {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    sleep: (milliseconds) =>
      cancel === undefined ? sleep(milliseconds) : sleepUnlessAborted(milliseconds, cancel),
  };
}

// The `sleep` of n8n 1.122 and 2.0 ignores the signal.
function sleepUnlessAborted(milliseconds: number, cancel: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel.removeEventListener('abort', end);
      resolve();
    };
    if (cancel.aborted) {
      resolve();
      return;
    }
    cancel.addEventListener('abort', end);
    void sleep(milliseconds, cancel).then(end, end);
  });
}
