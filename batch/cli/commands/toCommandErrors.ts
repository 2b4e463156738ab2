import { ServeError } from '../../server/serveError.js';
import { CommandError } from '../output/commandError.js';

/** Converts a ServeError, so that a server that cannot start fails like every other command. */
export async function toCommandErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof ServeError) throw new CommandError(error.message);
    throw error;
  });
}
