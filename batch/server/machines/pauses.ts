const firstMs = 1_000;
const longestMs = 60_000;

interface Pause {
  readonly ms: number;
  readonly untilMs: number;
}

/**
 * What has failed is tried again after a pause, which doubles with each failure up to a minute. By a clock that
 * is never set back: otherwise a pause could last for hours.
 */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();

  /** It has failed, and must not be tried yet. */
  has(key: string): boolean {
    return (this.#pauses.get(key)?.untilMs ?? 0) > performance.now();
  }

  failed(key: string): void {
    const ms = Math.min(2 * (this.#pauses.get(key)?.ms ?? firstMs / 2), longestMs);
    this.#pauses.set(key, { ms, untilMs: performance.now() + ms });
  }

  succeeded(key: string): void {
    this.#pauses.delete(key);
  }

  /** Forgets all others. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#pauses.keys()) if (!keys.has(key)) this.#pauses.delete(key);
  }
}
