import { sql, type SqlBool } from 'kysely';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { holdAfterRestore } from './recordGap.js';

/**
 * The identity of a database and its history. It changes after a point-in-time restore, and after a failover to a
 * standby. The id of the transaction that stored the identity is stored with it, because a restore from a dump changes
 * this id even in the same database.
 */
const identity = sql`(SELECT system_identifier::text FROM pg_control_system())
  || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
  || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const settingName = 'database_identity';

const isSame = sql<SqlBool>`value::json->>'identity' = ${identity} || ' ' || xmin::text`;
/** The setting is updated when it is older than a minute. Its time shows until when a restored database is complete. */
const isOld = sql<SqlBool>`(value::json->>'at')::timestamptz < now() - interval '1 minute'`;
const newValue = sql<string>`json_build_object(
  'identity', ${identity} || ' ' || pg_current_xact_id()::xid::text,
  'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;

const storedIdentity = sql<{ is_same: boolean | null; is_old: boolean | null; at: string | null }>`
  SELECT ${isSame} AS is_same, ${isOld} AS is_old, value::json->>'at' AS at
  FROM setting WHERE name = ${settingName}`;

/**
 * Checks whether the database was restored from a backup, moved, or replaced by its standby. If it was, holds its
 * sheets until a person has checked each of them. Call it before any work on a run. Resolves to true if this call has
 * held the sheets.
 */
export async function holdIfRestored(store: Store, now: () => number = Date.now): Promise<boolean> {
  const { rows } = await storedIdentity.execute(store.db);
  const [found] = rows;
  if (found?.is_same !== true) return holdAll(store, now);
  if (found.is_old === true) {
    await store.db
      .updateTable('setting')
      .set({ value: newValue })
      .where('name', '=', settingName)
      .where(isSame)
      .where(isOld)
      .execute();
  }
  return false;
}

/**
 * Stores the new identity, and holds all sheets if another identity was stored before. The start of a run reads the
 * setting with the gap in a serializable transaction, so no run can begin during this transaction.
 */
function holdAll(store: Store, now: () => number): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    const { rows } = await storedIdentity.execute(tx.db);
    const [stored] = rows;
    // Another process has noticed the restore in the meantime.
    if (stored?.is_same === true) return false;
    if (stored !== undefined) {
      const noticedAt = new Date(now()).toISOString();
      await holdAfterRestore(tx, { since: stored.at, noticedAt });
      // The holders of these leases used the former database.
      await tx.db.updateTable('slice').set({ attempt: null }).execute();
      await sql`UPDATE hold SET holder = NULL, until = '-infinity'`.execute(tx.db);
    }
    await sql`
      INSERT INTO setting (name, value) VALUES (${settingName}, ${newValue})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(tx.db);
    return stored !== undefined;
  });
}
