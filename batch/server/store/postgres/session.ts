/** What is given up after this time, so that nothing waits for ever. */
export const statementMs = 30_000;
/** As SQLite's busy_timeout. */
const lockMs = 20_000;
/** The thread ends a connection whose server does not even say that a statement took too long. */
export const silentMs = statementMs + 5_000;

/** The schema that all our tables are in. */
export const schema = 'rwa';

/** One writer at a time, as on SQLite: who changes what it has read holds this lock. */
const writersLock = '4571201986';
/** Held by the process that makes the tables. */
export const tablesLock = '4571201987';

/** Sets up a new connection, and ends the one before: what that has begun holds locks. */
export function settingsOf(applicationName: string): string {
  return `
    SET search_path = ${schema};
    SET statement_timeout = ${statementMs};
    SET lock_timeout = ${lockMs};
    SET idle_in_transaction_session_timeout = 60000;
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = 30000;
    SET client_min_messages = warning;
    SET default_transaction_isolation = 'read committed';
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = ${literal(applicationName)} AND pid <> pg_backend_pid();`;
}

/** Begins a transaction that has the only lock of writers, or the lock of this name. */
export function beginning(lock: string | undefined): string {
  const held = lock === undefined ? writersLock : `hashtextextended(${literal(lock)}, 0)`;
  return `BEGIN; SELECT pg_advisory_xact_lock(${held})`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
