import type { Failure, FailureCode, Result } from './failure.js';
import { ReadyTime } from './readyTime.js';
import type { Retrieved, RiskResult } from './riskResult.js';
import type { CancelSignal, Timing } from './transport.js';

/** How an assessment's wait ended. */
export type Waited =
  | { readonly outcome: 'ready'; readonly result: RiskResult }
  /** Still being calculated when the time was up, or when the wait was cancelled. */
  | { readonly outcome: 'pending' }
  /** Refused, or not to be had of the service at the deadline either. */
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
  /** Hears of each assessment as soon as its wait has ended. */
  readonly onSettled: (assessmentId: string, waited: Waited) => void;
}

interface Pending {
  readonly addedMs: number;
  readonly deadlineMs: number;
  /** Polled early, to learn how long results take. */
  isProbe: boolean;
  polls: number;
  isPolled: boolean;
  /** When to poll it next, unless that follows from how long results take. */
  dueMs: number;
  /** Its age when it was last found to be pending. */
  pendingAtMs: number;
  /** Not ready when expected, or its poll failed: it backs off, whatever the others tell. */
  isLate: boolean;
}

/** More probes at a time would tell nothing new. */
const mostProbes = 6;
/** As long as it is known how long results take, one in so many is a probe. */
const assessmentsPerProbe = 16;
/** The longest time between two polls of one assessment, in intervals. */
const longestDelayIntervals = 10;

// What may pass: a wait of minutes outlives a service that is away for one of them.
const passing: ReadonlySet<FailureCode> = new Set(['not_sent', 'no_answer', 'busy']);

/**
 * Waits for the results of many assessments, which may be added at any time, and asks for each as
 * seldom as it can. A few are probes: a first poll of them comes quickly, the later ones back off
 * from an eighth of the interval to ten times it, with jitter. The others are held back until a
 * first result has told how long results take, at most for the longest pause of a probe. From then
 * on each is polled when its result should be ready; one that is not backs off too, and after some
 * in a row it begins anew.
 */
export class ResultPoller {
  readonly #pending = new Map<string, Pending>();
  readonly #options: WaitOptions;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  readonly #readyTime = new ReadyTime();
  #added = 0;
  #probes = 0;
  #underWay = 0;
  #isClosed = false;
  #isOver = false;
  #pollEnded: (() => void) | undefined;
  /** Ends the pause of {@link run}. */
  #wake: (() => void) | undefined;
  /** What a port threw in a poll; whoever calls next gets it. */
  readonly #bugs: unknown[] = [];

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 2_000;
    this.#timeoutMs = options.timeoutMs ?? 600_000;
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
    const addedMs = this.#options.timing.now();
    const expectedMs = this.#readyTime.expectedMs;
    const isProbe =
      this.#probes < mostProbes &&
      (expectedMs === undefined || this.#added % assessmentsPerProbe === 0);
    this.#added++;
    if (isProbe) this.#probes++;
    this.#pending.set(assessmentId, {
      addedMs,
      deadlineMs: addedMs + this.#timeoutMs,
      isProbe,
      polls: 0,
      isPolled: false,
      dueMs: addedMs + (isProbe ? this.#probeDelayMs() : this.#longestDelayMs()),
      pendingAtMs: Number.NEGATIVE_INFINITY,
      isLate: false,
    });
    if (this.#isOver) this.giveUp();
    else if (this.size === 1) this.#wake?.();
  }

