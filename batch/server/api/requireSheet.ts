import { type LiveSheet, liveSheet } from '../store/liveSheet.js';
import { Refused } from './route.js';
import type { Services } from './services.js';

/** The sheet that a request is about. Throws a {@link Refused} where there is none. */
export async function requireSheet(
  { params: { id = '' } }: { readonly params: Readonly<Record<string, string>> },
  { store }: Services,
): Promise<LiveSheet> {
  const sheet = await liveSheet(store, id);
  if (sheet !== undefined) return sheet;
  throw new Refused(404, 'not_found', 'There is no such sheet. Somebody may have deleted it.');
}
