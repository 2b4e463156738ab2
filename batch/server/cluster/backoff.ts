const firstMs = 1_000;
const maxMs = 60_000;

interface Pause {
  readonly ms: number;
  readonly untilMs: number;
}

/**
 * Pauses before failed work is tried again. They double with each failure, up to a minute. Their clock is never set
 * back: otherwise a pause could last for hours.
 */
export class Backoff {
  readonly #pauses = new Map<string, Pause>();

  /** Returns true if the work has failed and must not be tried yet. */
  isWaiting(key: string): boolean {
    return (this.#pauses.get(key)?.untilMs ?? 0) > performance.now();
  }

  recordFailure(key: string): void {
    const ms = Math.min(2 * (this.#pauses.get(key)?.ms ?? firstMs / 2), maxMs);
    this.#pauses.set(key, { ms, untilMs: performance.now() + ms });
  }

  recordSuccess(key: string): void {
    this.#pauses.delete(key);
  }

  /** Keeps the pauses of only these keys. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#pauses.keys()) if (!keys.has(key)) this.#pauses.delete(key);
  }
}
