import { Refused } from '../refused.js';
import type { SeenState } from '../contract/shapes.js';

/**
 * Throws a Refused for a row that shows something else than what a person saw when they decided: its number may be
 * that of another row by now, or its assessment a new one.
 */
export function assertAsSeen(
  number: number,
  now: { readonly key?: string | undefined; readonly assessmentId?: string | undefined },
  { key, assessmentId }: SeenState,
): void {
  const isSameRow = key === undefined || key === now.key;
  const isSameAssessment =
    assessmentId === undefined || (assessmentId ?? undefined) === now.assessmentId;
  if (isSameRow && isSameAssessment) return;
  throw new Refused(
    'conflict',
    `Row ${number} does not show any more what you saw. Nothing was recorded. Load the page again, and look at the row.`,
  );
}
