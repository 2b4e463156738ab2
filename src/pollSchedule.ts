import { ReadyTime } from './readyTime.js';
import type { Timing } from './transport.js';

/** An assessment with a pending result. */
export interface Scheduled {
  readonly addedMs: number;
  readonly deadlineMs: number;
  /** Polled early, to learn how long results take. */
  isProbe: boolean;
  polls: number;
  /** When to poll it next, unless that follows from how long results take. */
  dueMs: number;
  /** Its age when it was last found to be pending. */
  pendingAtMs: number;
  /** Not ready when expected, or its poll failed: it backs off, whatever the others tell. */
  isLate: boolean;
}

/** More probes at a time would tell nothing new. */
const mostProbes = 6;
/** Once it is known how long results take, one assessment in this many is a probe. */
const assessmentsPerProbe = 16;
/** How much earlier than expected a result may be ready, as a fraction. */
const goodEnough = 0.05;
/** The longest time between two polls of one assessment, in intervals. */
const longestDelayIntervals = 10;

/**
 * When to poll each of many assessments, so that few polls come too early. A few are probes: a first
 * poll of them comes quickly, the later ones back off from an eighth of the interval to ten times
 * it, with jitter. The others are held back until a first result has told how long results take, at
 * most for the longest pause of a probe. From then on each is polled when its result should be
 * ready; one that is not backs off too, and after several in a row the schedule starts over.
 * A first result is usually found some time after it was ready. So one assessment after the other
 * becomes a halfway probe: it is polled halfway between the oldest pending age and the expected one,
 * which halves the uncertainty each time.
 */
export class PollSchedule {
  readonly #timing: Timing;
  readonly #intervalMs: number;
  readonly #all = new Set<Scheduled>();
  readonly #readyTime = new ReadyTime();
  #added = 0;
  #probes = 0;
  #newestMs = 0;
  /** The greatest age at which a result was still pending. */
  #oldestPendingMs = 0;
  #halfwayProbe: Scheduled | undefined;

  constructor(timing: Timing, intervalMs: number) {
    this.#timing = timing;
    this.#intervalMs = intervalMs;
  }

  /** The shortest time after which an assessment that is added now may be due. */
  get firstPollMs(): number {
    const { expectedMs } = this.#readyTime;
    return expectedMs === undefined ? this.#intervalMs / 8 : expectedMs / 2;
  }

