import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, sql } from 'kysely';
import { createPrivateFile } from './dataFolder.js';
import { isPostgresUrl } from './databaseUrl.js';
import { migratePostgres, migrateSqlite, readFileVersion, readSchemaVersion } from './migrate.js';
import { createNodeSqliteDialect } from './nodeSqlite.js';
import { type PoolOptions, PostgresPool, createPostgresDialect } from './postgres.js';
import type { Tables } from './schema.js';
import type { Store } from './store.js';

/** Used only on Postgres. */
export interface OpenOptions {
  readonly connections?: number;
  /** Limits a statement, including its waits for a connection and for other transactions. */
  readonly timeoutMs?: number;
  readonly onWaited?: PoolOptions['onWaited'];
}

/** If the database does not respond, a request is answered with 503 within five seconds. */
export const requestTimeoutMs = 4_000;
/** The limit for work that no request waits for, such as reading a large sheet. */
export const workTimeoutMs = 30_000;
/** This limit is long, because other processes may migrate first, and a migration may change many rows. */
const migrationTimeoutMs = 600_000;
/** Excludes the connection with which a web process listens for changes. */
const defaultConnections = 4;
const fileName = 'rwa.sqlite';

/**
 * `place` is a data folder or a Postgres URL. Commits survive a loss of power. Throws a ServeError for a database that
 * is not ours or is from a later version, or for a Postgres database that cannot be used.
 */
export function openStore(
  place: string,
  workFolder = tmpdir(),
  options: OpenOptions = {},
): Promise<Store> {
  return isPostgresUrl(place) ? openPostgres(place, workFolder, options) : openFile(place);
}

/** Returns 0 if there are no tables. Writes nothing. */
export async function readTablesVersion(place: string): Promise<number> {
  if (!isPostgresUrl(place)) return readFileVersion(join(place, fileName));
  const pool = new PostgresPool({ url: place, connections: 1 });
  try {
    return await readSchemaVersion(createDbOnPool(pool, workTimeoutMs).db, place);
  } finally {
    await pool.close();
  }
}

/** Call this only while no server uses the data folder. */
export function openToRead(place: string): Store {
  if (isPostgresUrl(place)) {
    const pool = new PostgresPool({ url: place, connections: 1 });
    const close = () => pool.close();
    return { ...createDbOnPool(pool, workTimeoutMs), folder: tmpdir(), dialect: 'postgres', close };
  }
  const path = join(place, fileName);
  const url = pathToFileURL(path);
  // With `immutable`, SQLite creates no files beside the database, but ignores the log file of a killed server.
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
  const db = new Kysely<Tables>({
    dialect: createNodeSqliteDialect({ path: url, readOnly: true }),
  });
  return { db, folder: place, dialect: 'sqlite', close: () => db.destroy() };
}

export function withTimeout(store: Store, timeoutMs: number): Store {
  if (store.postgres === undefined || store.db.isTransaction) return store;
  return { ...store, ...createDbOnPool(store.postgres.pool, timeoutMs) };
}

async function openFile(folder: string): Promise<Store> {
  const file = createPrivateFile(join(folder, fileName));
  const db = new Kysely<Tables>({ dialect: createNodeSqliteDialect({ path: file }) });
  const close = () => db.destroy();
  try {
    await migrateSqlite(db, file);
    // The file stores the mode, so the mode is set only after the check that the file is ours.
    await sql`PRAGMA journal_mode = WAL`.execute(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, folder, dialect: 'sqlite', close };
}

async function openPostgres(
  url: string,
  folder: string,
  { connections = defaultConnections, timeoutMs = workTimeoutMs, onWaited }: OpenOptions,
): Promise<Store> {
  const pool = new PostgresPool({ url, connections, onWaited });
  try {
    await migratePostgres(
      createDbOnPool(pool, timeoutMs).db,
      createDbOnPool(pool, migrationTimeoutMs).db,
      url,
    );
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    ...createDbOnPool(pool, timeoutMs),
    folder,
    dialect: 'postgres',
    close: () => pool.close(),
  };
}

function createDbOnPool(
  pool: PostgresPool,
  timeoutMs: number,
): Pick<Store, 'db'> & Required<Pick<Store, 'postgres'>> {
  const dialect = createPostgresDialect(pool, { timeoutMs, isolation: 'serializable' });
  return { db: new Kysely<Tables>({ dialect }), postgres: { pool, timeoutMs } };
}
