import type { OfSheet } from './ofSheet.js';

/** Watch. */
export function Watch({ sheet }: OfSheet) {
  return <p>{sheet.stage}</p>;
}
