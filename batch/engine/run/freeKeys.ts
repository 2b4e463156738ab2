import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowState } from '../journal/rowState.js';

/** Keys to assign to rows, each to one row at most. */
export class FreeKeys {
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #free: Set<string>;
  readonly given = new Map<IntakeRow, string>();

  constructor(keys: Iterable<string>, states: ReadonlyMap<string, RowState>) {
    this.#free = new Set(keys);
    this.#states = states;
  }

  giveKey(row: IntakeRow, key: string | undefined): void {
    if (key !== undefined && !this.given.has(row) && this.#free.delete(key))
      this.given.set(row, key);
  }

  /** Gives the free keys whose state passes the test: first to the row that has the key, then in order. */
  give(wanting: readonly IntakeRow[], isTheirs: (state: RowState) => boolean): void {
    const own = new Set(this.#keysOf(isTheirs));
    for (const row of wanting) if (own.has(row.key)) this.giveKey(row, row.key);
    const theirs = this.#keysOf(isTheirs).values();
    for (const row of wanting) if (!this.given.has(row)) this.giveKey(row, theirs.next().value);
  }

  #keysOf(isMeant: (state: RowState) => boolean): string[] {
    return [...this.#free].filter((key) => {
      const state = this.#states.get(key);
      return state !== undefined && isMeant(state);
    });
  }
}
