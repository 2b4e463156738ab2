import type { OfSheet } from './ofSheet.js';

/** Results. */
export function Results({ sheet }: OfSheet) {
  return <p>{sheet.stage}</p>;
}
