import { mayExist, type SentRequest, type SentRequests } from './requests.js';

/** The reference of a row, with the hashes of this journal. */
export interface ShownReference {
  readonly inputs: string;
  readonly person: string;
  /** `own`: made for the Assessment ID beside it. `none`: for a request without an answer. */
  readonly assessment: 'own' | 'other' | 'none';
  /** The Assessment ID beside it is that of the assessment before. */
  readonly isIdBefore?: boolean;
  /** A run with this journal wrote it. */
  readonly isOfThisJournal: boolean;
}

/** The cells of a row that can prove what its results were made for. */
export interface ProofCells {
  /** The Assessment ID; empty for none. */
  readonly assessmentId: string;
  readonly reference: ShownReference | undefined;
}

/**
 * Adds to the requests of a journal what only the references in its sheet prove, and returns what each row proves.
 * A reference beside its own ID proves what that ID was made for; one whose ID is missing or another proves a
 * request without an answer. All rows are read before any is placed, because a proof counts in whichever row it is.
 * `isDisowned` is true for IDs that are known to be no row's, `isRecorded` for inputs that the journal has, also if
 * they are to be sent again.
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
  const add = (
    { inputs, person, isIdBefore }: ShownReference,
    assessmentId?: string,
    before = '',
  ) => {
    const outcome = assessmentId === undefined ? 'unanswered' : 'answered';
    // The answer to a request that the journal has without one.
    const known = requests.findUnanswered(inputs);
    const follows = isIdBefore === true ? requests.ofAssessment(before)?.key : undefined;
    const own = { key: `reference:${assessmentId ?? inputs}`, inputs, person, follows };
    requests.add({ ...(known ?? own), assessmentId, outcome, isShown: true });
  };
  const alone: ProofCells[] = [];
  for (const row of rows) {
    const { assessmentId, reference } = row;
    if (reference === undefined) continue;
    if (reference.assessment !== 'own') alone.push(row);
    else if (!isDisowned(assessmentId) && requests.ofAssessment(assessmentId) === undefined) {
      add(reference, assessmentId);
    }
  }
  for (const { assessmentId, reference } of alone) {
    if (reference === undefined || isRecorded(reference)) continue;
    const isKnown =
      reference.isIdBefore !== true && requests.findLatest(reference.inputs).some(mayExist);
    if (!isKnown) add(reference, undefined, assessmentId);
  }
  return rows.map(({ assessmentId, reference }) => {
    const own = assessmentId === '' ? undefined : requests.ofAssessment(assessmentId);
    const isUnanswered = reference?.assessment === 'none';
    if (!isUnanswered || (assessmentId !== '' && reference.isIdBefore !== true)) return own;
    return own ?? requests.findOpen(reference.inputs)[0];
  });
}
