import type { Ask, SharedDatabase } from './sharedDatabase.js';

/**
 * Names a database and its history: another one after a restore from a dump or to a moment, and after a standby has
 * taken over. What was sent in the meantime may be missing in it.
 */
const identity = `(SELECT system_identifier::text FROM pg_control_system())
  || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
  || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const name = 'database_identity';
const said = JSON.stringify([
  'The database was restored, moved, or replaced by its standby. What was sent just before that may be missing in it, and would be sent again. Compare with the service, then press "Resume".',
]);

/**
 * Pauses the runs of a database that was restored: they go on when a person has looked. Resolves to true if it was.
 * To be called before anything of a run is taken up.
 */
export async function pauseIfRestored(
  database: Pick<SharedDatabase, 'ask' | 'inTransaction'>,
): Promise<boolean> {
  const isSame = await isKnown(database.ask);
  return isSame ? false : database.inTransaction(pauseAll);
}

async function isKnown(ask: Ask): Promise<boolean> {
  const [found] = await ask(
    `SELECT value = to_json(${identity})::text AS is_same FROM setting WHERE name = $1`,
    name,
  );
  return found?.is_same === true;
}

async function pauseAll(ask: Ask): Promise<boolean> {
  await ask("SELECT pg_advisory_xact_lock(hashtextextended('restored', 0))");
  if (await isKnown(ask)) return false;
  const [before] = await ask('SELECT value FROM setting WHERE name = $1', name);
  await ask(
    `INSERT INTO setting (name, value) VALUES ($1, to_json(${identity})::text)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    name,
  );
  // The first process on a new database.
  if (before === undefined) return false;
  await ask(
    `WITH paused AS (
       UPDATE run SET state = 'paused', remaining_ms = NULL, said = $1
       WHERE state IN ('queued', 'running', 'pausing') RETURNING sheet
     )
     UPDATE sheet SET stage = 'paused' WHERE id IN (SELECT sheet FROM paused)`,
    said,
  );
  // Their workers are not those of this database.
  await ask("UPDATE slice SET fence = fence + 1, holder = NULL, until = '-infinity'");
  await ask("UPDATE hold SET holder = NULL, until = '-infinity'");
  return true;
}
