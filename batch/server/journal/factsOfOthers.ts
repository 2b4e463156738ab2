import type { RoundFact, RowFact } from '../../engine/journal/facts.js';
import {
  findAssessmentOfOther,
  listFactsOfOthers,
  type RecordsOfOther,
} from '../../engine/journal/factsOfOthers.js';
import { groupBy } from '../../engine/plainData.js';
import { forManyRows } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { readStoredJournal } from './journalInStore.js';

/** An assessment, and a sheet whose journal may contain it. */
interface HoldingSheet {
  readonly id: string;
  readonly owner: string;
}

/** Finds sheets other than this one whose journals may contain these assessments. */
type FindSheets = (
  store: Store,
  sheet: string,
  assessmentIds: readonly string[],
) => Promise<readonly HoldingSheet[]>;

/**
 * Returns the facts from the journals of other sheets about assessments that a sheet shows: from the sheet that has
 * sent the request, even if it was deleted, or else from one that shows the assessment.
 */
export async function findFactsOfOthers(
  store: Store,
  sheet: string,
  assessmentIds: readonly string[],
  hasRounds: boolean,
): Promise<readonly (RowFact | RoundFact)[]> {
  const left = new Set(assessmentIds);
  const others: RecordsOfOther[] = [];
  for (const findSheets of [findSenders, findShowingSheets]) {
    if (left.size === 0) break;
    const found = await findSheets(store, sheet, [...left]);
    for (const [owner, held] of groupBy(found, (holding) => holding.owner)) {
      const ids = held.map(({ id }) => id).filter((id) => left.has(id));
      if (ids.length === 0) continue;
      const { known } = (await readStoredJournal(store, owner)).stored;
      const assessments = ids.flatMap((id) => findAssessmentOfOther(known, id) ?? []);
      if (assessments.length === 0) continue;
      for (const { assessmentId } of assessments) left.delete(assessmentId);
      others.push({ rounds: known.rounds, assessments });
    }
  }
  return listFactsOfOthers(others, hasRounds);
}

const findSenders: FindSheets = async (store, sheet, assessmentIds) =>
  forManyRows<'sent_request', HoldingSheet>(
    store,
    'sent_request',
    assessmentIds.map((assessment_id) => ({ owner: sheet, assessment_id })),
    `SELECT incoming.assessment_id AS id, other.owner FROM incoming
     JOIN sent_request AS other
       ON other.assessment_id = incoming.assessment_id AND other.owner <> incoming.owner`,
  );

const findShowingSheets: FindSheets = async (store, sheet, assessmentIds) =>
  forManyRows<'row', HoldingSheet>(
    store,
    'row',
    assessmentIds.map((assessment_id) => ({ sheet, assessment_id })),
    `SELECT DISTINCT incoming.assessment_id AS id, other.sheet AS owner FROM incoming
     JOIN row AS other
       ON other.assessment_id = incoming.assessment_id AND other.sheet <> incoming.sheet`,
  );
