import { type MatchChoice, matchChoice, type Matching, matching } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

export type StoredMatching = Omit<Matching, 'unrecognizedValues' | 'isRemembered'>;

export async function setMatchChoice(
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

export async function setInspection(
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

/** Returns undefined if the sheet was not inspected yet, or its file was deleted. */
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

/** Leaves out the worksheet and the heading row, which apply to one file only. */
export type HeadingsMatch = Pick<MatchChoice, 'columns' | 'values'>;

export async function rememberMatch(
  { db }: Store,
  headingsKey: string,
  { columns, values }: HeadingsMatch,
): Promise<void> {
  const match = JSON.stringify({ columns, values } satisfies HeadingsMatch);
  await db
    .insertInto('remembered_match')
    .values({ headings_key: headingsKey, match })
    .onConflict((conflict) => conflict.column('headings_key').doUpdateSet({ match }))
    .execute();
}

export async function findRememberedMatch(
  { db }: Store,
  headingsKey: string,
): Promise<HeadingsMatch | undefined> {
  const found = await db
    .selectFrom('remembered_match')
    .select('match')
    .where('headings_key', '=', headingsKey)
    .executeTakeFirst();
  return found && headingsMatch.parse(JSON.parse(found.match));
}

const headingsMatch = matchChoice.pick({ columns: true, values: true });
