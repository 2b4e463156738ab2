/** Why the queue no longer assigns a slice to workers. */
export type SliceFailure = 'workersDied' | 'workFailed';

export interface RunFailureWords extends Readonly<Record<SliceFailure, string>> {
  readonly noWorker: string;
  /** The message of a run that waits because a worker's token was refused or is for another company. */
  readonly otherWorkersGoOn: (host: string) => string;
  readonly databaseFailed: string;
  readonly unexpected: string;
  readonly restored: string;
}

export const runFailures: RunFailureWords = {
  workersDied:
    'One worker after the other has ended while it worked on the same rows of this run. Ask the person who runs this server to find the cause where the workers run, for example too little memory. When the cause is removed, start the run again: it continues, and sends no row twice.',
  workFailed:
    'The work on some rows of this run has failed again and again. Ask the person who runs this server to find the cause in the log of the workers. When the cause is removed, start the run again: it continues, and sends no row twice.',
  noWorker:
    'No worker takes rows now, so nothing is sent and no scores are fetched. Ask the person who runs this server to start a worker (rwa worker). If one is running, its log has the reason; if it drains, let it take slices again under Operations. The run then goes on by itself.',
  otherWorkersGoOn: (host) =>
    `This is about the worker on ${host}, which leaves the rows to other workers. If there is none, ask the person who runs this server to start this one again with the right token and base URL. The run then goes on by itself.`,
  databaseFailed:
    'The database of the server could not be reached, was busy, or had no space left. When it works again, start the run again: it continues, and sends no row twice.',
  unexpected:
    'An unexpected error occurred in the server. Ask the person who runs this server to find the cause in its log. When the cause is removed, start the run again: it continues, and sends no row twice.',
  restored:
    'This server was restored from a backup. The notice on the page of the sheet lists what to check before you press "Resume".',
};
