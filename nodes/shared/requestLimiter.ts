/** Limits the number of simultaneous requests. The others wait for a permit in order. */
export class RequestLimiter {
  #permits: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Runs a request as soon as there is a permit for it. */
  async run<T>(request: () => Promise<T>): Promise<T> {
    if (this.#permits > 0) this.#permits--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await request();
    } finally {
      const passOn = this.#waiting.shift();
      if (passOn === undefined) this.#permits++;
      else passOn();
    }
  }
}
