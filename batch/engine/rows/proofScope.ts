import type { ProofScope } from '../intake/previousResults.js';
import type { RowState } from '../journal/rowState.js';

/** Returns the scope of a journal. */
export function proofScope(
  service: string | undefined,
  {
    referenceHash,
    states,
  }: { readonly referenceHash: string; readonly states: ReadonlyMap<string, RowState> },
): ProofScope {
  let needsTrips = false;
  for (const { trip, isShown = false } of states.values())
    needsTrips ||= trip !== undefined && !isShown;
  return { service, journal: referenceHash, needsTrips };
}
