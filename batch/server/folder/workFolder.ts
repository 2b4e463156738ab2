import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServeError } from '../serveError.js';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../db/dataFolder.js';

const prefix = 'rwa-work-';
const lockName = 'server.lock';
/** Younger folders are not deleted, because their processes may not have locked them yet. */
const lockedAfterMs = 60_000;

/** Contains uploads that are being received, copies of open sheets, and downloads. */
export interface WorkFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** Deletes the folders that killed processes have left in `parent`, because these may contain copies of sheets. */
export function makeWorkFolder(parent: string = tmpdir()): WorkFolder {
  let path: string;
  try {
    removeAbandoned(parent);
    // `mkdtemp` creates folders that only their owner can read.
    path = mkdtempSync(join(parent, prefix));
  } catch (error) {
    throw new ServeError(
      `The server cannot create a temporary folder: ${(error as Error).message}. Free disk space there, or set the variable TMPDIR to another folder.`,
      { cause: error },
    );
  }
  const lock = lockFolder(path);
  return {
    path,
    remove: () => {
      lock.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    try {
      const found = lstatSync(path);
      const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
      if (!isOurs || Date.now() - found.mtimeMs < lockedAfterMs) continue;
      // Throws if the process of the folder is still running.
      lockFolder(path).release();
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process uses or deletes the folder.
    }
  }
}

/** Writes nothing. */
export function assertFolderUnlocked(folder: string): void {
  const file = join(folder, lockName);
  if (!existsSync(file)) return;
  const lock = new DatabaseSync(file, { readOnly: true });
  try {
    lock.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    throw toLockError(error, folder);
  } finally {
    lock.close();
  }
}

/** The operating system releases the lock when the process ends, even by a kill. */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(createPrivateFile(join(folder, lockName)));
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw toLockError(error, folder);
  }
  return {
    release: () => {
      lock.close();
    },
  };
}

function toLockError(error: unknown, folder: string): unknown {
  if (!(error as Error).message.includes('locked')) return error;
  return new ServeError(
    `Another rwa serve is using the data folder ${folder}. Open its page, or stop it first.`,
    { cause: error },
  );
}
