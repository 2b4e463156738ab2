const firstMs = 1_000;
const maxMs = 60_000;

interface Pause {
  readonly ms: number;
  readonly untilMs: number;
}

/**
 * The pauses before failed work is retried. Each failure of the same work doubles the pause, up to a minute. The clock
 * of the pauses is never set back, because a pause could then last for hours.
 */
export class Backoff {
  readonly #pauses = new Map<string, Pause>();

  /** Returns true while work that has failed must not be retried yet. */
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

  /** Deletes the pauses of all other keys. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#pauses.keys()) if (!keys.has(key)) this.#pauses.delete(key);
  }
}
