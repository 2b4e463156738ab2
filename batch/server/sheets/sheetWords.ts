import type { Language } from '../contract/languages.js';
import type { Store } from '../db/store.js';
import { type Words, wordsIn } from '../words/wording.js';

/** Returns English words if the sheet does not exist. */
export async function readSheetWords(store: Store, sheet: string): Promise<Words> {
  return wordsIn(await readSheetLanguage(store, sheet));
}

/** Returns English if the sheet does not exist. */
export async function readSheetLanguage({ db }: Store, sheet: string): Promise<Language> {
  const found = await db
    .selectFrom('sheet')
    .select('language')
    .where('id', '=', sheet)
    .executeTakeFirst();
  return found?.language ?? 'en';
}
