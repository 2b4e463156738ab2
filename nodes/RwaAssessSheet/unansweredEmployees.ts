import type { RememberedKeys } from '../shared/rememberedKeys.js';

type KeyState = Awaited<ReturnType<RememberedKeys['claim']>>;

/** An employee whose rows this execution sends. */
interface Held {
  readonly rows: Set<string>;
  /** Another row of theirs was sent, and its answer is not known. */
  isOfOthers: boolean;
  mayBeSent?: Promise<boolean>;
}

/**
 * The employees of whom a row was sent without an answer, by a key of n8n for each: a row that was corrected
 * since has another key of its own, and is not to be sent beside what it was before.
 */
export class UnansweredEmployees {
  readonly #keys: RememberedKeys;
  readonly #held = new Map<string, Held>();

  constructor(keys: RememberedKeys) {
    this.#keys = keys;
  }

  /**
   * Holds an employee for a row. False when another row of theirs has no answer, and none of the other rows of
   * the workbook is that one, as `statesOfOthers` say.
   */
  async hold(
    employee: string,
    row: string,
    statesOfOthers: () => Promise<readonly KeyState[]>,
  ): Promise<boolean> {
    const held = this.#heldFor(employee, row);
    held.mayBeSent ??= this.#ask(held, employee, statesOfOthers);
    return held.mayBeSent;
  }

  /** Holds an employee for a row that is sent whatever is remembered. */
  holdUnasked(employee: string, row: string): void {
    this.#heldFor(employee, row);
  }

  /** The row has its answer, or was not sent. */
  leave(employee: string, row: string): void {
    this.#held.get(employee)?.rows.delete(row);
  }

  /** Forgets the employees who have all their answers. */
  async end(): Promise<void> {
    const ended = [...this.#held].filter(([, held]) => held.rows.size === 0 && !held.isOfOthers);
    for (const [employee] of ended) this.#held.delete(employee);
    await this.settle(ended.map(([employee]) => employee));
  }

  /** Forgets employees: a person has said which assessment is theirs. */
  async settle(employees: readonly string[]): Promise<void> {
    await Promise.all(employees.map((employee) => this.#keys.release(keyOf(employee))));
  }

  #heldFor(employee: string, row: string): Held {
    const held = this.#held.get(employee) ?? { rows: new Set(), isOfOthers: false };
    held.rows.add(row);
    this.#held.set(employee, held);
    return held;
  }

  async #ask(
    held: Held,
    employee: string,
    statesOfOthers: () => Promise<readonly KeyState[]>,
  ): Promise<boolean> {
    if ((await this.#keys.claim(keyOf(employee))) === 'new') return true;
    held.isOfOthers = true;
    return (await statesOfOthers()).includes('open');
  }
}

function keyOf(employee: string): string {
  return `unanswered ${employee}`;
}
