const firstMs = 1_000;
const maxMs = 60_000;

interface Pause {
  readonly ms: number;
  readonly untilMs: number;
}

/** Each failure doubles the pause. If the system clock is set back, the pauses do not become longer. */
export class Backoff {
  readonly #pauses = new Map<string, Pause>();

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

  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#pauses.keys()) if (!keys.has(key)) this.#pauses.delete(key);
  }
}
