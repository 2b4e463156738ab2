import { ServeError } from '../../server/serveError.js';
import { CommandError } from '../output/commandError.js';

/** A server or a worker that cannot start says why as every command does. */
export async function inCommandErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof ServeError) throw new CommandError(error.message);
    throw error;
  });
}
