import type { Client } from '../../../src/client.js';
import type { Failure, Result } from '../../../src/failure.js';
import type { Timing } from '../../../src/transport.js';
import { ResultPoller, type Waited } from '../../../src/waiting.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { RequestLimiter } from './limiter.js';

/** The dependencies of the waits for results. */
export interface WaitPorts {
  /** Polls a result once; the wait itself repeats the poll and keeps its limit. */
  readonly poller: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
}

/** The limits of the waits. */
export interface WaitLimits {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The maximum number of concurrent polls. */
  readonly concurrency: number;
}

/** The limits of the waits, and callbacks for their results. */
export interface WaitOptions extends WaitLimits {
  readonly signal: AbortSignal;
  /** Called with the answer to each poll. */
  readonly onAnswer: (answer: Result<unknown>) => void;
  /** Called when the wait for a result has ended, with its failure if there is one. */
  readonly onEnd: (failure: Failure | undefined) => void;
}

/** A row that waits for a result. */
interface Waiter {
  readonly row: PlannedRow;
  readonly settle: (waited: Waited) => void;
}

/** Polls the results that rows wait for. */
export class PendingResults {
  readonly #signal: AbortSignal;
  readonly #poller: ResultPoller;
  // A service that deduplicates requests may return the same assessment for two rows.
  readonly #waiters = new Map<string, Waiter[]>();

  constructor({ poller, limiter, timing }: WaitPorts, options: WaitOptions) {
    const { signal, onAnswer, onEnd } = options;
    this.#signal = signal;
    this.#poller = new ResultPoller({
      // If the clock is set back, a poll must not be delayed for hours.
      timing: { ...timing, now: timing.elapsed ?? timing.now },
      signal,
      intervalMs: options.pollIntervalMs,
      timeoutMs: options.pollTimeoutMs,
      concurrency: options.concurrency,
      retrieve: async (assessmentId) => {
        await limiter.acquireStart(signal);
        const [waiter] = this.#waiters.get(assessmentId) ?? [];
        const call = { signal, context: waiter?.row.number };
        const answer = await poller.retrieveRiskResult(assessmentId, call);
        onAnswer(answer);
        return answer;
      },
      onSettled: (assessmentId, waited) => {
        onEnd(waited.outcome === 'failed' ? waited.failure : undefined);
        const waiters = this.#waiters.get(assessmentId) ?? [];
        this.#waiters.delete(assessmentId);
        // The next request is sent first.
        void limiter.promisesSettled().then(() => {
          for (const { settle } of waiters) settle(waited);
        });
      },
    });
  }

  /** Polls until it is closed and no row waits. */
  async run(): Promise<void> {
    await this.#poller.run();
  }

  /** Declares that no further row will wait. */
  close(): void {
    this.#poller.close();
  }

  /** Waits for the result of a row's assessment; after an interruption, the result is pending at once. */
  waitForResult(assessmentId: string, row: PlannedRow): Promise<Waited> {
    if (this.#signal.aborted) return Promise.resolve({ outcome: 'pending' });
    return new Promise((settle) => {
      const waiters = this.#waiters.get(assessmentId);
      if (waiters !== undefined) {
        waiters.push({ row, settle });
        return;
      }
      this.#waiters.set(assessmentId, [{ row, settle }]);
      this.#poller.add(assessmentId);
    });
  }
}
