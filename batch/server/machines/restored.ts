import type { Ask, SharedDatabase } from './sharedDatabase.js';

/**
 * Names a database and its history: another one after a restore to a moment, and after a standby has taken over.
 * Beside it is stored which transaction has written it: a restore from a dump, also into the same database, is
 * another one. What was sent in the meantime may be missing.
 */
const identity = `(SELECT system_identifier::text FROM pg_control_system())
  || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
  || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const name = 'database_identity';
const said = JSON.stringify([
  'The database was restored, moved, or replaced by its standby. What was sent after the backup may be missing in it, and would be sent again. Look in the service for assessments that are missing here before you press "Resume"; docs/many-machines.md says how.',
]);
/** Not the schedule: what becomes of this run says nothing of a round. */
const startedBy = 'the restore';
const saidOfDecision =
  'The database was restored while it was sent. Look in the service what is recorded, and decide again.';

/**
 * Pauses the runs of a database that was restored, and lets those of schedules wait: they go on when a person has
 * looked. Resolves to true if it was.
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
    `SELECT value = to_json(${identity} || ' ' || xmin::text)::text AS is_same FROM setting WHERE name = $1`,
    name,
  );
  return found?.is_same === true;
}

async function pauseAll(ask: Ask): Promise<boolean> {
  await ask("SELECT pg_advisory_xact_lock(hashtextextended('restored', 0))");
  if (await isKnown(ask)) return false;
  const [before] = await ask('SELECT value FROM setting WHERE name = $1', name);
  await ask(
    `INSERT INTO setting (name, value)
     VALUES ($1, to_json(${identity} || ' ' || pg_current_xact_id()::xid::text)::text)
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
  // A round whose time has passed since would begin by itself, and what it sent once, it would send again.
  await ask(
    `WITH paused AS (
       INSERT INTO run (id, sheet, operation, state, options, started_by, started_at, said)
       SELECT gen_random_uuid()::text, sheet, 'assess', 'paused',
         json_build_object('operation', 'assess', 'maxNew', max_new)::text, $1,
         to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), $2
       FROM schedule
       WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.sheet = schedule.sheet AND state = 'paused')
       RETURNING sheet
     )
     UPDATE sheet SET stage = 'paused' WHERE id IN (SELECT sheet FROM paused)`,
    ...[startedBy, said],
  );
  await ask(
    "UPDATE decision SET state = 'failed', said = $1 WHERE state = 'sending'",
    saidOfDecision,
  );
  // Their workers are not those of this database.
  await ask("UPDATE slice SET fence = fence + 1, holder = NULL, until = '-infinity'");
  await ask("UPDATE hold SET holder = NULL, until = '-infinity'");
  return true;
}
