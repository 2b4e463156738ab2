/** After this many results in a row that were not ready when expected, the estimate is dropped. */
const mostMissesInARow = 6;
/** A late result changes the estimate by this factor at most. */
const mostGrowth = 1.25;

/**
 * An estimate of how long results take, from the polls so far. It follows a service that gets slower
 * or faster; an unusual result changes it little, and one that never comes not at all.
 */
export class ReadyTime {
  #expectedMs: number | undefined;
  #missesInARow = 0;

  /** The expected time until a result is ready; undefined while unknown. */
  get expectedMs(): number | undefined {
    return this.#expectedMs;
  }

  /** A result was found so long after its wait began, after it was missed or not. */
  found(ageMs: number, wasMissed: boolean): void {
    const before = this.#expectedMs;
    if (!wasMissed) this.#missesInARow = 0;
    if (before === undefined) this.#expectedMs = ageMs;
    else if (ageMs < before) this.#expectedMs = (before + ageMs) / 2;
    // Otherwise it may have been ready for a long time.
    else if (wasMissed) this.#expectedMs = Math.min((before + ageMs) / 2, before * mostGrowth);
  }

  /** A result was not ready when expected. Says whether nothing is expected any more. */
  missed(): boolean {
    if (++this.#missesInARow < mostMissesInARow) return false;
    this.#missesInARow = 0;
    this.#expectedMs = undefined;
    return true;
  }
}
