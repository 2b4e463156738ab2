import { hasFile } from './liveSheet.js';
import { replaceStaged } from './postgres/replaceStaged.js';
import type { Staging } from './staging.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** The tables that a reading fills, with what identifies a line of a sheet in each. */
const tables = [
  { name: 'row', key: 'number' },
  { name: 'problem', key: 'row, place' },
] as const;

/** So many lines are added in one transaction while nobody sees them: others write, too. */
const linesAtOnce = 4_000;

/**
 * Replaces the rows and problems of a sheet by those that `write` adds, and calls `finish` in the same
 * transaction. Whoever looks sees the old ones or the new ones, and only what is different is written: a
 * correction in a large sheet keeps no other writer waiting. Only the first reading of a sheet, which nobody
 * looks at before it has ended, is written in several transactions. Of a sheet that was deleted meanwhile,
 * nothing is written.
 */
export function replaceReading(
  store: Store,
  sheet: string,
  write: (staging: Staging) => void,
  finish: () => void,
): void {
  if (store.dialect === 'postgres') {
    replaceStaged(store, sheet, write, finish);
    return;
  }
  const { db } = store;
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).run(...values);
  const drop = (kind: string) => {
    for (const { name } of tables) db.exec(`DROP TABLE IF EXISTS temp.${kind}_${name}`);
  };
  try {
    // What is written goes into temporary tables, without a lock.
    for (const { name } of tables) {
      db.exec(`CREATE TEMP TABLE read_${name} AS SELECT * FROM ${name} LIMIT 0`);
    }
    db.exec('BEGIN');
    write({ sheet, rows: 'read_row', problems: 'read_problem' });
    for (const { name, key } of tables) {
      db.exec(`CREATE TEMP TABLE changed_${name} AS SELECT * FROM ${name} LIMIT 0;
        CREATE TEMP TABLE gone_${name} AS SELECT ${key} FROM ${name} LIMIT 0`);
      run(
        `INSERT INTO changed_${name} SELECT * FROM read_${name}
         EXCEPT SELECT * FROM ${name} WHERE sheet = ?`,
        sheet,
      );
      run(
        `INSERT INTO gone_${name} SELECT ${key} FROM ${name} WHERE sheet = ?
         EXCEPT SELECT ${key} FROM read_${name}`,
        sheet,
      );
    }
    db.exec('COMMIT');
    drop('read');
    const isFirst = db.prepare('SELECT 1 FROM row WHERE sheet = ?').get(sheet) === undefined;
    if (isFirst) for (const { name } of tables) addInSteps(store, sheet, name);
    inTransaction(store, () => {
      if (!hasFile(store, sheet)) return;
      for (const { name, key } of tables) {
        run(
          `DELETE FROM ${name} WHERE sheet = ? AND (${key}) IN (SELECT ${key} FROM gone_${name})`,
          sheet,
        );
        if (!isFirst) run(`INSERT OR REPLACE INTO ${name} SELECT * FROM changed_${name}`);
      }
      finish();
    });
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    for (const kind of ['read', 'changed', 'gone']) drop(kind);
  }
}

function addInSteps(store: Store, sheet: string, table: (typeof tables)[number]['name']): void {
  const { db } = store;
  const add = db.prepare(
    `INSERT OR REPLACE INTO ${table} SELECT * FROM changed_${table} WHERE rowid > ? AND rowid <= ?`,
  );
  const last = db.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM changed_${table}`).get();
  for (let from = 0; from < Number(last?.last); from += linesAtOnce) {
    inTransaction(store, () => {
      if (hasFile(store, sheet)) add.run(from, from + linesAtOnce);
    });
  }
}
