import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServeError } from '../serveError.js';
import { DatabaseSync } from 'node:sqlite';
import { privateFile } from '../db/dataFolder.js';

const prefix = 'rwa-work-';
/** A process locks its folder as soon as it has made it. */
const surelyLockedMs = 60_000;

/** A folder for what does not last: uploads as they arrive, copies of sheets that are open, downloads. */
export interface WorkFolder {
  readonly path: string;
  /** Deletes it with all that is in it. */
  readonly remove: () => void;
}

/**
 * Makes a folder that only this account can read, among the temporary files of the machine. Deletes the folders of
 * processes that were killed: they may have copies of sheets.
 */
export function makeWorkFolder(parent: string = tmpdir()): WorkFolder {
  removeAbandoned(parent);
  let path: string;
  try {
    // Only its owner may read what mkdtemp makes.
    path = mkdtempSync(join(parent, prefix));
  } catch (error) {
    throw new ServeError(
      `No temporary folder can be made: ${(error as Error).message}. Make room there, or name another folder for temporary files by the variable TMPDIR.`,
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
      if (!isOurs || Date.now() - found.mtimeMs < surelyLockedMs) continue;
      // Throws while its process lives.
      lockFolder(path).release();
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process uses it, or deletes it now.
    }
  }
}

/**
 * Keeps a second server out of a data folder until it is released. It is a lock of the system, which
 * ends with the process, however that ends. Throws a {@link ServeError} when another server has it.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(privateFile(join(folder, 'server.lock')));
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error as Error).message.includes('locked')) throw error;
    throw new ServeError(
      `Another rwa serve runs on the data folder ${folder}. Open its page, or stop it first.`,
      { cause: error },
    );
  }
  return {
    release: () => {
      lock.close();
    },
  };
}
