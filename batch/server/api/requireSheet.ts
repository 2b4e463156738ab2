import { type LiveSheet, liveSheet } from '../store/liveSheet.js';
import { Refused } from './route.js';
import type { Services } from './services.js';

/** Returns the sheet of a request. Throws a {@link Refused} if there is none. */
export async function requireSheet(
  { params: { id = '' } }: { readonly params: Readonly<Record<string, string>> },
  { store }: Services,
): Promise<LiveSheet> {
  const sheet = await liveSheet(store, id);
  if (sheet !== undefined) return sheet;
  throw new Refused(404, 'not_found', 'There is no such sheet. Somebody may have deleted it.');
}
