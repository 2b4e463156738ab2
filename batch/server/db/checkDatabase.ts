import pg from 'pg';
import { ServeError } from '../serveError.js';
import { describeDatabaseFault, type DatabaseUrl } from './databaseUrl.js';

/** Older versions get no security fixes, and `rwa` was not tested with them. */
const oldestVersion = 14;
const timeoutMs = 10_000;

/** Another process may use the shared connection during one check, so the check is repeated. */
const poolerChecks = 20;

interface Facts {
  readonly version: number;
  readonly release: string;
  readonly encoding: string;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly may_create: boolean;
}

/** Throws a {@link ServeError} with the remedy, but without the password. */
export async function checkDatabase(database: DatabaseUrl): Promise<void> {
  const clients = [createClient(database), createClient(database)] as const;
  let refusal: string | undefined;
  try {
    for (const client of clients) await client.connect();
    refusal = (await sharesConnections(...clients))
      ? `The pooler at ${database.shown} gives a connection to others between two transactions, and rwa keeps settings and locks on its connections. Set pool_mode = session for this database in PgBouncer, or use the URL of Postgres itself.`
      : findRefusal(await readFacts(clients[0]), database.shown);
  } catch (error) {
    // Leave out the cause, because it may contain the settings of the connection.
    throw new ServeError(describeDatabaseFault(error, database));
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
  if (refusal !== undefined) throw new ServeError(refusal);
}

function createClient({ url }: DatabaseUrl): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rwa',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // An error of an idle connection must not end the process.
  client.on('error', () => undefined);
  return client;
}

async function sharesConnections(first: pg.Client, second: pg.Client): Promise<boolean> {
  const readProcessId = async (client: pg.Client): Promise<number | undefined> => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return rows[0]?.pid;
  };
  // Without a pooler, or in session mode, each client keeps its own connection.
  const firstProcess = await readProcessId(first);
  for (let checks = 0; checks < poolerChecks; checks++) {
    if (
      (await readProcessId(second)) === firstProcess ||
      (await readProcessId(first)) !== firstProcess
    )
      return true;
  }
  return false;
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(factsQuery);
  const [facts] = rows;
  if (facts === undefined) throw new Error('it does not answer as Postgres does');
  return facts;
}

// To create a missing schema, the server needs a different right than to create tables in an existing schema.
const factsQuery = `SELECT
  current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS release,
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() AS is_standby,
  current_setting('default_transaction_read_only') = 'on' AS is_read_only,
  (SELECT bool_and(CASE WHEN oid IS NULL THEN has_database_privilege(current_database(), 'CREATE')
     ELSE has_schema_privilege(oid, 'CREATE') AND has_schema_privilege(oid, 'USAGE') END)
   FROM unnest(ARRAY['rwa', 'rwa_queue']) AS needed (name) LEFT JOIN pg_namespace ON nspname = name
  ) AS may_create`;

function findRefusal(facts: Facts, shown: string): string | undefined {
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
