import type { RememberedKeys } from '../shared/rememberedKeys.js';

/** An employee whose rows this execution sends. */
interface HeldEmployee {
  /** The rows without an answer. */
  readonly rows: Set<string>;
  /** The number of keys that this execution has recorded for the employee. */
  keyCount: number;
  /** True if another execution has sent a row of this employee and has no answer. */
  isHeldElsewhere: boolean;
  /** Resolves when the latest change of the employee's keys has ended. */
  lastChange: Promise<void>;
}

/**
 * The employees with rows that were sent and have no answer. n8n has a key for each of these rows,
 * but a corrected row has another key. So the employee is held, too: while one execution holds an
 * employee, no other execution creates a first assessment of this employee, except for a row that a
 * person sends on purpose with *Off*.
 */
export class UnansweredEmployees {
  readonly #keys: RememberedKeys;
  readonly #held = new Map<string, HeldEmployee>();

  constructor(keys: RememberedKeys) {
    this.#keys = keys;
  }

  /** Holds an employee for a row that is about to be sent. Returns false if another execution holds the employee. */
  async hold(employee: string, row: string): Promise<boolean> {
    const held = this.#getHeld(employee);
    held.rows.add(row);
    await this.#runInTurn(held, () => this.#record(employee, held));
    if (held.isHeldElsewhere) held.rows.delete(row);
    return !held.isHeldElsewhere;
  }

  /** Keeps holding an employee for a row that an earlier attempt of this execution has sent. */
  resume(employee: string, row: string): void {
    const held = this.#getHeld(employee);
    held.rows.add(row);
    held.keyCount++;
  }

  /** Releases a row that has its answer, or was not sent. */
  removeRow(employee: string, row: string): void {
    this.#held.get(employee)?.rows.delete(row);
  }

  /** Deletes the released rows from n8n's memory. */
  async deleteReleased(): Promise<void> {
    await Promise.all(
      [...this.#held].map(([employee, held]) =>
        this.#runInTurn(held, () => this.#release(employee, held)),
      ),
    );
  }

  /**
   * Forgets one unanswered row of an employee: a person has settled it, or a row that was sent in
   * its place has an answer.
   */
  async settle(employee: string): Promise<void> {
    let keyCount = 0;
    while ((await this.#keys.peek(createEmployeeKey(employee, keyCount + 1))) === 'open')
      keyCount++;
    if (keyCount > 0) await this.#keys.release(createEmployeeKey(employee, keyCount));
  }

  #getHeld(employee: string): HeldEmployee {
    const held = this.#held.get(employee) ?? {
      rows: new Set(),
      keyCount: 0,
      isHeldElsewhere: false,
      lastChange: Promise.resolve(),
    };
    this.#held.set(employee, held);
    return held;
  }

  /**
   * Changes the keys of an employee one after the other, so that their numbers have no gaps: other
   * executions check only the key with the number 1 before they send.
   */
  #runInTurn(held: HeldEmployee, work: () => Promise<void>): Promise<void> {
    const turn = held.lastChange.then(work);
    held.lastChange = turn.catch(() => undefined);
    return turn;
  }

  async #release(employee: string, held: HeldEmployee): Promise<void> {
    while (held.keyCount > held.rows.size) {
      await this.#keys.release(createEmployeeKey(employee, held.keyCount));
      held.keyCount--;
    }
    if (held.rows.size === 0) this.#held.delete(employee);
  }

  async #record(employee: string, held: HeldEmployee): Promise<void> {
    while (!held.isHeldElsewhere && held.keyCount < held.rows.size) {
      const { state } = await this.#keys.claim(createEmployeeKey(employee, held.keyCount + 1));
      if (held.keyCount === 0 && state !== 'new') held.isHeldElsewhere = true;
      else held.keyCount++;
    }
  }
}

function createEmployeeKey(employee: string, number: number): string {
  return `unanswered ${number} ${employee}`;
}
