import { Refused } from '../refused.js';

/** Lets only so many of a kind run at once, and refuses the others with a time to come again. */
export class AtOnce {
  readonly #max: number;
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#running >= this.#max) {
      throw new Refused('busy', 'Too many uploads are under way. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      });
    }
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
