import type { OfSheet } from './ofSheet.js';

/** Match. */
export function Match({ sheet }: OfSheet) {
  return <p>{sheet.stage}</p>;
}
