import { ReadyTime } from './readyTime.js';
import type { Timing } from './transport.js';

export interface Scheduled {
  readonly addedMs: number;
  /** The time of the last poll. */
  readonly deadlineMs: number;
  /** True if it is polled early, to learn how long results take. */
  isProbe: boolean;
  polls: number;
  /** `PollSchedule.computeDueMs` may use the expected time instead. */
  dueMs: number;
  /** The age of the assessment at the last poll that found it pending. */
  pendingAtMs: number;
  /** True if it was not ready when expected or a poll failed: it backs off on its own schedule. */
  isLate: boolean;
}

/** More probes at a time would not improve the estimate. */
const maxProbes = 6;
/** Once the ready time is known, every 16th added assessment is a probe, up to {@link maxProbes}. */
const assessmentsPerProbe = 16;
/**
 * A halfway probe is not worth a poll if it would be earlier by less than this fraction of the
 * estimate.
 */
const sufficientPrecision = 0.05;
/** The longest backoff between two polls of one assessment, in intervals and without drawJitter. */
const maxDelayIntervals = 10;

/**
 * Makes few polls that are too early. At first, a few assessments are probes: they are polled after
 * an eighth of the interval, and then with a backoff. The other assessments wait for the first
 * result, but no longer than the longest pause of a probe. Afterwards, each assessment is polled
 * when its result should be ready. If the result is not ready, the assessment backs off, too; after
 * several misses in a row, the schedule restarts. Usually, the first result was ready some time
 * before its poll. So one assessment after the other becomes a halfway probe: it is polled halfway
 * between the oldest pending age and the expected age.
 */
export class PollSchedule {
  readonly #timing: Timing;
  readonly #intervalMs: number;
  readonly #all = new Set<Scheduled>();
  readonly #readyTime = new ReadyTime();
  #addedCount = 0;
  #probeCount = 0;
  #newestMs = 0;
  /** The greatest age at which a result was still pending. */
  #oldestPendingMs = 0;
  #halfwayProbe: Scheduled | undefined;

  constructor(timing: Timing, intervalMs: number) {
    this.#timing = timing;
    this.#intervalMs = intervalMs;
  }

  /** About the shortest time until an assessment that is added now may be due. */
  get firstPollMs(): number {
    const { expectedMs } = this.#readyTime;
    return expectedMs === undefined ? this.#intervalMs / 8 : expectedMs / 2;
  }

