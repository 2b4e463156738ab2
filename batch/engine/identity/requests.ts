/** A request that may have taken effect or was refused, so its state is not `Ready`. */
export interface SentRequest {
  /** The key in the journal, or a key that is made from the row reference. */
  readonly key: string;
  /** Hash of the inputs with the person; undefined if unknown. */
  readonly inputs: string | undefined;
  readonly person: string | undefined;
  /** Hash of the inputs without the person's ID, to find a row whose Employee ID was corrected. */
  readonly trip?: string | undefined;
  readonly assessmentId: string | undefined;
  readonly outcome: 'unanswered' | 'answered' | 'refused';
  /** True if the answer was supplied later: a row may still show the request without it. */
  readonly wasUnanswered?: boolean;
  /** True if this sheet has shown the request. A results file beside the sheet does not count. */
  readonly isShown: boolean;
  /** The key of the request that this request reassesses. */
  readonly follows?: string | undefined;
}

/** Returns true for a request that may have made an assessment. */
export function mayExist({ outcome }: SentRequest): boolean {
  return outcome !== 'refused';
}

export class SentRequests {
  readonly #byKey = new Map<string, SentRequest>();
  readonly #byId = new Map<string, SentRequest>();
  /**
   * Leaves out a request whose key is the hash of its inputs, if no other request has these inputs:
   * `findByInputs` finds it by key. An index of 300,000 requests would take 15 MB.
   */
  readonly #byInputs = new Map<string, SentRequest[]>();
  /** Maps the key of a request to its reassessment. */
  readonly #next = new Map<string, SentRequest>();

  /** The keys of the requests must differ. */
  constructor(requests: Iterable<SentRequest> = []) {
    for (const request of requests) this.#index(request);
  }

  /** Adds a request, or replaces the request with the same key. */
  add(request: SentRequest): void {
    const replaced = this.#byKey.get(request.key);
    if (replaced !== undefined) this.#removeInputs(replaced);
    this.#index(request);
  }

  #index(request: SentRequest): void {
    if (request.assessmentId !== undefined) this.#byId.set(request.assessmentId, request);
    // A refused reassessment belongs to its assessment's row, even if other rows have its inputs.
    const isFound = mayExist(request) || request.follows === undefined;
    if (request.inputs !== undefined && isFound) this.#addInputs(request.inputs, request);
    this.#byKey.set(request.key, request);
    if (request.follows !== undefined) this.#next.set(request.follows, request);
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  get all(): Iterable<SentRequest> {
    return this.#byKey.values();
  }

  get(key: string): SentRequest | undefined {
    return this.#byKey.get(key);
  }

  findByAssessment(id: string): SentRequest | undefined {
    return this.#byId.get(id);
  }

  /**
   * Returns the requests that a reference without an ID may belong to, in the order of the journal,
   * because rows are placed from the top. Answered requests that the sheet has shown are last: a
   * row without the answer is then an older copy.
   */
  findOpen(inputs: string): readonly SentRequest[] {
    const found = this.findLatest(inputs).filter(
      ({ outcome, wasUnanswered = false }) =>
        outcome === 'unanswered' || (outcome === 'answered' && wasUnanswered),
    );
    const isOpen = ({ outcome, isShown }: SentRequest) => outcome === 'unanswered' || !isShown;
    return [...found.filter((sent) => isOpen(sent)), ...found.filter((sent) => !isOpen(sent))];
  }

  findUnanswered(inputs: string): readonly SentRequest[] {
    return this.findByInputs(inputs).filter(({ outcome }) => outcome === 'unanswered');
  }

  /** Returns only the latest request from each chain. */
  findLatest(inputs: string): readonly SentRequest[] {
    const requests = this.findByInputs(inputs);
    if (requests.length < 2) return requests;
    return requests.filter((request) => !this.isFollowedBy(request, [inputs]));
  }

  /** Yields the request and all earlier requests in its chain, the latest first. */
  *chain(request: SentRequest | undefined): Generator<SentRequest> {
    // Most requests follow no other, and creating 300,000 sets takes time.
    if (request !== undefined && request.follows === undefined) {
      yield request;
      return;
    }
    const seen = new Set<string>();
    for (let link = request; link !== undefined && !seen.has(link.key);) {
      seen.add(link.key);
      yield link;
      link = link.follows === undefined ? undefined : this.#byKey.get(link.follows);
    }
  }

  /** Returns the latest answered request in the chain, up to this request. */
  findAnswered(request: SentRequest): SentRequest | undefined {
    for (const link of this.chain(request)) if (link.assessmentId !== undefined) return link;
    return undefined;
  }

  isPartOf(key: string, request: SentRequest): boolean {
    for (const link of this.chain(request)) if (link.key === key) return true;
    return false;
  }

  /** Yields the later requests in the chain of this request, the earliest first. */
  *listLater(request: SentRequest): Generator<SentRequest> {
    let next = this.#next.get(request.key);
    if (next === undefined) return;
    const seen = new Set([request.key]);
    while (next !== undefined && !seen.has(next.key)) {
      yield next;
      seen.add(next.key);
      next = this.#next.get(next.key);
    }
  }

  /** Returns true if a later request with one of these inputs may have made an assessment. */
  isFollowedBy(request: SentRequest, inputs: readonly string[]): boolean {
    for (const next of this.listLater(request)) {
      if (next.inputs !== undefined && inputs.includes(next.inputs) && mayExist(next)) return true;
    }
    return false;
  }

  findRefused({ key }: SentRequest, inputs: string): SentRequest | undefined {
    const next = this.#next.get(key);
    return next?.outcome === 'refused' && next.inputs === inputs ? next : undefined;
  }

  /**
   * Returns the latest request in the chain that may have made an assessment, or else `request`.
   */
  findNewest(request: SentRequest): SentRequest {
    let newest = request;
    for (const next of this.listLater(request)) if (mayExist(next)) newest = next;
    return newest;
  }

  /** Leaves out refused reassessments. */
  findByInputs(inputs: string): readonly SentRequest[] {
    const listed = this.#byInputs.get(inputs);
    if (listed !== undefined) return listed;
    const only = this.#byKey.get(inputs);
    return only?.inputs === inputs ? [only] : none;
  }

  /** Call this before adding the request to the index of keys. */
  #addInputs(inputs: string, request: SentRequest): void {
    const listed = this.#byInputs.get(inputs);
    if (listed !== undefined) {
      listed.push(request);
      return;
    }
    const others = this.findByInputs(inputs);
    if (others.length > 0 || request.key !== inputs)
      this.#byInputs.set(inputs, [...others, request]);
  }

  #removeInputs(request: SentRequest): void {
    const { inputs } = request;
    if (inputs === undefined) return;
    const left = this.findByInputs(inputs).filter((other) => other !== request);
    this.#byInputs.set(inputs, left);
  }
}

const none: readonly SentRequest[] = [];
