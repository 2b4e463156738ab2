import type { CancelSignal, Timing } from '../../src/transport.js';

/**
 * The time after which every request of a dead process has arrived. A person looks into the service only
 * after this time.
 */
export const arrivedMs = 120_000;

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly ring: () => void;
}

/**
 * A clock that advances only when no other work is left, so hours of waiting take no time, and the same
 * seed gives the same order of events.
 */
export class VirtualClock implements Timing {
  #nowMs = Date.UTC(2026, 10, 2, 8);
  #order = 0;
  #timers: Timer[] = [];
  #activity = 0;
  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  readonly now = (): number => this.#nowMs;

  readonly sleep = (milliseconds: number, signal?: CancelSignal): Promise<void> => {
    this.#activity++;
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = { atMs: this.#nowMs + milliseconds, order: this.#order++, ring: resolve };
      this.#timers.push(timer);
      if (!(signal instanceof AbortSignal)) return;
      const wake = () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        this.#activity++;
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
    });
  };

  /** Records an activity, so that the clock does not advance before its effects. */
  readonly note = (): void => {
    this.#activity++;
  };

  /** Advances until the work has ended. Rejects if no timer is left that could end it. */
  async advanceUntilEnd<T>(work: Promise<T>): Promise<T> {
    const state = { ended: false };
    const end = () => {
      state.ended = true;
    };
    work.then(end, end);
    for (;;) {
      await this.#waitUntilQuiet();
      if (state.ended) break;
      if (!this.#ringNext()) throw new Error('No timer is left, and the work has not ended.');
    }
    return work;
  }

  /** Advances by this time, and rings the timers that are due. */
  async advanceBy(milliseconds: number): Promise<void> {
    const untilMs = this.#nowMs + milliseconds;
    for (;;) {
      await this.#waitUntilQuiet();
      const next = this.#findNext();
      if (next === undefined || next.atMs > untilMs) break;
      this.#ringNext();
    }
    this.#nowMs = untilMs;
  }

  #findNext(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      const isSooner =
        next === undefined ||
        timer.atMs < next.atMs ||
        (timer.atMs === next.atMs && timer.order < next.order);
      if (isSooner) next = timer;
    }
    return next;
  }

  #ringNext(): boolean {
    const next = this.#findNext();
    if (next === undefined) return false;
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    next.ring();
    return true;
  }

  /** Resolves after several turns of the event loop without any activity. */
  async #waitUntilQuiet(): Promise<void> {
    for (let quietTurns = 0; quietTurns < maxQuietTurns; quietTurns++) {
      const before = this.#activity;
      await new Promise((resolve) => setImmediate(resolve));
      // The loop increments this to 0.
      if (this.#activity !== before) quietTurns = -1;
    }
  }
}

/** The engine never takes more turns of the event loop than this between two recorded activities. */
const maxQuietTurns = 4;