  /** Adds an assessment, whose last poll comes after this time. */
  add(timeoutMs: number): Scheduled {
    const addedMs = this.#timing.now();
    this.#newestMs = addedMs;
    const isKnown = this.#readyTime.expectedMs !== undefined;
    const isProbe =
      this.#probes < mostProbes && (!isKnown || this.#added % assessmentsPerProbe === 0);
    this.#added++;
    if (isProbe) this.#probes++;
    const scheduled = {
      addedMs,
      deadlineMs: addedMs + timeoutMs,
      isProbe,
      polls: 0,
      dueMs: addedMs + (isProbe ? this.#firstProbeMs() : this.#longestDelayMs()),
      pendingAtMs: Number.NEGATIVE_INFINITY,
      isLate: false,
    };
    this.#all.add(scheduled);
    return scheduled;
  }

  /** When to poll it. The last poll comes at the deadline, not after it. */
  dueMs(scheduled: Scheduled): number {
    const { addedMs, deadlineMs, dueMs, isProbe, polls, isLate } = scheduled;
    const { expectedMs } = this.#readyTime;
    const hasOwnTime = isLate || this.#isOverdue(scheduled) || (isProbe && polls === 0);
    if (expectedMs === undefined || hasOwnTime) return Math.min(dueMs, deadlineMs);
    return Math.min(addedMs + expectedMs, deadlineMs);
  }

  /** A poll has found its result. */
  found({ addedMs, isLate }: Scheduled): void {
    this.#readyTime.found(this.#timing.now() - addedMs, isLate);
    this.#addHalfwayProbe();
  }

  /** A poll that was sent at this time has found it pending. */
  pending(scheduled: Scheduled, askedMs: number): void {
    scheduled.pendingAtMs = askedMs - scheduled.addedMs;
    this.#oldestPendingMs = Math.max(this.#oldestPendingMs, scheduled.pendingAtMs);
    const isMissed = !scheduled.isLate && this.#isOverdue(scheduled);
    scheduled.isLate ||= isMissed;
    this.#backOff(scheduled);
    this.#addHalfwayProbe();
    if (!isMissed) return;
    // It backs off now and provides no new information for a while.
    if (scheduled.isProbe) this.#probes--;
    scheduled.isProbe = false;
    if (this.#readyTime.missed()) this.#beginAnew();
  }

  /** A poll has failed, perhaps temporarily. */
  failed(scheduled: Scheduled): void {
    scheduled.isLate = true;
    this.#backOff(scheduled);
  }

  /** Its wait has ended. */
  remove(scheduled: Scheduled): void {
    this.#all.delete(scheduled);
    if (scheduled === this.#halfwayProbe) {
      this.#halfwayProbe = undefined;
      this.#addHalfwayProbe();
    }
    if (!scheduled.isProbe) return;
    this.#probes--;
    // A probe that ended without a result has told nothing: one of those held back takes its place.
    if (this.#readyTime.expectedMs === undefined) this.#makeProbes(this.#probes + 1);
  }

  #isOverdue({ pendingAtMs }: Scheduled): boolean {
    const { expectedMs } = this.#readyTime;
    return expectedMs !== undefined && pendingAtMs >= expectedMs;
  }

  #backOff(scheduled: Scheduled): void {
    if (scheduled === this.#halfwayProbe) this.#halfwayProbe = undefined;
    scheduled.polls++;
    scheduled.dueMs = this.#timing.now() + this.#delayMs(scheduled);
  }

  /** Chooses new probes; the others wait again. */
  #beginAnew(): void {
    const nowMs = this.#timing.now();
    this.#probes = 0;
    this.#oldestPendingMs = 0;
    for (const scheduled of this.#all) {
      scheduled.isProbe = false;
      if (!scheduled.isLate) scheduled.dueMs = nowMs + this.#longestDelayMs();
    }
    this.#makeProbes(mostProbes);
  }

  /** Polls the one that is the first to have the age that tells most, unless enough is known. */
  #addHalfwayProbe(): void {
    const { expectedMs } = this.#readyTime;
    if (expectedMs === undefined || this.#halfwayProbe !== undefined) return;
    const ageMs = (this.#oldestPendingMs + expectedMs) / 2;
    if (expectedMs - ageMs < expectedMs * goodEnough) return;
    const nowMs = this.#timing.now();
    if (nowMs - this.#newestMs > ageMs) return;
    for (const scheduled of this.#all) {
      if (scheduled.polls > 0 || scheduled.isProbe || nowMs - scheduled.addedMs > ageMs) continue;
      this.#halfwayProbe = scheduled;
      scheduled.isProbe = true;
      scheduled.dueMs = scheduled.addedMs + ageMs;
      this.#probes++;
      return;
    }
  }

  /** Makes at most this many of those that have waited longest probes, which are polled at once. */
  #makeProbes(most: number): void {
    for (const scheduled of this.#all) {
      if (this.#probes >= most) return;
      if (scheduled.isProbe || scheduled.isLate) continue;
      scheduled.isProbe = true;
      scheduled.dueMs = this.#timing.now();
      this.#probes++;
    }
  }

  /** The time to the first poll of a probe: the others follow what it tells, so it comes early. */
  #firstProbeMs(): number {
    const { expectedMs } = this.#readyTime;
    if (expectedMs === undefined) return (this.#intervalMs / 8) * this.#jitter();
    return expectedMs * (0.5 + this.#timing.random() / 2);
  }

  #delayMs({ isProbe, isLate, polls }: Scheduled): number {
    if (!isProbe && !isLate) return this.#longestDelayMs();
    const grown = polls < 3 ? 2 ** (polls - 3) : 1.5 ** (polls - 3);
    return this.#intervalMs * Math.min(longestDelayIntervals, grown) * this.#jitter();
  }

  #longestDelayMs(): number {
    return this.#intervalMs * longestDelayIntervals * this.#jitter();
  }

  #jitter(): number {
    return 0.8 + 0.4 * this.#timing.random();
  }
}
