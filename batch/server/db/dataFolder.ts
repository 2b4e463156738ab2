import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { ServeError } from '../serveError.js';

/** Returns the folder for the files of the sheets in a data folder. */
export function filesFolder(folder: string): string {
  return join(folder, 'sheets');
}

/**
 * Creates a data folder if it is missing, and lets only its owner read it. Throws a {@link ServeError} if this fails.
 */
export function prepareFolder(folder: string): void {
  try {
    for (const path of [folder, filesFolder(folder)]) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      chmodSync(path, 0o700);
    }
  } catch (error) {
    throw new ServeError(
      `The data folder ${folder} cannot be used: ${(error as Error).message}. Correct this. Only if nothing was ever sent from this folder, choose another one with --data.`,
      { cause: error },
    );
  }
}

/**
 * Creates a file that only its owner may read, if it is missing. SQLite would let other accounts read the file and its
 * logs, unless the umask forbids this.
 */
export function createPrivateFile(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return path;
}
