import { sql, type SqlBool } from 'kysely';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { holdAfterRestore } from './recordGap.js';

/**
 * The identity changes after a point-in-time restore, and after a failover to a standby. It is stored with the id of
 * its transaction, because a restore from a dump changes this id even in the same database.
 */
const identity = sql`(SELECT system_identifier::text FROM pg_control_system())
  || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
  || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const settingName = 'database_identity';

const isSame = sql<SqlBool>`value::json->>'identity' = ${identity} || ' ' || xmin::text`;
/** The time of the setting shows until when a restored database is complete. */
const isOld = sql<SqlBool>`(value::json->>'at')::timestamptz < now() - interval '1 minute'`;
const newValue = sql<string>`json_build_object(
  'identity', ${identity} || ' ' || pg_current_xact_id()::xid::text,
  'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;

const storedIdentity = sql<{ is_same: boolean | null; is_old: boolean | null; at: string | null }>`
  SELECT ${isSame} AS is_same, ${isOld} AS is_old, value::json->>'at' AS at
  FROM setting WHERE name = ${settingName}`;

/**
 * The database may have been restored from a backup, moved, or replaced by its standby. Call this before any work on a
 * run. Resolves to true if this call has held the sheets.
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
 * The start of a run reads the setting with the gap in a serializable transaction, so no run can begin during this
 * transaction.
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
