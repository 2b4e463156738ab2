import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServeError } from '../serveError.js';
import { isPostgresUrl, openPostgres } from './postgres/openPostgres.js';
import type { PostgresOptions } from './postgres/postgresDatabase.js';
import type { Store } from './store.js';
import { tables, tablesVersion } from './tables.js';

/**
 * How long the main thread of a process waits for Postgres. Meanwhile it answers nobody, and reads no answer of the
 * service; a restart takes no longer. Other threads have more patience.
 */
export const mainThreadPatienceMs = 3_000;

/** Marks a database as ours ("rwad"), so that another application's file is never written to. */
const APPLICATION_ID = 0x72776164;

/** The folder with the files of the sheets, in a data folder. */
export function filesFolderOf(folder: string): string {
  return join(folder, 'sheets');
}

/**
 * Makes a data folder usable: only its owner may read it. Throws a {@link ServeError} when it cannot be
 * made.
 */
export function prepareFolder(folder: string): void {
  try {
    for (const path of [folder, filesFolderOf(folder)]) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      chmodSync(path, 0o700);
    }
  } catch (error) {
    throw new ServeError(
      `The data folder ${folder} cannot be used: ${(error as Error).message}. Choose another one with --data.`,
      { cause: error },
    );
  }
}

/**
 * Opens the database of a data folder, or the one of Postgres at an address, and makes its tables if it is empty. Each
 * thread opens its own. What is committed survives a loss of power. Throws a {@link ServeError} for one that is not
 * ours or comes from a later version.
 */
export function openStore(
  place: string,
  workFolder = tmpdir(),
  options: Pick<PostgresOptions, 'patienceMs'> = {},
): Store {
  return isPostgresUrl(place) ? openPostgres(place, workFolder, options) : openFile(place);
}

function openFile(folder: string): Store {
  const file = privateFile(join(folder, 'rwa.sqlite'));
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA busy_timeout = 20000');
    createTables(db, file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    folder,
    dialect: 'sqlite',
    close: () => {
      db.close();
    },
  };
}

/**
 * Makes a file that only its owner may read, if it is missing. SQLite would make it, and the logs beside
 * it, as the umask says.
 */
export function privateFile(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return path;
}

/** Makes the tables in an empty database. Throws a {@link ServeError} for one that {@link openStore} refuses. */
export function createTables(db: DatabaseSync, file = 'The database'): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const id = db.prepare('PRAGMA application_id').get()?.application_id;
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (id !== APPLICATION_ID && !isEmpty) {
    throw new ServeError(
      `${file} is a database, but not one of rwa serve. It was left alone; choose another folder with --data.`,
    );
  }
  if (version > tablesVersion) {
    throw new ServeError(
      `${file} was written by a later version of rwa. Install that version, or choose another folder with --data.`,
    );
  }
  if (version === tablesVersion) return;
  db.exec(
    `BEGIN IMMEDIATE; ${tables}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${tablesVersion}; COMMIT`,
  );
}
