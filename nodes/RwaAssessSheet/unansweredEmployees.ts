import type { RememberedKeys } from '../shared/rememberedKeys.js';

/** An employee of whom this execution sends rows. */
interface Held {
  /** Those without an answer. */
  readonly rows: Set<string>;
  /** How many keys of the employee this execution has recorded. */
  keys: number;
  /** Another execution has sent a row of theirs, and its answer is not known. */
  isHeldElsewhere: boolean;
  lastTurn: Promise<void>;
}

/**
 * The employees of whom a row was sent without an answer, by as many keys of n8n as they have such rows: a row
 * that was corrected since has another key of its own, and is not to be sent beside what it was before. While
 * one execution holds an employee, no other sends a row of theirs.
 */
export class UnansweredEmployees {
  readonly #keys: RememberedKeys;
  readonly #held = new Map<string, Held>();

  constructor(keys: RememberedKeys) {
    this.#keys = keys;
  }

  /** Holds an employee for a row that is about to be sent. False when another execution holds them. */
  async hold(employee: string, row: string): Promise<boolean> {
    const held = this.#heldFor(employee);
    held.rows.add(row);
    await this.#inTurn(held, () => this.#record(employee, held));
    if (held.isHeldElsewhere) held.rows.delete(row);
    return !held.isHeldElsewhere;
  }

  /** Goes on to hold an employee for a row that an earlier try of this execution has sent. */
  resume(employee: string, row: string): void {
    const held = this.#heldFor(employee);
    held.rows.add(row);
    held.keys++;
  }

  /** The row has its answer, or was not sent. */
  leave(employee: string, row: string): void {
    this.#held.get(employee)?.rows.delete(row);
  }

  /** Lets n8n forget the rows that were left. */
  async end(): Promise<void> {
    await Promise.all(
      [...this.#held].map(([employee, held]) =>
        this.#inTurn(held, () => this.#release(employee, held)),
      ),
    );
  }

  /** Forgets one row of an employee: a person has said what became of it. */
  async settle(employee: string): Promise<void> {
    let keys = 0;
    while ((await this.#keys.peek(keyOf(employee, keys + 1))) === 'open') keys++;
    if (keys > 0) await this.#keys.release(keyOf(employee, keys));
  }

  #heldFor(employee: string): Held {
    const held = this.#held.get(employee) ?? {
      ...{ rows: new Set(), keys: 0, isHeldElsewhere: false },
      lastTurn: Promise.resolve(),
    };
    this.#held.set(employee, held);
    return held;
  }

  /** One after the other, so that the keys of an employee have no gaps: others look at the first one only. */
  #inTurn(held: Held, work: () => Promise<void>): Promise<void> {
    const turn = held.lastTurn.then(work);
    held.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async #release(employee: string, held: Held): Promise<void> {
    while (held.keys > held.rows.size) {
      await this.#keys.release(keyOf(employee, held.keys));
      held.keys--;
    }
    if (held.rows.size === 0) this.#held.delete(employee);
  }

  async #record(employee: string, held: Held): Promise<void> {
    while (!held.isHeldElsewhere && held.keys < held.rows.size) {
      const { state } = await this.#keys.claim(keyOf(employee, held.keys + 1));
      if (held.keys === 0 && state !== 'new') held.isHeldElsewhere = true;
      else held.keys++;
    }
  }
}

function keyOf(employee: string, number: number): string {
  return `unanswered ${number} ${employee}`;
}
