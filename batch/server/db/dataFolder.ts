import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { ServeError } from '../serveError.js';

export function filesFolder(folder: string): string {
  return join(folder, 'sheets');
}

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

/** SQLite would let other accounts read the file and its logs, unless the umask forbids this. */
export function createPrivateFile(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return path;
}
