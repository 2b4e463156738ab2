import { z } from 'zod/v4';
import type { Settings } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

const storedSettings = z.object({
  webhookUrl: z.string().nullable(),
  retentionDays: z.number().nullable(),
});

/** Settings that were never changed are null. */
export async function readSettings(store: Store): Promise<Settings> {
  const found = await readNamedSetting(store, 'settings');
  return found === undefined
    ? { webhookUrl: null, retentionDays: null }
    : storedSettings.parse(found);
}

export function storeSettings(store: Store, settings: Settings): Promise<void> {
  return setNamedSetting(store, 'settings', settings);
}

export async function readNamedSetting({ db }: Pick<Store, 'db'>, name: string): Promise<unknown> {
  const found = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return found === undefined ? undefined : JSON.parse(found.value);
}

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
