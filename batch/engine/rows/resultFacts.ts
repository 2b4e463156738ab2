import type { KeptScores } from '../intake/keptScores.js';
import type { RowFact } from '../journal/facts.js';
import type { RowState } from '../journal/rowState.js';

/** An assessment that only the sheet shows. */
interface ShownAssessment {
  readonly assessmentId: string;
  /** Missing or empty for none. */
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * The facts that make a journal know it under a key. `request` is the hash of the request that it was made
 * with: missing for that of the key, empty for one that is known to be none of its row's.
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
