import { randomUUID } from 'node:crypto';
import type { NewView, SavedView } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { RefusalError } from '../refusalError.js';

/** A person chooses from fewer views. */
const maxViews = 50;

export async function listSavedViews(
  { db }: Pick<Store, 'db'>,
  member: string,
): Promise<SavedView[]> {
  const found = await db
    .selectFrom('saved_view')
    .select(['id', 'name', 'query', 'hidden'])
    .where('member', '=', member)
    .orderBy('name')
    .execute();
  return found.map((view) => ({ ...view, hidden: JSON.parse(view.hidden) as string[] }));
}

/** Replaces the view with the same name. Call this in a transaction. */
export async function saveView(tx: Store, member: string, view: NewView): Promise<void> {
  const { name, query, hidden } = view;
  const values = { name, query, hidden: JSON.stringify(hidden) };
  const replaced = await findByName(tx, member, name);
  if (replaced !== undefined) {
    await updateView(tx, member, replaced, values);
    return;
  }
  if ((await listSavedViews(tx, member)).length >= maxViews) {
    throw new RefusalError('conflict', (t) =>
      t(($) => $.results.tooManyViews, { views: maxViews }),
    );
  }
  await tx.db
    .insertInto('saved_view')
    .values({ member, id: randomUUID(), ...values })
    .execute();
}

/** Refuses a name that another view has. Call this in a transaction. */
export async function renameView(
  tx: Store,
  member: string,
  { id, name }: Pick<SavedView, 'id' | 'name'>,
): Promise<void> {
  const idWithName = await findByName(tx, member, name);
  if (idWithName !== undefined && idWithName !== id) {
    throw new RefusalError('conflict', (t) => t(($) => $.results.viewNameTaken, { name }), {
      field: 'name',
    });
  }
  await updateView(tx, member, id, { name });
}

export async function deleteView(store: Store, member: string, id: string): Promise<void> {
  const deleted = await store.db
    .deleteFrom('saved_view')
    .where('member', '=', member)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) throw createNoViewError();
}

async function findByName(
  { db }: Store,
  member: string,
  name: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('saved_view')
    .select('id')
    .where('member', '=', member)
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.id;
}

async function updateView(
  { db }: Store,
  member: string,
  id: string,
  values: { readonly name: string; readonly query?: string; readonly hidden?: string },
): Promise<void> {
  const updated = await db
    .updateTable('saved_view')
    .set(values)
    .where('member', '=', member)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (updated === undefined) throw createNoViewError();
}

function createNoViewError(): RefusalError {
  return new RefusalError('not_found', (t) => t(($) => $.results.noView));
}
