import { hashAssessment } from './reference.js';
import { mayExist, type SentRequest, type SentRequests } from './requests.js';

/** The reference of a row, with this journal's hashes. */
export interface ShownReference {
  readonly inputs: string;
  readonly person: string;
  /**
   * `own`: the request made the assessment whose ID is beside the reference. `other`: the request
   * made another assessment. `none`: the request has no answer.
   */
  readonly assessment: 'own' | 'other' | 'none';
  /** True if the ID beside the reference is that of the previous assessment. */
  readonly hasPreviousId?: boolean;
  /** The assessment in the reference. Set only if a person has typed over the ID beside it. */
  readonly made?: { readonly service: string | undefined; readonly hash: string } | undefined;
  readonly isOfThisJournal: boolean;
}

export interface ProofCells {
  /** Empty if the row has no ID. */
  readonly assessmentId: string;
  readonly reference: ShownReference | undefined;
  /** The key of the unanswered request that, according to the row, reassesses `assessmentId`. */
  readonly reassessmentKey?: string | undefined;
  /** True if the reference was written for the row's inputs. */
  readonly hasReference?: boolean;
}

/** Returns true if a person's text replaces the ID of the assessment in the reference. */
export function hasReplacedId({ assessmentId, reference }: ProofCells): boolean {
  return assessmentId === '' && reference?.made !== undefined;
}

/**
 * Adds requests that only references prove, and returns the request that each row proves. A
 * reference beside its own ID proves the request that made the ID. A reference without its ID
 * proves an unanswered request. Call this before placing rows, because the proof of a request may
 * be in any row. `isDisowned` returns true for IDs that are known to belong to no row. `isRecorded`
 * returns true for references to inputs in the journal, even if the inputs are to be sent again.
 */
export function readProofs(
  rows: readonly ProofCells[],
  requests: SentRequests,
  {
    isDisowned,
    isRecorded,
  }: {
    readonly isDisowned: (assessmentId: string) => boolean;
    readonly isRecorded: (reference: ShownReference) => boolean;
  },
): (SentRequest | undefined)[] {
  const isUnknown = (assessmentId: string) =>
    requests.findByAssessment(assessmentId) === undefined && !isDisowned(assessmentId);
  const withoutOwnId = addAnsweredRequests(rows, requests, isUnknown);
  addOpenRequests(withoutOwnId, requests, { isUnknown, isRecorded });
  return findProofs(rows, requests);
}

/** Returns the rows whose reference is not beside its own ID. */
function addAnsweredRequests(
  rows: readonly ProofCells[],
  requests: SentRequests,
  isUnknown: (assessmentId: string) => boolean,
): readonly ProofCells[] {
  const withoutOwnId = rows.filter(
    ({ reference }) => reference !== undefined && reference.assessment !== 'own',
  );
  for (const { assessmentId, reference, reassessmentKey } of rows) {
    if (reference?.assessment === 'own' && isUnknown(assessmentId)) {
      // The row may have been unconfirmed because its ID was missing.
      const open = findUnshown(reference.inputs, withoutOwnId, requests);
      addAnswer(reference, assessmentId, open, requests);
      if (open !== undefined || reassessmentKey === undefined) continue;
      addReassessment(reassessmentKey, assessmentId, requests);
    }
  }
  return withoutOwnId;
}

function addOpenRequests(
  withoutOwnId: readonly ProofCells[],
  requests: SentRequests,
  {
    isUnknown,
    isRecorded,
  }: {
    readonly isUnknown: (assessmentId: string) => boolean;
    readonly isRecorded: (reference: ShownReference) => boolean;
  },
): void {
  const counts = new Map<string, number>();
  const rounds = new Set<string>();
  for (const row of withoutOwnId) {
    const { assessmentId, reference } = row;
    if (reference === undefined || isRecorded(reference)) continue;
    // The row is blocked until a person clears the text.
    if (hasReplacedId(row)) continue;
    const { inputs, person, hasPreviousId = false } = reference;
    // Only one request can follow an assessment, so another row that shows the ID is a copy.
    const round = `${inputs} ${assessmentId}`;
    if (hasPreviousId && rounds.has(round)) continue;
    if (hasPreviousId) rounds.add(round);
    const count = (counts.get(inputs) ?? 0) + 1;
    counts.set(inputs, count);
    const key = `reference:${inputs}${count === 1 ? '' : `:${count}`}`;
    if (hasPreviousId && isUnknown(assessmentId)) addEarlier(assessmentId, requests);
    const follows = hasPreviousId ? requests.findByAssessment(assessmentId)?.key : undefined;
    addUnanswered(requests, { key, inputs, person, follows });
  }
}

