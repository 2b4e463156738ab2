import type { Failure, FailureCode, Result } from './failure.js';
import { PollSchedule, type Scheduled } from './pollSchedule.js';
import type { Retrieved, RiskResult } from './riskResult.js';
import type { CancelSignal, Timing } from './transport.js';

/** The outcome of waiting for one assessment. */
export type Waited =
  | { readonly outcome: 'ready'; readonly result: RiskResult }
  /** Still pending when the time was up or the wait ended early. */
  | { readonly outcome: 'pending' }
  /** Failed for good, such as by a refusal, or still failing at the deadline. */
  | { readonly outcome: 'failed'; readonly failure: Failure };

export interface WaitOptions {
  readonly retrieve: (assessmentId: string) => Promise<Result<Retrieved>>;
  readonly timing: Timing;
  /** The unit of the pauses between two polls, default 2 s. */
  readonly intervalMs?: number;
  /** How long to wait for one assessment after it was added, default 10 min. */
  readonly timeoutMs?: number;
  /** Limits the polls in flight, default 5. */
  readonly concurrency?: number;
  readonly signal?: CancelSignal | undefined;
  readonly onSettled: (assessmentId: string, waited: Waited) => void;
}

/** The failures after which the wait continues, for example during an outage of a minute. */
export const temporaryFailures: ReadonlySet<FailureCode> = new Set([
  'not_sent',
  'no_answer',
  'busy',
]);

