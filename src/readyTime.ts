/** If this many results in a row are not ready when expected, the estimate is dropped. */
const maxConsecutiveMisses = 6;
/** A late result changes the estimate by this factor at most. */
const maxGrowth = 1.25;

/**
 * Estimates when a result is ready. The estimate follows a service that gets slower or faster, by
 * at most half for each result.
 */
export class ReadyTime {
  #expectedMs: number | undefined;
  #consecutiveMisses = 0;

  get expectedMs(): number | undefined {
    return this.#expectedMs;
  }

  /** `wasMissed` is true if the result was not ready when expected, or a poll had failed. */
  recordResult(ageMs: number, wasMissed: boolean): void {
    const before = this.#expectedMs;
    if (!wasMissed) this.#consecutiveMisses = 0;
    // A greater age counts only after a miss: otherwise the result may have been ready long before.
    if (before === undefined) this.#expectedMs = ageMs;
    else if (ageMs < before) this.#expectedMs = (before + ageMs) / 2;
    else if (wasMissed) this.#expectedMs = Math.min((before + ageMs) / 2, before * maxGrowth);
  }

  /** Returns whether the estimate was dropped. */
  recordMiss(): boolean {
    if (++this.#consecutiveMisses < maxConsecutiveMisses) return false;
    this.#consecutiveMisses = 0;
    this.#expectedMs = undefined;
    return true;
  }
}