  /** Says that nothing more will be added, so that {@link run} can end. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /**
   * Polls until all has settled after {@link close}, which must be called, or until the signal says
   * stop: what is waited for then settles as pending. Throws what a port has thrown.
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
   * Begins to ask for everything that is due, and that becomes due meanwhile. Resolves when all of it
   * has begun, not when it has ended: a slow answer holds up no other poll.
   */
  async begin(): Promise<void> {
    const { timing, concurrency = 5, signal } = this.#options;
    const most = Math.max(1, concurrency);
    let nowMs = timing.now();
    // A Map's iterator also comes to what is added meanwhile.
    for (const [assessmentId, pending] of this.#pending) {
      if (pending.isPolled || this.#dueMs(pending) > nowMs) continue;
      if (this.#underWay >= most) {
        await this.#atMost(most - 1);
        nowMs = timing.now();
        // The answers may have told that it is too early.
        if (this.#dueMs(pending) > nowMs) continue;
      }
      if (signal?.aborted === true) break;
      if (this.#pending.get(assessmentId) === pending) void this.#poll(assessmentId, pending);
    }
    this.#throwBug();
  }

  /** Resolves when all polls that were begun have ended. */
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
    let nextMs = nowMs + this.#intervalMs / (this.#underWay > 0 ? 100 : 1);
    for (const pending of this.#pending.values()) {
      if (!pending.isPolled) nextMs = Math.min(nextMs, this.#dueMs(pending));
    }
    return Math.max(0, nextMs - nowMs);
  }

  /** Settles everything that is still waited for as pending. */
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

  // What is added during a pause is polled in time, and nothing is looked through in vain too often.
  #pauseMs(): number {
    const { expectedMs } = this.#readyTime;
    const firstMs = expectedMs === undefined ? this.#intervalMs / 8 : expectedMs / 2;
    const longestMs = this.#isClosed
      ? Number.POSITIVE_INFINITY
      : Math.max(firstMs, this.#intervalMs / 100);
    return Math.max(Math.min(this.dueInMs, longestMs), this.#intervalMs / 400);
  }

  /** Resolves when no more than so many polls are under way. */
  async #atMost(polls: number): Promise<void> {
    while (this.#underWay > polls) {
      await new Promise<void>((resolve) => {
        this.#pollEnded = resolve;
      });
    }
  }

  #throwBug(): void {
    if (this.#bugs.length > 0) throw this.#bugs[0];
  }

  async #poll(assessmentId: string, pending: Pending): Promise<void> {
    pending.isPolled = true;
    this.#underWay++;
    try {
      await this.#ask(assessmentId, pending);
    } catch (error) {
      this.#bugs.push(error);
    }
    pending.isPolled = false;
    this.#underWay--;
    this.#pollEnded?.();
  }

  async #ask(assessmentId: string, pending: Pending): Promise<void> {
    const { timing, retrieve } = this.#options;
    const askedMs = timing.now();
    const retrieved = await retrieve(assessmentId);
    // Given up, or added anew, in the meantime.
    if (this.#pending.get(assessmentId) !== pending) return;
    const nowMs = timing.now();
    const isLast = nowMs >= pending.deadlineMs;
    if (retrieved.ok && retrieved.value.ready) {
      this.#readyTime.found(nowMs - pending.addedMs, pending.isLate);
      this.#settle(assessmentId, { outcome: 'ready', result: retrieved.value.result });
    } else if (!retrieved.ok && retrieved.failure.code === 'cancelled') {
      return;
    } else if (!retrieved.ok && (isLast || !passing.has(retrieved.failure.code))) {
      this.#settle(assessmentId, { outcome: 'failed', failure: retrieved.failure });
    } else if (isLast) {
      this.#settle(assessmentId, { outcome: 'pending' });
    } else {
      pending.polls++;
      pending.pendingAtMs = askedMs - pending.addedMs;
      const isMissed = retrieved.ok && !pending.isLate && this.#isOverdue(pending);
      pending.isLate ||= isMissed || !retrieved.ok;
      pending.dueMs = nowMs + this.#delayMs(pending);
      if (isMissed) this.#learnFromMiss(pending);
    }
  }

  /** Whether it was pending when its result should have been ready. */
  #isOverdue({ pendingAtMs }: Pending): boolean {
    const { expectedMs } = this.#readyTime;
    return expectedMs !== undefined && pendingAtMs >= expectedMs;
  }

  #learnFromMiss(pending: Pending): void {
    // It backs off now, and tells nothing new for long.
    if (pending.isProbe) this.#probes--;
    pending.isProbe = false;
    if (this.#readyTime.missed()) this.#beginAnew();
  }

  /** Others are the probes now, and those that are not are held back again. */
  #beginAnew(): void {
    const nowMs = this.#options.timing.now();
    this.#probes = 0;
    for (const pending of this.#pending.values()) {
      pending.isProbe = false;
      if (pending.isLate) continue;
      if (this.#probes < mostProbes) this.#makeProbe(pending);
      else pending.dueMs = nowMs + this.#longestDelayMs();
    }
  }

  /** For one that has waited already, so that it is polled at once. */
  #makeProbe(pending: Pending): void {
    pending.isProbe = true;
    pending.dueMs = this.#options.timing.now();
    this.#probes++;
  }

  #settle(assessmentId: string, waited: Waited): void {
    const isProbe = this.#pending.get(assessmentId)?.isProbe === true;
    this.#pending.delete(assessmentId);
    if (isProbe) this.#probes--;
    if (isProbe && this.#readyTime.expectedMs === undefined) this.#replaceProbe();
    this.#options.onSettled(assessmentId, waited);
    if (this.size === 0) this.#wake?.();
  }

  // A probe that ended without a result has told nothing: one of those held back takes its place.
  #replaceProbe(): void {
    for (const pending of this.#pending.values()) {
      if (pending.isProbe || pending.isLate) continue;
      this.#makeProbe(pending);
      return;
    }
  }

  // The last poll comes at the deadline, not after it.
  #dueMs(pending: Pending): number {
    const { addedMs, deadlineMs, dueMs, isProbe, polls, isLate } = pending;
    const { expectedMs } = this.#readyTime;
    const hasOwnTime = isLate || this.#isOverdue(pending) || (isProbe && polls === 0);
    if (expectedMs === undefined || hasOwnTime) return Math.min(dueMs, deadlineMs);
    return Math.min(addedMs + expectedMs, deadlineMs);
  }

  /** The time to the first poll of a probe: the others follow what it tells, so it comes early. */
  #probeDelayMs(): number {
    const { expectedMs } = this.#readyTime;
    if (expectedMs === undefined) return (this.#intervalMs / 8) * this.#jitter();
    return expectedMs * (0.5 + this.#options.timing.random() / 2);
  }

  #delayMs({ isProbe, isLate, polls }: Pending): number {
    if (!isProbe && !isLate) return this.#longestDelayMs();
    const grown = polls < 3 ? 2 ** (polls - 3) : 1.5 ** (polls - 3);
    return this.#intervalMs * Math.min(longestDelayIntervals, grown) * this.#jitter();
  }

  #longestDelayMs(): number {
    return this.#intervalMs * longestDelayIntervals * this.#jitter();
  }

  #jitter(): number {
    return 0.8 + 0.4 * this.#options.timing.random();
  }
}
