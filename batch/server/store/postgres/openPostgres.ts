import { ServeError } from '../../serveError.js';
import { DatabaseError } from '../databaseError.js';
import type { Store } from '../store.js';
import { tablesVersion } from '../tables.js';
import { PostgresDatabase, type PostgresOptions } from './postgresDatabase.js';
import { schema, tablesLock } from './session.js';
import { postgresTables } from './tables.js';

/** Our tables have this comment on their schema, so that another application's are never written to. */
const mark = 'rwa serve';

/** Connections that ended long ago: none of them asks any more what became of its last change. */
const endedSessions = "DELETE FROM store_session WHERE at < now() - interval '30 days'";

/** True for the address of a database of Postgres, as opposed to a folder. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/**
 * Opens a database of Postgres, and makes its tables if it has none. Each thread opens its own, with a folder of its
 * process. Throws a {@link ServeError} if it cannot be reached, is not ours, or comes from a later version.
 */
export function openPostgres(url: string, folder: string, options: PostgresOptions = {}): Store {
  const db = new PostgresDatabase(url, options);
  try {
    createTables(db, shown(url));
    db.exec(endedSessions);
  } catch (error) {
    db.close();
    if (!(error instanceof DatabaseError)) throw error;
    throw new ServeError(named(error.message, shown(url)), { cause: error });
  }
  return {
    db,
    folder,
    dialect: 'postgres',
    close: () => {
      db.close();
    },
  };
}

/** An address without the password and all that may have one. */
export function shown(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `The database ${pathname.slice(1)} on ${hostname}${port === '' ? '' : `:${port}`}`;
  } catch {
    return 'The database';
  }
}

/** What happened, with the name of the database in it, once. */
function named(message: string, name: string): string {
  const unnamed = 'The database ';
  return message.startsWith(unnamed)
    ? `${name} ${message.slice(unnamed.length)}`
    : `${name}: ${message}`;
}

function createTables(db: PostgresDatabase, name: string): void {
  if (readVersion(db) === tablesVersion) return;
  db.repeatableTransaction(`BEGIN; SELECT pg_advisory_xact_lock(${tablesLock})`, () => {
    const version = readVersion(db);
    // Another process has made them in the meantime.
    if (version === tablesVersion) return;
    if (version !== undefined) {
      throw new ServeError(
        `${name} was written by a later version of rwa. Install that version, or choose another database.`,
      );
    }
    if (hasSchema(db)) {
      throw new ServeError(
        `${name} has a schema ${schema}, but not one of rwa serve. It was left alone; choose another database.`,
      );
    }
    db.exec(`CREATE SCHEMA IF NOT EXISTS ${schema}; COMMENT ON SCHEMA ${schema} IS '${mark}';
      CREATE TABLE ${schema}.version (number INTEGER NOT NULL);
      INSERT INTO ${schema}.version (number) VALUES (${tablesVersion});
      ${postgresTables}`);
  });
}

/** Reads the format of the tables; undefined if the schema is not ours, or missing. */
function readVersion(db: PostgresDatabase): number | undefined {
  const isOurs = db
    .prepare(
      `SELECT 1 FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid AND relname = 'version'
       WHERE nspname = ? AND obj_description(pg_namespace.oid, 'pg_namespace') = ?`,
    )
    .get(schema, mark);
  if (isOurs === undefined) return undefined;
  return db.prepare(`SELECT number FROM ${schema}.version`).get()?.number as number;
}

/** An empty one may have been made by an administrator, for us. */
function hasSchema(db: PostgresDatabase): boolean {
  const found = db
    .prepare(
      'SELECT 1 FROM pg_class JOIN pg_namespace ON relnamespace = pg_namespace.oid WHERE nspname = ?',
    )
    .get(schema);
  return found !== undefined;
}
