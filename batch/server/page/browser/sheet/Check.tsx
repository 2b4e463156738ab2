import type { OfSheet } from './ofSheet.js';

/** Check. */
export function Check({ sheet }: OfSheet) {
  return <p>{sheet.stage}</p>;
}
