import type { IgnoredRows } from '../../engine/intake/ignoredRows.js';
import { insertMany } from '../db/manyRows.js';
import type { Store } from '../db/store.js';

export interface RowDigest {
  readonly row: number;
  readonly hash: string;
  /** The first cells, by which a person can recognize the row. */
  readonly text: string;
}

export interface IgnoredRow extends Pick<RowDigest, 'row' | 'text'> {
  readonly by: string;
  readonly at: string;
}

/** Rows are ignored while their cells stay the same. */
export function addIgnoredRows(
  store: Store,
  sheet: string,
  rows: readonly RowDigest[],
  { by, at }: Pick<IgnoredRow, 'by' | 'at'>,
): Promise<void> {
  const values = rows.map(({ row, hash, text }) => ({
    sheet,
    row,
    hash,
    text,
    made_by: by,
    made_at: at,
  }));
  return insertMany(store, 'ignored_row', values, ['sheet', 'row']);
}

export async function readIgnoredRows({ db }: Store, sheet: string): Promise<IgnoredRows> {
  const found = await db
    .selectFrom('ignored_row')
    .select(['row', 'hash'])
    .where('sheet', '=', sheet)
    .execute();
  return new Map(found.map(({ row, hash }) => [row, hash]));
}

/** Leaves out rows that are read again because their cells have changed. */
export function listIgnoredRows({ db }: Store, sheet: string): Promise<IgnoredRow[]> {
  return db
    .selectFrom('ignored_row as ignored')
    .leftJoin('row', (join) =>
      join.onRef('row.sheet', '=', 'ignored.sheet').onRef('row.number', '=', 'ignored.row'),
    )
    .select(['ignored.row', 'ignored.text', 'ignored.made_by as by', 'ignored.made_at as at'])
    .where('ignored.sheet', '=', sheet)
    .where('row.number', 'is', null)
    .orderBy('ignored.row')
    .execute();
}

export async function removeIgnoredRow(
  { db }: Store,
  sheet: string,
  row: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('ignored_row')
    .where('sheet', '=', sheet)
    .where('row', '=', row)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
