import type { OfSheet } from './ofSheet.js';

/** Start. */
export function Start({ sheet }: OfSheet) {
  return <p>{sheet.stage}</p>;
}
