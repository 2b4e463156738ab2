import type { Store } from '../db/store.js';
import { type Words, wordsIn } from '../words/wording.js';

/** Returns the words in the language of a sheet; English for a sheet that does not exist. */
export async function readSheetWords({ db }: Store, sheet: string): Promise<Words> {
  const found = await db
    .selectFrom('sheet')
    .select('language')
    .where('id', '=', sheet)
    .executeTakeFirst();
  return wordsIn(found?.language ?? 'en');
}
