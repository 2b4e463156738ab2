import type { KeptScores } from '../intake/keptScores.js';
import type { RowFact } from '../journal/facts.js';
import type { RowState } from '../journal/rowState.js';

/** An assessment that only the sheet shows. */
interface ShownAssessment {
  readonly assessmentId: string;
  /** Missing or empty if there is none. */
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Returns the facts that record an assessment under a key. `request` is the hash of the request
 * that created the assessment: undefined if the key contains it, empty if the request is known not
 * to be the row's.
 */
export function resultFacts(
  row: string,
  { assessmentId, redirectUrl = '', scores, at }: ShownAssessment,
  { request, employee }: Pick<RowState, 'request' | 'employee'> = {},
): RowFact[] {
  const created: RowFact = {
    ...({ fact: 'created', row, assessmentId, by: 'sheet', at } as const),
    ...(redirectUrl === '' ? {} : { redirectUrl }),
    ...(request === undefined ? {} : { request }),
    ...(employee === undefined ? {} : { employee }),
  };
  return scores === undefined ? [created] : [created, { fact: 'scored', row, scores, at }];
}
