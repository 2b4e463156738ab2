import { sql } from 'kysely';
import { type MatchChoice, matchChoice, type Matching, matching } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

/** The structure of a sheet and its matched columns, without the attributes that are stored separately. */
export type StoredMatching = Omit<Matching, 'unrecognizedValues' | 'isRemembered'>;

/** Stores the choice of a person for a sheet, or a remembered one. */
export async function setMatch(
  { db }: Store,
  sheet: string,
  match: MatchChoice,
  { isRemembered }: Pick<Matching, 'isRemembered'>,
): Promise<void> {
  await db
    .updateTable('sheet')
    .set({ match: JSON.stringify(match), is_remembered: isRemembered ? 1 : 0 })
    .where('id', '=', sheet)
    .where('file', 'is not', null)
    .execute();
}

/**
 * Stores the structure of a sheet, which contains its first rows, and its matched columns. Stores nothing once the file
 * of the sheet was deleted.
 */
export async function setMatching(
  { db }: Store,
  sheet: string,
  found: StoredMatching,
): Promise<void> {
  await db
    .updateTable('sheet')
    .set({ inspection: JSON.stringify(found) })
    .where('id', '=', sheet)
    .where('file', 'is not', null)
    .execute();
}

/**
 * Returns the structure of a sheet and its matched columns; undefined before it was inspected, and without its file.
 */
export async function readMatching({ db }: Store, sheet: string): Promise<Matching | undefined> {
  const found = await db
    .selectFrom('sheet')
    .select(['inspection', 'unrecognized_values', 'is_remembered'])
    .where('id', '=', sheet)
    .executeTakeFirst();
  if (found === undefined || found.inspection === null) return undefined;
  return matching.parse({
    ...(JSON.parse(found.inspection) as object),
    unrecognizedValues: JSON.parse(found.unrecognized_values) as unknown,
    isRemembered: found.is_remembered === 1,
  });
}

/** Stores the key of the headings that were found without a choice. */
export async function setHeadingsKey(
  { db }: Store,
  sheet: string,
  key: string | undefined,
): Promise<void> {
  await db
    .updateTable('sheet')
    .set({ headings_key: key ?? null })
    .where('id', '=', sheet)
    .where('file', 'is not', null)
    .execute();
}

/** Remembers the choice for a sheet, for the next one with the same headings. */
export async function rememberMatch(
  { db }: Store,
  sheet: string,
  match: MatchChoice,
): Promise<void> {
  await db
    .insertInto('remembered_match')
    .columns(['headings_key', 'match'])
    .expression(({ selectFrom }) =>
      selectFrom('sheet')
        .select([
          sql<string>`headings_key`.as('headings_key'),
          sql<string>`CAST(${JSON.stringify(match)} AS TEXT)`.as('match'),
        ])
        .where('id', '=', sheet)
        .where('headings_key', 'is not', null),
    )
    .onConflict((conflict) =>
      conflict.column('headings_key').doUpdateSet(({ ref }) => ({ match: ref('excluded.match') })),
    )
    .execute();
}

/** Returns the choice that was remembered for these headings. */
export async function findRememberedMatch(
  { db }: Store,
  key: string | undefined,
): Promise<MatchChoice | undefined> {
  if (key === undefined) return undefined;
  const found = await db
    .selectFrom('remembered_match')
    .select('match')
    .where('headings_key', '=', key)
    .executeTakeFirst();
  return found && matchChoice.parse(JSON.parse(found.match));
}