/** Assessments can be added at any time. See {@link PollSchedule} for the times of polls. */
export class ResultPoller {
  readonly #pending = new Map<string, Scheduled>();
  readonly #options: WaitOptions;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  readonly #schedule: PollSchedule;
  readonly #inFlight = new Set<Scheduled>();
  #isClosed = false;
  #isOver = false;
  #pollEnded: (() => void) | undefined;
  /** Ends the current pause of {@link run}. */
  #wake: (() => void) | undefined;
  readonly #bugs: unknown[] = [];

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 2_000;
    this.#timeoutMs = options.timeoutMs ?? 600_000;
    this.#schedule = new PollSchedule(options.timing, this.#intervalMs);
  }

  get size(): number {
    return this.#pending.size;
  }

  /** After the end of {@link run}, the assessment settles as pending at once. */
  add(assessmentId: string): void {
    if (this.#pending.has(assessmentId)) return;
    this.#pending.set(assessmentId, this.#schedule.add(this.#timeoutMs));
    if (this.#isOver) this.settleRest();
    else if (this.size === 1) this.#wake?.();
  }

  /** Lets {@link run} end after the last assessment. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /**
   * Polls until all assessments have settled, or until the signal aborts. A pause without any
   * assessment ends only at {@link add} or {@link close}, not when the signal aborts. At the end,
   * also after an error, the remaining assessments settle as pending. Throws the first error of
   * `retrieve`, `timing` or `onSettled`.
   */
  async run(): Promise<void> {
    const { signal } = this.#options;
    const isDone = () => signal?.aborted === true || (this.#isClosed && this.size === 0);
    try {
      while (!isDone()) {
        await this.startDuePolls();
        if (!isDone()) await this.#pause();
      }
      await this.waitForPolls();
    } finally {
      await this.#waitForAtMost(0);
      this.#isOver = true;
      this.settleRest();
    }
  }

  /** Waits for an answer only while `concurrency` polls are in flight. */
  async startDuePolls(): Promise<void> {
    const { timing, concurrency = 5, signal } = this.#options;
    const maxPolls = Math.max(1, concurrency);
    let nowMs = timing.now();
    // A Map's iterator includes entries that are added in the meantime.
    for (const [assessmentId, pending] of this.#pending) {
      if (this.#inFlight.has(pending) || this.#schedule.computeDueMs(pending) > nowMs) continue;
      if (this.#inFlight.size >= maxPolls) {
        await this.#waitForAtMost(maxPolls - 1);
        nowMs = timing.now();
        // The answers may have shown that this poll would be too early.
        if (this.#schedule.computeDueMs(pending) > nowMs) continue;
      }
      if (signal?.aborted === true) break;
      if (this.#pending.get(assessmentId) === pending) void this.#poll(assessmentId, pending);
    }
    this.#throwBug();
  }

  async waitForPolls(): Promise<void> {
    await this.#waitForAtMost(0);
    this.#throwBug();
  }

  /**
   * The time until the next poll: at most the interval, and less while answers may make assessments
   * due at any time.
   */
  get dueInMs(): number {
    const nowMs = this.#options.timing.now();
    let nextMs = nowMs + this.#intervalMs / (this.#inFlight.size > 0 ? 100 : 1);
    for (const pending of this.#pending.values()) {
      if (!this.#inFlight.has(pending))
        nextMs = Math.min(nextMs, this.#schedule.computeDueMs(pending));
    }
    return Math.max(0, nextMs - nowMs);
  }

  settleRest(): void {
    for (const assessmentId of [...this.#pending.keys()]) {
      this.#settle(assessmentId, { outcome: 'pending' });
    }
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#wake = resolve;
      if (this.size === 0) return;
      const { timing, signal } = this.#options;
      timing.sleep(this.#choosePauseMs(), signal).then(resolve, reject);
    });
  }

  // The pause is short enough for assessments that are added meanwhile, and long enough to avoid a
  // busy loop.
  #choosePauseMs(): number {
    const longestMs = this.#isClosed
      ? Number.POSITIVE_INFINITY
      : Math.max(this.#schedule.firstPollMs, this.#intervalMs / 100);
    return Math.max(Math.min(this.dueInMs, longestMs), this.#intervalMs / 400);
  }

  async #waitForAtMost(polls: number): Promise<void> {
    while (this.#inFlight.size > polls) {
      await new Promise<void>((resolve) => {
        this.#pollEnded = resolve;
      });
    }
  }

  #throwBug(): void {
    if (this.#bugs.length > 0) throw this.#bugs[0];
  }

  async #poll(assessmentId: string, pending: Scheduled): Promise<void> {
    this.#inFlight.add(pending);
    try {
      await this.#retrieve(assessmentId, pending);
    } catch (error) {
      this.#bugs.push(error);
    }
    this.#inFlight.delete(pending);
    this.#pollEnded?.();
  }

  async #retrieve(assessmentId: string, pending: Scheduled): Promise<void> {
    const { timing, retrieve } = this.#options;
    const polledMs = timing.now();
    const retrieved = await retrieve(assessmentId);
    // The assessment was settled, or added again, in the meantime.
    if (this.#pending.get(assessmentId) !== pending) return;
    const isLast = timing.now() >= pending.deadlineMs;
    if (retrieved.ok && retrieved.value.ready) {
      this.#schedule.recordResult(pending);
      this.#settle(assessmentId, { outcome: 'ready', result: retrieved.value.result });
    } else if (!retrieved.ok && retrieved.failure.code === 'cancelled') {
      return;
    } else if (!retrieved.ok && (isLast || !temporaryFailures.has(retrieved.failure.code))) {
      this.#settle(assessmentId, { outcome: 'failed', failure: retrieved.failure });
    } else if (isLast) {
      this.#settle(assessmentId, { outcome: 'pending' });
    } else if (retrieved.ok) {
      this.#schedule.recordPending(pending, polledMs);
    } else {
      this.#schedule.recordFailure(pending);
    }
  }

  #settle(assessmentId: string, waited: Waited): void {
    const pending = this.#pending.get(assessmentId);
    this.#pending.delete(assessmentId);
    if (pending !== undefined) this.#schedule.remove(pending);
    this.#options.onSettled(assessmentId, waited);
    if (this.size === 0) this.#wake?.();
  }
}
