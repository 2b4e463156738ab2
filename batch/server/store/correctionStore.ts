import { randomUUID } from 'node:crypto';
import type { Correction } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import { runMany } from './many.js';
import type { Store } from './store.js';

/** A correction of a value, for one row or for all rows that have it. */
export interface StoredCorrection extends Correction {
  readonly id: string;
  /** How many rows are read with it, as of the last reading. */
  readonly rows: number;
  /** The id of a member. */
  readonly by: string;
  readonly at: string;
}

/** The corrections of a sheet, in the order in which they were made. */
export function correctionsOf(store: Store, sheet: string): StoredCorrection[] {
  return store.db
    .prepare(`SELECT * FROM correction WHERE sheet = ? ORDER BY made_at, ${wordsOf(store).added}`)
    .all(sheet)
    .map((found) => ({
      id: found.id as string,
      field: found.field as string,
      value: found.value as string,
      to: found.corrected as string,
      row: found.row as number | null,
      rows: found.rows as number,
      by: found.made_by as string,
      at: found.made_at as string,
    }));
}

/** How many there are. */
export function correctionCount({ db }: Store, sheet: string): number {
  const found = db.prepare('SELECT count(*) AS count FROM correction WHERE sheet = ?').get(sheet);
  return found?.count as number;
}

/** Adds a correction. One of the same value, for the same row or for all of them, is replaced. */
export function addCorrection(
  store: Store,
  sheet: string,
  { field, value, to, row }: Correction,
  { by, at }: Pick<StoredCorrection, 'by' | 'at'>,
): void {
  store.db
    .prepare(
      'DELETE FROM correction WHERE sheet = ? AND field = ? AND value = ? AND row IS NOT DISTINCT FROM ?',
    )
    .run(sheet, field, value, row);
  store.db
    .prepare(
      `INSERT INTO correction (id, sheet, field, value, corrected, row, made_by, made_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(randomUUID(), sheet, field, value, to, row, by, at);
}

/** Removes a correction; false if it is not there. */
export function removeCorrection({ db }: Store, sheet: string, id: string): boolean {
  const { changes } = db
    .prepare('DELETE FROM correction WHERE sheet = ? AND id = ?')
    .run(sheet, id);
  return changes > 0;
}

/** Stores how many rows are read with each correction of a sheet, by its id. */
export function setCorrectedRows(
  store: Store,
  sheet: string,
  rows: ReadonlyMap<string, number>,
): void {
  const corrections = correctionsOf(store, sheet);
  runMany(
    store.db,
    'UPDATE correction SET rows = ? WHERE sheet = ? AND id = ?',
    corrections.map(({ id }) => [rows.get(id) ?? 0, sheet, id]),
  );
}
