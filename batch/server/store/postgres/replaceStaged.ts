import { randomUUID } from 'node:crypto';
import { hasFile } from '../liveSheet.js';
import { runMany } from '../many.js';
import { allProblemColumns } from '../problemStore.js';
import { allRowColumns } from '../rowStore.js';
import type { Staging } from '../staging.js';
import type { Line, Store } from '../store.js';
import { inTransaction } from '../transaction.js';

/** The tables that a reading fills, with what identifies a line of a sheet in each. */
const tables = [
  { name: 'row', key: ['number'], columns: allRowColumns },
  { name: 'problem', key: ['row', 'place'], columns: allProblemColumns },
] as const;

type Table = (typeof tables)[number];

/** So many rows are added in one transaction while nobody sees them: others write, too. */
const rowsAtOnce = 10_000;

/**
 * On Postgres, a reading is written into tables of their own under a name of its own, and is compared there: only what
 * is different is written in the transaction that shows it.
 */
export function replaceStaged(
  store: Store,
  sheet: string,
  write: (staging: Staging) => void,
  finish: () => void,
): void {
  const staged = `${sheet}/${randomUUID()}`;
  const lock = `reading:${staged}`;
  try {
    const gone = inTransaction(
      store,
      () => {
        write({ sheet: staged, rows: 'read_row', problems: 'read_problem' });
        return tables.map((table) => ({ table, keys: keepChanged(store, sheet, staged, table) }));
      },
      lock,
    );
    const isFirst =
      store.db.prepare('SELECT 1 FROM row WHERE sheet = ? LIMIT 1').get(sheet) === undefined;
    if (isFirst) for (const table of tables) addInSteps(store, sheet, staged, table);
    inTransaction(store, () => {
      if (!hasFile(store, sheet)) return;
      for (const { table, keys } of gone) {
        const where = table.key.map((column) => `AND ${column} = ?`).join(' ');
        runMany(
          store.db,
          `DELETE FROM ${table.name} WHERE sheet = ? ${where}`,
          keys.map((line) => [sheet, ...table.key.map((column) => line[column] ?? null)]),
        );
        if (!isFirst) store.db.prepare(adding(table)).run(sheet, staged);
      }
      finish();
    });
  } finally {
    inTransaction(
      store,
      () => {
        for (const { name } of tables) {
          store.db.prepare(`DELETE FROM read_${name} WHERE sheet = ?`).run(staged);
        }
      },
      lock,
    );
  }
}

/** Deletes what readings of a sheet have left, whose process has ended. */
export function forgetStaged({ db }: Store, sheet: string): void {
  for (const { name } of tables) {
    db.prepare(`DELETE FROM read_${name} WHERE sheet >= ? AND sheet < ?`).run(
      `${sheet}/`,
      `${sheet}0`,
    );
  }
}

/** Deletes what is the same as before from what was read. Returns the keys of the lines that are there no more. */
function keepChanged(
  { db }: Store,
  sheet: string,
  staged: string,
  { name, key, columns }: Table,
): Line[] {
  const sameKey = key.map((column) => `AND old.${column} = new.${column}`).join(' ');
  const gone = db
    .prepare(
      `SELECT ${key.join(', ')} FROM ${name} AS old WHERE sheet = ? AND NOT EXISTS (
         SELECT 1 FROM read_${name} AS new WHERE new.sheet = ? ${sameKey}
       )`,
    )
    .all(sheet, staged);
  const [was, is] = ['old', 'new'].map((line) =>
    columns.slice(1).map((column) => `${line}.${column}`),
  );
  db.prepare(
    `DELETE FROM read_${name} AS new USING ${name} AS old
     WHERE new.sheet = ? AND old.sheet = ? ${sameKey}
       AND (${is?.join(', ')}) IS NOT DISTINCT FROM (${was?.join(', ')})`,
  ).run(staged, sheet);
  return gone;
}

/** Adds what was read; lines with the same keys are replaced. */
function adding({ name, key, columns: [, ...columns] }: Table, where = ''): string {
  const list = columns.join(', ');
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `INSERT INTO ${name} (sheet, ${list})
    SELECT CAST(? AS TEXT), ${list} FROM read_${name} WHERE sheet = ? ${where}
    ON CONFLICT (sheet, ${key.join(', ')}) DO UPDATE SET ${set}`;
}

function addInSteps(store: Store, sheet: string, staged: string, table: Table): void {
  const [row] = table.key;
  const add = store.db.prepare(adding(table, `AND ${row} > ? AND ${row} <= ?`));
  const last = store.db
    .prepare(`SELECT coalesce(max(${row}), 0) AS last FROM read_${table.name} WHERE sheet = ?`)
    .get(staged)?.last;
  for (let from = 0; from < Number(last); from += rowsAtOnce) {
    inTransaction(store, () => {
      if (hasFile(store, sheet)) add.run(sheet, staged, from, from + rowsAtOnce);
    });
  }
}
