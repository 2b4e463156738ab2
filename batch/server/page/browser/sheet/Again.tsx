import type { OfSheet } from './ofSheet.js';

/** Again. */
export function Again({ sheet }: OfSheet) {
  return <p>{sheet.stage}</p>;
}
