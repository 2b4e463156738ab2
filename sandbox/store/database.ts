import { DatabaseSync } from 'node:sqlite';
import { SandboxError } from '../sandboxError.js';

// Columns for values of the contract have the contract's names.
const schema = `
  CREATE TABLE assessment (
    number INTEGER PRIMARY KEY,
    assessmentId TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    employeeId TEXT NOT NULL,
    complianceTeamMemberId TEXT NOT NULL,
    managerId TEXT NOT NULL,
    purpose TEXT NOT NULL,
    destination TEXT NOT NULL,
    scoreDigest TEXT NOT NULL,
    status TEXT NOT NULL,
    note TEXT NOT NULL,
    createdAtMs INTEGER NOT NULL,
    readyAtMs INTEGER
  ) STRICT;
  CREATE TABLE staff (
    number INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    role TEXT NOT NULL,
    activated INTEGER NOT NULL,
    invitation TEXT
  ) STRICT;
  CREATE INDEX staff_by_id ON staff (staff_id);
  CREATE TABLE email (
    number INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    invitation TEXT NOT NULL,
    sentAtMs INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE count (
    operation TEXT PRIMARY KEY,
    requests INTEGER NOT NULL,
    commits INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE seen_employee (
    company TEXT NOT NULL,
    employeeId TEXT NOT NULL,
    PRIMARY KEY (company, employeeId)
  ) STRICT, WITHOUT ROWID;
`;

// Increment it with every change of the tables.
const VERSION = 2;

// Identifies our files ("rwas"), so that the sandbox never writes to another application's database.
const APPLICATION_ID = 0x72776173;

export function openDatabase(file = ':memory:'): { database: DatabaseSync; isNew: boolean } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Exclusive, so that no second sandbox can use it.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF');
    const isNew = !isOurs(database, file);
    database.exec('PRAGMA journal_mode = WAL');
    if (isNew) {
      database.exec(
        `BEGIN; ${schema}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}; COMMIT`,
      );
    }
    // Acquires the lock now instead of at the first request.
    database.exec('BEGIN IMMEDIATE; COMMIT');
    return { database, isNew };
  } catch (error) {
    database?.close();
    throw error instanceof SandboxError ? error : createUnusableError(file, error);
  }
}

function isOurs(database: DatabaseSync, file: string): boolean {
  const id = database.prepare('PRAGMA application_id').get()?.application_id;
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  if (id === APPLICATION_ID && version === VERSION) return true;
  if (id === APPLICATION_ID) {
    throw new SandboxError(
      `${file} was written by another version of the sandbox. It was left alone; delete it, or choose another file.`,
    );
  }
  if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return false;
  throw new SandboxError(
    `${file} is a database, but not a sandbox's. It was left alone; choose another file.`,
  );
}

function createUnusableError(file: string, error: unknown): SandboxError {
  const { message } = error as Error;
  const isInUse = message.includes('locked');
  return new SandboxError(
    isInUse
      ? `${file} is in use by another sandbox. Stop it first, or choose another file.`
      : `The sandbox cannot keep its data in ${file}: ${message}. Choose another file.`,
    { cause: error },
  );
}
