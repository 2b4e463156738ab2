import type { Client } from '../../../src/client.js';
import type { Failure, Result } from '../../../src/failure.js';
import type { Timing } from '../../../src/transport.js';
import { ResultPoller, type Waited } from '../../../src/waiting.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { RequestLimiter } from './limiter.js';

/** What the waits need from outside. */
export interface WaitPorts {
  /** Polls a result once: the wait polls again by itself, and keeps its bound. */
  readonly poller: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
}

/** The limits of the waits. */
export interface WaitLimits {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The most polls at the same time. */
  readonly concurrency: number;
}

/** The limits, and who is told of what comes back. */
export interface WaitOptions extends WaitLimits {
  readonly signal: AbortSignal;
  /** Called with the answer to each poll. */
  readonly onAnswer: (answer: Result<unknown>) => void;
  /** Called when the wait for a result has ended, with what made it fail. */
  readonly onEnd: (failure: Failure | undefined) => void;
}

/** A row that waits for a result. */
interface Waiter {
  readonly row: PlannedRow;
  readonly settle: (waited: Waited) => void;
}

/** The results that rows wait for. */
export class PendingResults {
  readonly #signal: AbortSignal;
  readonly #poller: ResultPoller;
  // A service that deduplicates may give two rows the same assessment.
  readonly #waiters = new Map<string, Waiter[]>();

  constructor({ poller, limiter, timing }: WaitPorts, options: WaitOptions) {
    const { signal, onAnswer, onEnd } = options;
    this.#signal = signal;
    this.#poller = new ResultPoller({
      // A clock that is set back must not put off a poll for hours.
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
        // The next request goes out first.
        void limiter.promisesSettled().then(() => {
          for (const { settle } of waiters) settle(waited);
        });
      },
    });
  }

  /** Polls until it is closed and nothing is left to wait for. */
  async run(): Promise<void> {
    await this.#poller.run();
  }

  /** No further row will wait. */
  close(): void {
    this.#poller.close();
  }

  /** Waits for the result of a row's assessment; after an interruption it is pending at once. */
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
