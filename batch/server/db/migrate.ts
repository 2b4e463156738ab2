import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { ServeError } from '../serveError.js';
import { DatabaseError } from './errors.js';
import { createInitialTables } from './migrations/initial.js';
import { schema } from './postgres.js';
import type { Db, Dialect } from './store.js';

/** The version is the number of migrations that were done. Add new migrations at the end. */
const migrations: readonly ((dialect: Dialect) => readonly string[])[] = [createInitialTables];
export const currentVersion = migrations.length;

/** The letters "rwad". They keep the file of another application from being changed. */
const applicationId = 0x72776164;
/** A comment on our schema, which keeps the schema of another application from being changed. */
const mark = 'rwa serve';
const migrationLock = 4571201987;

export async function migrateSqlite(db: Db, file: string): Promise<void> {
  if ((await readVersionOfFile(db, file)) === currentVersion) return;
  await db.transaction().execute(async (tx) => {
    // Another process may have changed the tables meanwhile.
    const version = await readVersionOfFile(tx, file);
    await migrateFrom(version, tx, 'sqlite');
    await sql.raw(`PRAGMA application_id = ${applicationId}`).execute(tx);
    await sql.raw(`PRAGMA user_version = ${currentVersion}`).execute(tx);
  });
}

async function readVersionOfFile(db: Db, file: string): Promise<number> {
  const [id] = (await sql<{ application_id: number }>`PRAGMA application_id`.execute(db)).rows;
  const [tables] = (
    await sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_schema`.execute(db)
  ).rows;
  const [found] = (await sql<{ user_version: number }>`PRAGMA user_version`.execute(db)).rows;
  return checkVersion(file, {
    isOurs: id?.application_id === applicationId || tables?.count === 0,
    version: found?.user_version ?? 0,
  });
}

function checkVersion(file: string, found: { isOurs: boolean; version: number }): number {
  if (!found.isOurs) {
    throw new ServeError(
      `${file} is a database, but not one of rwa serve. It was left alone; choose another folder with --data.`,
    );
  }
  if (found.version > currentVersion) {
    throw new ServeError(`${file} was written by a later version of rwa. Install that version.`);
  }
  return found.version;
}

/**
 * Reads only the header: SQLite would create files beside the database, and these might belong to another account than
 * the server's.
 */
export async function readFileVersion(file: string): Promise<number> {
  const header = Buffer.alloc(100);
  try {
    const opened = await open(file, 'r');
    try {
      const { bytesRead } = await opened.read(header);
      if (bytesRead === 0) return 0;
    } finally {
      await opened.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  // The offsets are those of https://www.sqlite.org/fileformat.html.
  return checkVersion(file, {
    isOurs: header.readUInt32BE(68) === applicationId,
    version: header.readUInt32BE(60),
  });
}

export function readSchemaVersion(db: Db, url: string): Promise<number> {
  return readVersionOfSchema(db, describeDatabase(url));
}

/** `patient` is the same database with a longer time limit. */
export async function migratePostgres(db: Db, patient: Db, url: string): Promise<void> {
  const name = describeDatabase(url);
  try {
    if ((await readVersionOfSchema(db, name)) === currentVersion) return;
    // Each statement sees what other processes committed while this one waited for the lock.
    await patient
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        await sql`SET LOCAL lock_timeout = 0`.execute(tx);
        await sql`SELECT pg_advisory_xact_lock(${migrationLock})`.execute(tx);
        const version = await readVersionOfSchema(tx, name);
        if (version === currentVersion) return;
        if (version === 0) await createSchema(tx, name);
        await migrateFrom(version, tx, 'postgres');
        await sql`UPDATE ${sql.table(`${schema}.version`)} SET number = ${currentVersion}`.execute(
          tx,
        );
      });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new ServeError(withName(error.message, name), { cause: error });
  }
}

async function readVersionOfSchema(db: Db, name: string): Promise<number> {
  const versionTable = await sql`
    SELECT 1 FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid AND relname = 'version'
    WHERE nspname = ${schema} AND obj_description(pg_namespace.oid, 'pg_namespace') = ${mark}`.execute(
    db,
  );
  if (versionTable.rows.length === 0) return 0;
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM ${sql.table(`${schema}.version`)}`.execute(db);
  const version = rows[0]?.number ?? 0;
  if (version > currentVersion) {
    throw new ServeError(`${name} was written by a later version of rwa. Install that version.`);
  }
  return version;
}

/** Also uses an empty schema that an administrator has created for the server. */
async function createSchema(tx: Db, name: string): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pg_class JOIN pg_namespace ON relnamespace = pg_namespace.oid
    WHERE nspname = ${schema} LIMIT 1`.execute(tx);
  if (rows.length > 0) {
    throw new ServeError(
      `${name} has a schema ${schema}, but not one of rwa serve. It was left alone; choose another database.`,
    );
  }
  for (const statement of [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    `COMMENT ON SCHEMA ${schema} IS '${mark}'`,
    `CREATE TABLE ${schema}.version (number INTEGER NOT NULL)`,
    `INSERT INTO ${schema}.version (number) VALUES (0)`,
  ]) {
    await sql.raw(statement).execute(tx);
  }
}

async function migrateFrom(version: number, tx: Db, dialect: Dialect): Promise<void> {
  for (const migration of migrations.slice(version)) {
    for (const statement of migration(dialect)) await sql.raw(statement).execute(tx);
  }
}

/** Leaves out the parts of the URL that may contain a password. */
function describeDatabase(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `The database ${pathname.slice(1)} on ${hostname}${port === '' ? '' : `:${port}`}`;
  } catch {
    return 'The database';
  }
}

function withName(message: string, name: string): string {
  const unnamed = 'The database ';
  return message.startsWith(unnamed)
    ? `${name} ${message.slice(unnamed.length)}`
    : `${name}: ${message}`;
}
