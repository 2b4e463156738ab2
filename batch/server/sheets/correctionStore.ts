import { randomUUID } from 'node:crypto';
import type { Correction } from '../contract/shapes.js';
import { forManyRows, insertMany } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';

/** A correction of a value, for one row or for all rows that have it. */
export interface StoredCorrection extends Correction {
  readonly id: string;
  /** How many rows are read with it, as of the last reading. */
  readonly rows: number;
  /** The id of a member. */
  readonly by: string;
  readonly at: string;
}

/** Returns the corrections of a sheet, in the order in which they were made. */
export function listCorrections({ db }: Store, sheet: string): Promise<StoredCorrection[]> {
  return db
    .selectFrom('correction')
    .select(['id', 'field', 'value', 'corrected as to', 'row', 'rows'])
    .select(['made_by as by', 'made_at as at'])
    .where('sheet', '=', sheet)
    .orderBy('made_at')
    .orderBy('seq')
    .execute();
}

/** Counts the corrections of a sheet. */
export async function correctionCount({ db }: Store, sheet: string): Promise<number> {
  const { count } = await db
    .selectFrom('correction')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sheet', '=', sheet)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds corrections. Each replaces an earlier one of the same value, for the same row or for all of them. */
export function addCorrections(
  store: Store,
  sheet: string,
  corrections: readonly Correction[],
  { by, at }: Pick<StoredCorrection, 'by' | 'at'>,
): Promise<void> {
  const latest = new Map(
    corrections.map((one) => [JSON.stringify([one.field, one.value, one.row]), one]),
  );
  const added = Array.from(latest.values(), ({ field, value, to, row }) => {
    return { id: randomUUID(), sheet, field, value, corrected: to, row, made_by: by, made_at: at };
  });
  return inTransaction(store, async (tx) => {
    await forManyRows(
      tx,
      'correction',
      added.map(({ field, value, row }) => ({ sheet, field, value, row })),
      `DELETE FROM correction WHERE id IN (
         SELECT made.id FROM incoming JOIN correction AS made ON made.sheet = incoming.sheet
           AND made.field = incoming.field AND made.value = incoming.value
           AND made.row IS NOT DISTINCT FROM incoming.row)`,
    );
    await insertMany(tx, 'correction', added);
  });
}

/** Removes a correction; returns false if there is none. */
export async function removeCorrection({ db }: Store, sheet: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('correction')
    .where('sheet', '=', sheet)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores how many rows are read with each correction of a sheet, by its id. */
export async function setCorrectedRows(
  store: Store,
  sheet: string,
  rows: ReadonlyMap<string, number>,
): Promise<void> {
  const corrections = await listCorrections(store, sheet);
  await forManyRows(
    store,
    'correction',
    corrections.map(({ id }) => ({ sheet, id, rows: rows.get(id) ?? 0 })),
    `UPDATE correction SET rows = incoming.rows FROM incoming
     WHERE correction.sheet = incoming.sheet AND correction.id = incoming.id`,
  );
}
