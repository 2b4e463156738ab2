import { OperatingError } from '../../engine/errors.js';
import type { RoundFact, RowFact } from '../../engine/journal/facts.js';
import {
  findOtherSheetAssessment,
  listOtherSheetFacts,
  type OtherSheetRecords,
} from '../../engine/journal/otherSheetFacts.js';
import { JournalState } from '../../engine/journal/journalState.js';
import { groupBy } from '../../engine/plainData.js';
import { forManyRows } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { readStoredJournal } from './journalInStore.js';

/** `owner` is the sheet that has sent the request. */
interface SentAssessment {
  readonly id: string;
  readonly owner: string;
}

/** Includes facts from deleted sheets. `hasRounds` is true if the journal of the sheet already has rounds. */
export async function findFactsOfOthers(
  store: Store,
  sheet: string,
  assessmentIds: readonly string[],
  hasRounds: boolean,
): Promise<readonly (RowFact | RoundFact)[]> {
  const sent = await findSenders(store, sheet, assessmentIds);
  const others: OtherSheetRecords[] = [];
  for (const [owner, sentByOwner] of groupBy(sent, (each) => each.owner)) {
    const known = await readJournalState(store, owner);
    const assessments = sentByOwner.flatMap(({ id }) => findOtherSheetAssessment(known, id) ?? []);
    if (assessments.length > 0) others.push({ rounds: known.rounds, assessments });
  }
  const found = new Set(
    others.flatMap(({ assessments }) => assessments.map((each) => each.assessmentId)),
  );
  // If some assessments were not found, a named round of other sheets would send their rows again, so it is left out.
  return listOtherSheetFacts(others, hasRounds || found.size < assessmentIds.length);
}

function findSenders(
  store: Store,
  sheet: string,
  assessmentIds: readonly string[],
): Promise<SentAssessment[]> {
  return forManyRows<'sent_request', SentAssessment>(
    store,
    'sent_request',
    assessmentIds.map((assessment_id) => ({ owner: sheet, assessment_id })),
    `SELECT incoming.assessment_id AS id, other.owner FROM incoming
     JOIN sent_request AS other
       ON other.assessment_id = incoming.assessment_id AND other.owner <> incoming.owner`,
  );
}

/** A damaged journal must not make other sheets unreadable. */
async function readJournalState(store: Store, owner: string): Promise<JournalState> {
  try {
    return (await readStoredJournal(store, owner)).stored.known;
  } catch (error) {
    if (error instanceof OperatingError) return new JournalState();
    throw error;
  }
}
