import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServeError } from '../serveError.js';
import { privateFile } from '../db/dataFolder.js';

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
      `Another rwa serve runs on the data folder ${folder}. Open its page, stop it first, or choose another data folder.`,
      { cause: error },
    );
  }
  return {
    release: () => {
      lock.close();
    },
  };
}
