// Messages about runs that wait or fail for a reason that the engine does not know.

/** The message of a run whose rows wait because no worker takes any. */
export const noWorkerSaid =
  'No worker takes rows now, so nothing is sent and no scores are fetched. The run goes on by itself as soon as whoever looks after the server has started one (rwa worker). If one is running, its log says why it takes none.';

/** The failure of a slice that the queue gives out no more. */
export type SliceFailure = 'workersDied' | 'workFailed';

/** The message of a run that fails for this reason. The log of the workers has the error. */
export const sliceFailureWords: Readonly<Record<SliceFailure, string>> = {
  workersDied:
    'One worker after the other has ended while it worked on the same rows of this run. Whoever looks after the server finds the reason where the workers run, for example that they had too little memory. Then start the run again: it goes on, and sends no row twice.',
  workFailed:
    'The work on some rows of this run has failed again and again. Whoever looks after the server finds the reason in the log of the workers. When it is removed, start the run again: it goes on, and sends no row twice.',
};

/** The end of the message of a run that waits because a worker's token was refused. */
export function otherWorkersGoOn(host: string): string {
  return `This is about the worker on ${host}, which leaves the rows to other workers. If there is none, whoever looks after the server starts it again with the right token and base URL, and the run goes on by itself.`;
}

/** The message of a run that fails because the database failed, also after further tries. */
export const databaseFailure =
  'The database of the server could not be reached, was busy, or had no space left. When it works again, start the run again: it goes on, and sends no row twice.';

/** The message of a run that fails because of an unexpected error, which is in the log. */
export const unexpectedFailure =
  'The server has met an error that it did not expect. Whoever looks after the server finds the reason in its log. When it is removed, start the run again: it goes on, and sends no row twice.';
