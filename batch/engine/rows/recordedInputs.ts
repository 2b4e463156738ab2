import { followedBy, findRequestHash } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import type { ShownReference } from '../identity/proofs.js';

/** The inputs that a journal has a record of, including those to send again. */
export class RecordedInputs {
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #unsent = new Set<string>();
  #sent: SentInputs | undefined;

  constructor(states: ReadonlyMap<string, RowState>) {
    this.#states = states;
    for (const [key, { state, request = findRequestHash(key) }] of states) {
      if (request !== undefined && state === 'Ready') this.#unsent.add(request);
    }
  }

  /** Returns true for a reference without an ID if the journal has a record of its request. */
  has({ inputs, isIdBefore = false }: ShownReference): boolean {
    // Few rows have such a reference, and a journal may have 300,000 states.
    this.#sent ??= sentInputs(this.#states);
    return (isIdBefore ? this.#sent.later : this.#sent.all).has(inputs);
  }

  /** Returns true for inputs of a request that is known not to have taken effect. */
  isUnsent(inputs: string): boolean {
    return this.#unsent.has(inputs);
  }
}

interface SentInputs {
  readonly all: ReadonlySet<string>;
  /** The inputs of reassessments, and of requests that have or had no answer. */
  readonly later: ReadonlySet<string>;
}

function sentInputs(states: ReadonlyMap<string, RowState>): SentInputs {
  const all = new Set<string>();
  const later = new Set<string>();
  for (const [key, { state, wasUnanswered, request = findRequestHash(key) }] of states) {
    if (request === undefined) continue;
    all.add(request);
    const isFirst = (state === 'Pending' || state === 'Scored') && wasUnanswered !== true;
    if (!isFirst || followedBy(key) !== undefined) later.add(request);
  }
  return { all, later };
}
