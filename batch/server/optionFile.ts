import { readTextFile } from '../http/readTextFile.js';
import { ServeError } from './serveError.js';

/** Reads a file that an option of the server names, also a named pipe. Throws a {@link ServeError} that names it. */
export async function readOptionFile(file: string, what = 'file'): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (error) {
    throw new ServeError(`The ${what} ${file} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
