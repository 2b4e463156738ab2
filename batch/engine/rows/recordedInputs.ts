import { followedBy, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import type { ShownReference } from '../identity/proofs.js';

/** The inputs that a journal has a record of, also those that are to be sent again. */
export class RecordedInputs {
  readonly #all = new Set<string>();
  /** Of requests that have or had no answer, and of those that reassess another one. */
  readonly #later = new Set<string>();
  readonly #unsent = new Set<string>();

  constructor(states: ReadonlyMap<string, RowState>) {
    for (const [key, { state, wasUnanswered, request = requestOfKey(key) }] of states) {
      if (request === undefined) continue;
      this.#all.add(request);
      const isFirst = (state === 'Pending' || state === 'Scored') && wasUnanswered !== true;
      if (!isFirst || followedBy(key) !== undefined) this.#later.add(request);
      if (state === 'Ready') this.#unsent.add(request);
    }
  }

  /** True for a reference without its ID whose request the journal has a record of. */
  has({ inputs, isIdBefore = false }: ShownReference): boolean {
    return (isIdBefore ? this.#later : this.#all).has(inputs);
  }

  /** True for inputs that are known not to have been sent with effect. */
  isUnsent(inputs: string): boolean {
    return this.#unsent.has(inputs);
  }
}
