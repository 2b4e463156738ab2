import type { Store } from '../db/store.js';

/** The value that the store keeps under a name for the whole server; undefined if it was never set. */
export async function namedSetting({ db }: Pick<Store, 'db'>, name: string): Promise<unknown> {
  const found = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return found === undefined ? undefined : JSON.parse(found.value);
}

/** Stores a value under a name, in place of the one before. */
export async function setNamedSetting(
  { db }: Pick<Store, 'db'>,
  name: string,
  value: unknown,
): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}
