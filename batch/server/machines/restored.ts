import { holdAfterRestore } from '../store/recordGap.js';
import type { Store } from '../store/store.js';
import { inTransaction } from '../store/transaction.js';
import type { SharedDatabase } from './sharedDatabase.js';

/**
 * Identifies a database and its history: changes after a restore to a moment, and after a standby has taken over.
 * The transaction that wrote the row with it is stored too, which changes after a restore from a dump, also into the
 * same database.
 */
const identity = `(SELECT system_identifier::text FROM pg_control_system())
  || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
  || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const name = 'database_identity';

/** The time in the row shows until when a restored database is complete. */
const renewAfter = "interval '1 minute'";

const isSame = `value::json->>'identity' = ${identity} || ' ' || xmin::text`;
const isOld = `(value::json->>'at')::timestamptz < now() - ${renewAfter}`;
const newValue = `json_build_object(
  'identity', ${identity} || ' ' || pg_current_xact_id()::xid::text,
  'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;

const stateOfRow = `SELECT ${isSame} AS is_same, ${isOld} AS is_old, value::json->>'at' AS at
  FROM setting WHERE name = '${name}'`;

/**
 * Notices a database that was restored from a backup, moved, or replaced by its standby, and holds its sheets until a
 * person has checked each. To be called before any work on a run. Resolves to true if it was restored.
 */
export async function holdIfRestored(
  database: Pick<SharedDatabase, 'ask'>,
  store: Store,
  now: () => number = Date.now,
): Promise<boolean> {
  const [found] = await database.ask(stateOfRow);
  if (found?.is_same !== true) return holdAll(store, now);
  if (found.is_old === true) {
    await database.ask(
      `UPDATE setting SET value = ${newValue} WHERE name = '${name}' AND ${isSame} AND ${isOld}`,
    );
  }
  return false;
}

/** A start of a run takes the same lock, so no run begins during this transaction. */
function holdAll(store: Store, now: () => number): boolean {
  return inTransaction(store, () => {
    const { db } = store;
    const before = db.prepare(stateOfRow).get();
    // Another process has noticed it in the meantime.
    if (before?.is_same === 1) return false;
    if (before !== undefined) {
      const noticedAt = new Date(now()).toISOString();
      holdAfterRestore(store, { since: before.at as string | null, noticedAt });
      // Their workers do not use this database.
      db.exec("UPDATE slice SET fence = fence + 1, holder = NULL, until = '-infinity'");
      db.exec("UPDATE hold SET holder = NULL, until = '-infinity'");
    }
    db.exec(
      `INSERT INTO setting (name, value) VALUES ('${name}', ${newValue})
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
    return before !== undefined;
  });
}
