import type { ShownReference } from '../identity/proofs.js';
import { assessmentHash, noJournal, parseReference } from '../identity/reference.js';
import type { HashOf } from './rowKey.js';

/** The scope in which references prove something: a service and a journal. */
export interface ProofScope {
  /** The base URL of the service; undefined without a journal, for commands that send nothing. */
  readonly service: string | undefined;
  /** The hash that identifies the journal in references. */
  readonly journal: string;
  /** True if a request may belong to a row whose Employee ID was corrected since. */
  readonly needsTrips: boolean;
}

/** Returns the proof in a reference beside an Assessment ID, with the journal's hashes. */
export function readProof(
  text: string | undefined,
  assessmentId: string,
  hashOf: HashOf,
  { service, journal }: ProofScope,
): ShownReference | undefined {
  const reference = parseReference(text ?? '');
  if (reference === undefined) return undefined;
  const { inputs, person, assessment, beside } = reference;
  const isMadeFor = (made: string | undefined) =>
    made !== undefined &&
    assessmentId !== '' &&
    (service === undefined || made === assessmentHash(service, assessmentId));
  return {
    inputs: hashOf(inputs),
    person: hashOf(person),
    assessment: assessment === undefined ? 'none' : isMadeFor(assessment) ? 'own' : 'other',
    isIdBefore: isMadeFor(beside),
    isOfThisJournal: reference.journal === journal && journal !== noJournal,
  };
}
