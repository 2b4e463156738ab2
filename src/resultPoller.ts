import type { Failure, FailureCode, Result } from './failure.js';
import { PollSchedule, type Scheduled } from './pollSchedule.js';
import type { Retrieved, RiskResult } from './riskResult.js';
import type { CancelSignal, Timing } from './transport.js';

/** How an assessment's wait ended. */
export type Waited =
  | { readonly outcome: 'ready'; readonly result: RiskResult }
  /** Still pending when the time was up or the wait was cancelled. */
  | { readonly outcome: 'pending' }
  /** Refused, or still failing at the deadline. */
  | { readonly outcome: 'failed'; readonly failure: Failure };

export interface WaitOptions {
  /** Asks once for one assessment; the client's `retrieveRiskResult`. */
  readonly retrieve: (assessmentId: string) => Promise<Result<Retrieved>>;
  readonly timing: Timing;
  /** The usual time between two polls of one assessment, default 2 s. */
  readonly intervalMs?: number;
  /** How long to wait for one assessment from when it was added, default 10 min. */
  readonly timeoutMs?: number;
  /** Polls at the same time, default 5. */
  readonly concurrency?: number;
  readonly signal?: CancelSignal | undefined;
  /** Called for each assessment as soon as its wait has ended. */
  readonly onSettled: (assessmentId: string, waited: Waited) => void;
}

/** Possibly temporary: a wait of minutes survives a service that is unavailable for one of them. */
export const temporaryFailures: ReadonlySet<FailureCode> = new Set([
  'not_sent',
  'no_answer',
  'busy',
]);

/**
 * Waits for the results of many assessments, which can be added at any time, with as few polls as
 * possible: see {@link PollSchedule}.
 */
