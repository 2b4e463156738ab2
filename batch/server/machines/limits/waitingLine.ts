import type { CancelSignal } from '../../../../src/transport.js';

interface Waiter<T> {
  readonly signal: CancelSignal | undefined;
  readonly settle: (given: T | undefined) => void;
}

/** Who waits, first come, first served. */
export class WaitingLine<T> {
  readonly #waiters = new Set<Waiter<T>>();

  /** How many wait. */
  get length(): number {
    return this.#waiters.size;
  }

  /** Waits for what is given; undefined as soon as the signal comes. */
  join(signal: CancelSignal | undefined): Promise<T | undefined> {
    return new Promise((resolve) => {
      const cancel = () => {
        waiter.settle(undefined);
      };
      const waiter: Waiter<T> = {
        signal,
        settle: (given) => {
          this.#waiters.delete(waiter);
          if (signal instanceof AbortSignal) signal.removeEventListener('abort', cancel);
          resolve(given);
        },
      };
      this.#waiters.add(waiter);
      if (signal?.aborted === true) cancel();
      else if (signal instanceof AbortSignal) signal.addEventListener('abort', cancel);
    });
  }

  /** Gives to the first who waits; false when nobody does. */
  give(given: T): boolean {
    for (const waiter of this.#waiters) {
      if (waiter.signal?.aborted === true) {
        waiter.settle(undefined);
        continue;
      }
      waiter.settle(given);
      return true;
    }
    return false;
  }
}
