import pg from 'pg';
import { ServeError } from '../serveError.js';
import { databaseFault } from './databaseFault.js';
import type { DatabaseUrl } from './databaseUrl.js';

/** Older ones get no security fixes, and nothing of ours was tried on them. */
const oldestVersion = 14;
const timeoutMs = 10_000;

/** What is asked of a database before it is used. */
interface Facts {
  readonly version: number;
  readonly release: string;
  readonly encoding: string;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly may_create: boolean;
}

/**
 * Makes sure that a database can be used, before anything of ours opens it. Throws a {@link ServeError} that
 * says what is wrong, where, and what to do; it has no password.
 */
export async function checkDatabase(database: DatabaseUrl): Promise<void> {
  const refusal = refusalOf(await factsOf(database), database.shown);
  if (refusal !== undefined) throw new ServeError(refusal);
}

async function factsOf(database: DatabaseUrl): Promise<Facts> {
  const client = new pg.Client({
    ...{ connectionString: database.url, application_name: 'rwa' },
    ...{ connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs },
  });
  // A connection that breaks later says so here, and must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(question);
    const [facts] = rows;
    if (facts === undefined) throw new Error('it does not answer as Postgres does');
    return facts;
  } catch (error) {
    // Without the error as its cause: the settings of the connection may hang on it.
    throw new ServeError(databaseFault(error, database));
  } finally {
    await client.end().catch(() => undefined);
  }
}

// Schemas are made when they are missing; in those that are there, tables are made.
const question = `SELECT
  current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS release,
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() AS is_standby,
  current_setting('default_transaction_read_only') = 'on' AS is_read_only,
  (SELECT bool_and(CASE WHEN oid IS NULL THEN has_database_privilege(current_database(), 'CREATE')
     ELSE has_schema_privilege(oid, 'CREATE') AND has_schema_privilege(oid, 'USAGE') END)
   FROM unnest(ARRAY['rwa', 'rwa_queue']) AS needed (name) LEFT JOIN pg_namespace ON nspname = name
  ) AS may_create`;

function refusalOf(facts: Facts, shown: string): string | undefined {
  if (facts.version < oldestVersion * 10_000) {
    return `${shown} is Postgres ${facts.release}. Version ${oldestVersion} or later is needed.`;
  }
  if (facts.encoding !== 'UTF8') {
    return `The database ${shown} has the encoding ${facts.encoding}, which cannot hold all names. Create another one: createdb --encoding UTF8 --template template0 NAME`;
  }
  if (facts.is_standby || facts.is_read_only) {
    return `${shown} can only be read: it is a standby, or set to read-only. Use the URL of the primary server.`;
  }
  if (!facts.may_create) {
    return `The user of ${shown} may not create the schemas rwa and rwa_queue, or tables in them. As the owner of the database, run: GRANT CREATE ON DATABASE … TO …; or create both schemas for this user (CREATE SCHEMA rwa AUTHORIZATION …).`;
  }
  return undefined;
}