export class ResultPoller {
  readonly #pending = new Map<string, Scheduled>();
  readonly #options: WaitOptions;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  readonly #schedule: PollSchedule;
  /** Assessments with a poll in flight. */
  readonly #underWay = new Set<Scheduled>();
  #isClosed = false;
  #isOver = false;
  #pollEnded: (() => void) | undefined;
  /** Ends the pause of {@link run}. */
  #wake: (() => void) | undefined;
  /** An error that a port threw in a poll; the next call throws it. */
  readonly #bugs: unknown[] = [];

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 2_000;
    this.#timeoutMs = options.timeoutMs ?? 600_000;
    this.#schedule = new PollSchedule(options.timing, this.#intervalMs);
  }

  /** Assessments that are waited for. */
  get size(): number {
    return this.#pending.size;
  }

  /**
   * Starts to wait for an assessment, unless it is waited for already. After the end of
   * {@link run} it settles as pending at once.
   */
  add(assessmentId: string): void {
    if (this.#pending.has(assessmentId)) return;
    this.#pending.set(assessmentId, this.#schedule.add(this.#timeoutMs));
    if (this.#isOver) this.giveUp();
    else if (this.size === 1) this.#wake?.();
  }

  /** No more assessments will be added, so {@link run} can end. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /**
   * Polls until everything has settled after {@link close}, which must be called, or until the signal
   * aborts: then the rest settles as pending. Throws what a port has thrown.
   */
  async run(): Promise<void> {
    const { signal } = this.#options;
    const isDone = () => signal?.aborted === true || (this.#isClosed && this.size === 0);
    try {
      while (!isDone()) {
        await this.begin();
        if (!isDone()) await this.#pause();
      }
      await this.polled();
    } finally {
      await this.#atMost(0);
      this.#isOver = true;
      this.giveUp();
    }
  }

  /**
   * Starts a poll for everything that is due or becomes due in the meantime. Resolves when all polls
   * have started, not when they have ended: a slow answer delays no other poll.
   */
  async begin(): Promise<void> {
    const { timing, concurrency = 5, signal } = this.#options;
    const most = Math.max(1, concurrency);
    let nowMs = timing.now();
    // A Map's iterator includes what is added in the meantime.
    for (const [assessmentId, pending] of this.#pending) {
      if (this.#underWay.has(pending) || this.#schedule.dueMs(pending) > nowMs) continue;
      if (this.#underWay.size >= most) {
        await this.#atMost(most - 1);
        nowMs = timing.now();
        // The answers may have shown that it is too early.
        if (this.#schedule.dueMs(pending) > nowMs) continue;
      }
      if (signal?.aborted === true) break;
      if (this.#pending.get(assessmentId) === pending) void this.#poll(assessmentId, pending);
    }
    this.#throwBug();
  }

  /** Resolves when all started polls have ended. */
  async polled(): Promise<void> {
    await this.#atMost(0);
    this.#throwBug();
  }

  /**
   * The time until more is due, at most the interval. A poll that is under way may make its assessment
   * due again at any time.
   */
  get dueInMs(): number {
    const nowMs = this.#options.timing.now();
    let nextMs = nowMs + this.#intervalMs / (this.#underWay.size > 0 ? 100 : 1);
    for (const pending of this.#pending.values()) {
      if (!this.#underWay.has(pending)) nextMs = Math.min(nextMs, this.#schedule.dueMs(pending));
    }
    return Math.max(0, nextMs - nowMs);
  }

  /** Settles the rest as pending. */
  giveUp(): void {
    for (const assessmentId of [...this.#pending.keys()]) {
      this.#settle(assessmentId, { outcome: 'pending' });
    }
  }

  /** Until more may be due, or until there is something to wait for, or nothing any more. */
  async #pause(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#wake = resolve;
      if (this.size === 0) return;
      const { timing, signal } = this.#options;
      timing.sleep(this.#pauseMs(), signal).then(resolve, reject);
    });
  }

  // Assessments that are added during a pause are polled in time, without checking too often.
  #pauseMs(): number {
    const longestMs = this.#isClosed
      ? Number.POSITIVE_INFINITY
      : Math.max(this.#schedule.firstPollMs, this.#intervalMs / 100);
    return Math.max(Math.min(this.dueInMs, longestMs), this.#intervalMs / 400);
  }

  /** Resolves when no more than this many polls are in flight. */
  async #atMost(polls: number): Promise<void> {
    while (this.#underWay.size > polls) {
      await new Promise<void>((resolve) => {
        this.#pollEnded = resolve;
      });
    }
  }

  #throwBug(): void {
    if (this.#bugs.length > 0) throw this.#bugs[0];
  }

  async #poll(assessmentId: string, pending: Scheduled): Promise<void> {
    this.#underWay.add(pending);
    try {
      await this.#ask(assessmentId, pending);
    } catch (error) {
      this.#bugs.push(error);
    }
    this.#underWay.delete(pending);
    this.#pollEnded?.();
  }

  async #ask(assessmentId: string, pending: Scheduled): Promise<void> {
    const { timing, retrieve } = this.#options;
    const askedMs = timing.now();
    const retrieved = await retrieve(assessmentId);
    // Given up, or added anew, in the meantime.
    if (this.#pending.get(assessmentId) !== pending) return;
    const isLast = timing.now() >= pending.deadlineMs;
    if (retrieved.ok && retrieved.value.ready) {
      this.#schedule.found(pending);
      this.#settle(assessmentId, { outcome: 'ready', result: retrieved.value.result });
    } else if (!retrieved.ok && retrieved.failure.code === 'cancelled') {
      return;
    } else if (!retrieved.ok && (isLast || !temporaryFailures.has(retrieved.failure.code))) {
      this.#settle(assessmentId, { outcome: 'failed', failure: retrieved.failure });
    } else if (isLast) {
      this.#settle(assessmentId, { outcome: 'pending' });
    } else if (retrieved.ok) {
      this.#schedule.pending(pending, askedMs);
    } else {
      this.#schedule.failed(pending);
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