function findProofs(
  rows: readonly ProofCells[],
  requests: SentRequests,
): (SentRequest | undefined)[] {
  const proofs = rows.map(({ assessmentId, reference }) => {
    const own = requests.findByAssessment(assessmentId);
    if (own === undefined) return reference && findMade(reference, requests);
    return reference?.hasPreviousId === true ? findNext(own, reference.inputs, requests) : own;
  });
  let provenRequests: Set<SentRequest | undefined> | undefined;
  const proveOpen = (index: number, { reference }: ProofCells) => {
    // An ID in this row belongs to no request, so it is not the answer to the open request.
    if (reference?.assessment !== 'none' || proofs[index] !== undefined) return;
    // Create the set only if a row needs it: a set of 300,000 requests takes 10 MB.
    const others = (provenRequests ??= new Set(proofs));
    const openRequests = requests.findOpen(reference.inputs);
    const proof = openRequests.find((request) => !others.has(request)) ?? openRequests[0];
    others.add(proof);
    proofs[index] = proof;
  };
  // Rows whose reference was written for their inputs are first: they must prove the same requests
  // after this run has written new references into other rows.
  for (const [index, row] of rows.entries()) if (row.hasReference === true) proveOpen(index, row);
  for (const [index, row] of rows.entries()) proveOpen(index, row);
  return proofs;
}

/** Returns the first unanswered request with these inputs that none of `rows` shows. */
export function findUnshown(
  inputs: string,
  rows: readonly Pick<ProofCells, 'reference'>[],
  requests: SentRequests,
): SentRequest | undefined {
  const unanswered = requests.findUnanswered(inputs);
  if (unanswered.length === 0) return undefined;
  const shown = rows.filter(({ reference }) => {
    return reference?.assessment === 'none' && reference.inputs === inputs;
  });
  return unanswered[shown.length];
}

/** Adds the answer to the unanswered request `known`, or else a new answered request. */
function addAnswer(
  { inputs, person }: ShownReference,
  assessmentId: string,
  known: SentRequest | undefined,
  requests: SentRequests,
): void {
  requests.add({
    key: known?.key ?? `reference:${assessmentId}`,
    inputs,
    person: known === undefined ? person : known.person,
    trip: known?.trip,
    follows: known?.follows,
    wasUnanswered: known?.wasUnanswered === true,
    assessmentId,
    outcome: 'answered',
    isShown: true,
  });
}

function addUnanswered(
  requests: SentRequests,
  sent: Pick<SentRequest, 'key' | 'inputs' | 'person' | 'follows'>,
): void {
  const { key, inputs, person, follows } = sent;
  requests.add({
    key,
    inputs,
    person,
    follows,
    assessmentId: undefined,
    outcome: 'unanswered',
    isShown: true,
  });
}

function addReassessment(key: string, assessmentId: string, requests: SentRequests): void {
  const own = requests.findByAssessment(assessmentId);
  addUnanswered(requests, { key, inputs: undefined, person: own?.person, follows: own?.key });
}

/** Adds the assessment whose ID was beside an unanswered request. */
function addEarlier(assessmentId: string, requests: SentRequests): void {
  requests.add({
    key: `reference:${assessmentId}`,
    inputs: undefined,
    person: undefined,
    assessmentId,
    outcome: 'answered',
    isShown: true,
  });
}

/** Returns the request with these inputs that reassesses the assessment of `own`, or else `own`. */
function findNext(own: SentRequest, inputs: string, requests: SentRequests): SentRequest {
  for (const next of requests.listLater(own))
    if (next.inputs === inputs && mayExist(next)) return next;
  return own;
}

/** Returns the request for the assessment whose ID a person has typed over. */
function findMade(shown: ShownReference, requests: SentRequests): SentRequest | undefined {
  if (shown.made === undefined) return undefined;
  return requests
    .findByInputs(shown.inputs)
    .find(({ assessmentId: id }) => id !== undefined && isReplacedId(shown, id));
}

/** Returns true if a person has typed over this ID beside a reference. */
export function isReplacedId(shown: ShownReference | undefined, assessmentId: string): boolean {
  const { service, hash } = shown?.made ?? {};
  return service !== undefined && hashAssessment(service, assessmentId) === hash;
}
