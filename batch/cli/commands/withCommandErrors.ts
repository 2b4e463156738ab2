import { ServeError } from '../../server/serveError.js';
import { CommandError } from '../output/commandError.js';

/**
 * Turns a ServeError of `work` into a CommandError, so that a server or worker that cannot start
 * fails like every other command.
 */
export async function withCommandErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof ServeError) throw new CommandError(error.message);
    throw error;
  });
}