  add(timeoutMs: number): Scheduled {
    const addedMs = this.#timing.now();
    this.#newestMs = addedMs;
    const isKnown = this.#readyTime.expectedMs !== undefined;
    const isProbe =
      this.#probeCount < maxProbes && (!isKnown || this.#addedCount % assessmentsPerProbe === 0);
    this.#addedCount++;
    if (isProbe) this.#probeCount++;
    const scheduled = {
      addedMs,
      deadlineMs: addedMs + timeoutMs,
      isProbe,
      polls: 0,
      dueMs: addedMs + (isProbe ? this.#chooseFirstProbeMs() : this.#chooseMaxDelayMs()),
      pendingAtMs: Number.NEGATIVE_INFINITY,
      isLate: false,
    };
    this.#all.add(scheduled);
    return scheduled;
  }

  /** Returns the time of the next poll. The last poll is at the deadline. */
  computeDueMs(scheduled: Scheduled): number {
    const { addedMs, deadlineMs, dueMs, isProbe, polls, isLate } = scheduled;
    const { expectedMs } = this.#readyTime;
    const hasOwnTime = isLate || this.#isOverdue(scheduled) || (isProbe && polls === 0);
    if (expectedMs === undefined || hasOwnTime) return Math.min(dueMs, deadlineMs);
    return Math.min(addedMs + expectedMs, deadlineMs);
  }

  recordResult({ addedMs, isLate }: Scheduled): void {
    this.#readyTime.recordResult(this.#timing.now() - addedMs, isLate);
    this.#addHalfwayProbe();
  }

  recordPending(scheduled: Scheduled, polledMs: number): void {
    scheduled.pendingAtMs = polledMs - scheduled.addedMs;
    this.#oldestPendingMs = Math.max(this.#oldestPendingMs, scheduled.pendingAtMs);
    const isMissed = !scheduled.isLate && this.#isOverdue(scheduled);
    scheduled.isLate ||= isMissed;
    this.#backOff(scheduled);
    this.#addHalfwayProbe();
    if (!isMissed) return;
    // It backs off from now on, so another assessment should be a probe in its place.
    if (scheduled.isProbe) this.#probeCount--;
    scheduled.isProbe = false;
    if (this.#readyTime.recordMiss()) this.#restart();
  }

  recordFailure(scheduled: Scheduled): void {
    scheduled.isLate = true;
    this.#backOff(scheduled);
  }

  remove(scheduled: Scheduled): void {
    this.#all.delete(scheduled);
    if (scheduled === this.#halfwayProbe) {
      this.#halfwayProbe = undefined;
      this.#addHalfwayProbe();
    }
    if (!scheduled.isProbe) return;
    this.#probeCount--;
    // The probe ended without a result, so another assessment takes its place.
    if (this.#readyTime.expectedMs === undefined) this.#makeProbes(this.#probeCount + 1);
  }

  #isOverdue({ pendingAtMs }: Scheduled): boolean {
    const { expectedMs } = this.#readyTime;
    return expectedMs !== undefined && pendingAtMs >= expectedMs;
  }

  #backOff(scheduled: Scheduled): void {
    if (scheduled === this.#halfwayProbe) this.#halfwayProbe = undefined;
    scheduled.polls++;
    scheduled.dueMs = this.#timing.now() + this.#chooseDelayMs(scheduled);
  }

  #restart(): void {
    const nowMs = this.#timing.now();
    this.#probeCount = 0;
    this.#oldestPendingMs = 0;
    for (const scheduled of this.#all) {
      scheduled.isProbe = false;
      if (!scheduled.isLate) scheduled.dueMs = nowMs + this.#chooseMaxDelayMs();
    }
    this.#makeProbes(maxProbes);
  }

  #addHalfwayProbe(): void {
    const { expectedMs } = this.#readyTime;
    if (expectedMs === undefined || this.#halfwayProbe !== undefined) return;
    const ageMs = (this.#oldestPendingMs + expectedMs) / 2;
    if (expectedMs - ageMs < expectedMs * sufficientPrecision) return;
    const nowMs = this.#timing.now();
    if (nowMs - this.#newestMs > ageMs) return;
    for (const scheduled of this.#all) {
      if (scheduled.polls > 0 || scheduled.isProbe || nowMs - scheduled.addedMs > ageMs) continue;
      this.#halfwayProbe = scheduled;
      scheduled.isProbe = true;
      scheduled.dueMs = scheduled.addedMs + ageMs;
      this.#probeCount++;
      return;
    }
  }

  #makeProbes(limit: number): void {
    for (const scheduled of this.#all) {
      if (this.#probeCount >= limit) return;
      if (scheduled.isProbe || scheduled.isLate) continue;
      scheduled.isProbe = true;
      scheduled.dueMs = this.#timing.now();
      this.#probeCount++;
    }
  }

  /** Returns a short time, because other assessments depend on the first probe. */
  #chooseFirstProbeMs(): number {
    const { expectedMs } = this.#readyTime;
    if (expectedMs === undefined) return (this.#intervalMs / 8) * this.#drawJitter();
    return expectedMs * (0.5 + this.#timing.random() / 2);
  }

  #chooseDelayMs({ isProbe, isLate, polls }: Scheduled): number {
    if (!isProbe && !isLate) return this.#chooseMaxDelayMs();
    // The first delays double until they reach the interval; then each is 1.5 times the one before.
    const intervals = polls < 3 ? 2 ** (polls - 3) : 1.5 ** (polls - 3);
    return this.#intervalMs * Math.min(maxDelayIntervals, intervals) * this.#drawJitter();
  }

  #chooseMaxDelayMs(): number {
    return this.#intervalMs * maxDelayIntervals * this.#drawJitter();
  }

  /** Assessments that were added together should not be polled together. */
  #drawJitter(): number {
    return 0.8 + 0.4 * this.#timing.random();
  }
}
