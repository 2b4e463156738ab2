import { round } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import { runMany } from './many.js';
import { searchable } from './rowStore.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** So many rows are changed in one transaction, so that nobody waits for long. */
const rowsPerStep = 1000;

/**
 * Sheets whose last run, or the upload if there was none, was before `before`, ISO 8601. A sheet that is
 * being read, or whose run is under way, is left out; a paused run is not under way.
 */
export function sheetsToForget(store: Store, before: string): string[] {
  return store.db
    .prepare(`SELECT id FROM sheet WHERE ${isDue(store)}`)
    .all({ before })
    .map(({ id }) => id as string);
}

/** Sheets whose deletion has begun, and was not finished. */
export function halfForgotten({ db }: Store): string[] {
  return db
    .prepare(
      'SELECT id FROM sheet WHERE file IS NULL AND deleted_data_at IS NULL AND deleted_at IS NULL',
    )
    .all()
    .map(({ id }) => id as string);
}

function isDue(store: Store): string {
  const lastRun = `(SELECT max(coalesce(ended_at, started_at)) FROM run
    WHERE run.sheet = sheet.id AND (rows > 0 OR state = 'paused'))`;
  return `deleted_at IS NULL AND file IS NOT NULL AND stage <> 'reading'
    AND ${wordsOf(store).greatest}(
      uploaded_at, coalesce(last_run_at, ''), coalesce(${lastRun}, '')
    ) < $before
    AND NOT EXISTS (SELECT 1 FROM run
      WHERE run.sheet = sheet.id AND state IN ('queued', 'running', 'pausing'))`;
}

/**
 * Begins to delete the data of a sheet: from here on it has no file, and nothing can be started. Returns
 * false when it is not due any more.
 */
export function beginForgetting(store: Store, sheet: string, before: string, at: string): boolean {
  const { db } = store;
  return inTransaction(store, () => {
    const begun = db
      .prepare(
        `UPDATE sheet SET file = NULL, match = NULL, inspection = NULL, values_to_settle = '[]',
           notes = '[]', refused = NULL,
           stage = CASE stage WHEN 'unreadable' THEN stage ELSE 'results' END
         WHERE id = $id AND ${isDue(store)}`,
      )
      .run({ id: sheet, before });
    if (begun.changes === 0) return false;
    db.prepare(
      "UPDATE run SET state = 'stopped', ended_at = ? WHERE sheet = ? AND state = 'paused'",
    ).run(at, sheet);
    return true;
  });
}

/**
 * Deletes what is left of the inputs of a sheet, a step at a time: `true` is yielded between them. What
 * stays are IDs, scores, statuses and hashes. Ends early when somebody has uploaded the file again.
 */
export function* forgetInputs(store: Store, sheet: string): Generator<true> {
  const { db } = store;
  const isForgotten = db.prepare('SELECT 1 FROM sheet WHERE id = ? AND file IS NULL');
  const next = db.prepare(
    `SELECT number, employee_id FROM row WHERE sheet = ? AND number > ? ORDER BY number LIMIT ${rowsPerStep}`,
  );
  const forget = `UPDATE row SET inputs = '{}', instead = '{}', message = '', purpose = '',
    destination = '', destination_sort = '', search = ? WHERE sheet = ? AND number = ?`;
  for (let last = 0; ;) {
    const rows = next.all(sheet, last);
    if (rows.length === 0) break;
    // Within the transaction: another process may read the file anew by now.
    const isDone = inTransaction(store, () => {
      if (isForgotten.get(sheet) === undefined) return false;
      runMany(
        db,
        forget,
        rows.map((row) => [searchable(row.employee_id as string), sheet, row.number as number]),
      );
      return true;
    });
    if (!isDone) return;
    last = rows.at(-1)?.number as number;
    yield true;
  }
  inTransaction(store, () => {
    if (isForgotten.get(sheet) === undefined) return;
    db.prepare('DELETE FROM problem WHERE sheet = ?').run(sheet);
    db.prepare('DELETE FROM correction WHERE sheet = ?').run(sheet);
    db.prepare("UPDATE unconfirmed SET sent = '{}' WHERE sheet = ?").run(sheet);
    db.prepare("UPDATE decision SET note = '', said = '' WHERE sheet = ?").run(sheet);
    db.prepare("UPDATE run SET said = '[]' WHERE sheet = ?").run(sheet);
    forgetDestinations(store, sheet);
  });
}

function forgetDestinations({ db }: Store, sheet: string): void {
  const write = db.prepare('UPDATE round SET changes = ? WHERE sheet = ? AND number = ?');
  for (const found of db.prepare('SELECT number, changes FROM round WHERE sheet = ?').all(sheet)) {
    const changes = round.shape.changes.parse(JSON.parse(found.changes as string));
    const kept = changes.map((change) => ({ ...change, destination: '' }));
    write.run(JSON.stringify(kept), sheet, found.number as number);
  }
}

/** Notes that the data of a sheet is deleted. */
export function endForgetting({ db }: Store, sheet: string, at: string): void {
  db.prepare('UPDATE sheet SET deleted_data_at = ? WHERE id = ? AND file IS NULL').run(at, sheet);
}
