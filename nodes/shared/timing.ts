import { sleep } from 'n8n-workflow';
import type { Timing } from '../../src/transport.js';

/** Time that ends early when the execution is cancelled. */
export function timingOf(cancel: AbortSignal | undefined): Timing {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    sleep: (milliseconds) => sleep(milliseconds, cancel).catch(() => undefined),
  };
}
