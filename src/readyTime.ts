/** After so many results in a row that were not ready when expected, nothing is expected any more. */
const mostMissesInARow = 6;
/** A result that is ready late changes what is expected by this factor at the most. */
const mostGrowth = 1.25;

/**
 * How long results take from when their wait began, as polls have told so far. It follows a service
 * that gets slower or faster; an odd result changes it little, and one that never comes not at all.
 */
export class ReadyTime {
  #expectedMs: number | undefined;
  #missesInARow = 0;

  /** After this time a result is expected to be ready; undefined as long as nobody knows. */
  get expectedMs(): number | undefined {
    return this.#expectedMs;
  }

  /** A result was found so long after its wait began, after it was missed or not. */
  found(ageMs: number, wasMissed: boolean): void {
    const before = this.#expectedMs;
    if (!wasMissed) this.#missesInARow = 0;
    if (before === undefined) this.#expectedMs = ageMs;
    else if (ageMs < before) this.#expectedMs = (before + ageMs) / 2;
    // Otherwise it may have been ready for long.
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
