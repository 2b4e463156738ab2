import type { Summary } from '../../engine/run/events.js';
import type { RunSession } from '../../engine/run/session.js';
import type { Connection } from '../../http/connection.js';
import { waitAtMost } from '../../http/timing.js';
import { CommandError } from '../output/commandError.js';
import type { SheetFolders } from './sheetFolders.js';
import { type OpenedRun, openSheetRun, type RunTarget } from './sheetRun.js';

/** Clients wait a minute by default. */
const answerLimitMs = 45_000;

/** The runs end with the server; over HTTP, they continue after the client disconnects. */
export class ActiveRuns {
  readonly #connection: Connection;
  readonly #folders: SheetFolders;
  /** Maps each run to a promise that resolves when the run is closed. */
  readonly #runs = new Map<RunSession, Promise<undefined>>();
  #isClosing = false;

  constructor(connection: Connection, folders: SheetFolders) {
    this.#connection = connection;
    this.#folders = folders;
  }

  /** The caller must close the run or pass it to {@link start}. */
  async open(target: RunTarget): Promise<OpenedRun> {
    this.refuseIfClosing();
    const { run, close } = await openSheetRun(target, this.#connection, this.#folders.all);
    // From here on, `close` finds the run.
    const closed = Promise.withResolvers<undefined>();
    this.#runs.set(run, closed.promise);
    if (this.#isClosing) run.stop();
    return {
      run,
      close: async () => {
        try {
          await close();
        } finally {
          this.#runs.delete(run);
          closed.resolve(undefined);
        }
      },
    };
  }

  /** Closes the run at its end. After {@link answerLimitMs}, resolves to undefined. */
  async start(opened: OpenedRun): Promise<Summary | undefined> {
    const ended = runAndClose(opened);
    // After the time limit, no client gets the error of the run. The journal has what was sent.
    ended.catch(() => undefined);
    return waitAtMost(answerLimitMs, ended);
  }

  refuseIfClosing(): void {
    if (this.#isClosing) throw new CommandError('The server is ending. Nothing was sent.');
  }

  /** Also ends runs that have not started. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const run of this.#runs.keys()) run.stop();
    await Promise.all(this.#runs.values());
  }
}

async function runAndClose({ run, close }: OpenedRun): Promise<Summary> {
  try {
    return await run.start();
  } finally {
    await close();
  }
}
