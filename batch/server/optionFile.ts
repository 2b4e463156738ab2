import { readTextFile } from '../http/readTextFile.js';
import { ServeError } from './serveError.js';

/** Reads the file or named pipe that an option of the server names. Throws a {@link ServeError} with its path. */
export async function readOptionFile(file: string, kind = 'file'): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (error) {
    throw new ServeError(`The ${kind} ${file} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
