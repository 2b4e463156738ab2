import { readTextFile } from '../http/readTextFile.js';
import { ServeError } from './serveError.js';

/** `file` may be a named pipe. */
export async function readOptionFile(file: string, kind = 'file'): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (error) {
    throw new ServeError(`The ${kind} ${file} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
