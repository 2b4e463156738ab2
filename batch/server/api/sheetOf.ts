import { type LiveSheet, liveSheet } from '../store/liveSheet.js';
import { Refused } from './route.js';
import type { Services } from './services.js';

/** The sheet that a request is about. Throws a {@link Refused} where there is none. */
export function sheetOf(
  { params: { id = '' } }: { readonly params: Readonly<Record<string, string>> },
  { store }: Services,
): LiveSheet {
  const sheet = liveSheet(store, id);
  if (sheet !== undefined) return sheet;
  throw new Refused(404, 'not_found', 'There is no such sheet. Somebody may have deleted it.');
}
