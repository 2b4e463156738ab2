import type { Store } from '../db/store.js';
import { type LiveSheet, liveSheet } from './liveSheet.js';
import { findSheet, type StoredSheet } from './sheetStore.js';
import { Refused } from '../refused.js';
import type { Services } from '../services.js';

/** Returns the sheet of a request. Throws a {@link Refused} if there is none. */
export async function requireSheet(
  { params: { id = '' } }: { readonly params: Readonly<Record<string, string>> },
  { store }: Services,
): Promise<LiveSheet> {
  const sheet = await liveSheet(store, id);
  if (sheet === undefined) throw noSuchSheet();
  return sheet;
}

/** Returns what is stored of a sheet, by its id. Throws a {@link Refused} if there is none. */
export async function requireStoredSheet(
  { store }: { readonly store: Store },
  id: string,
): Promise<StoredSheet> {
  const sheet = await findSheet(store, id);
  if (sheet === undefined) throw noSuchSheet();
  return sheet;
}

export function noSuchSheet(): Refused {
  return new Refused('not_found', 'There is no such sheet. Somebody may have deleted it.');
}
