import type { ResponseEvent } from '../../../src/clientEvents.js';
import { LogError } from './logError.js';
import { LogFile } from './logFile.js';

/**
 * The file of `--trace`: one JSON line for each exchange with the service, for whoever looks for the
 * cause of a failure. It names rows and holds no person, id, value, address or token.
 */
export class Trace {
  readonly #file: LogFile;
  readonly #complain: (text: string) => void;
  #isInRun = false;
  #isClosed = false;
  #failure: LogError | undefined;

  /** Throws as {@link LogFile.open} does. `complain` hears of a failure in the middle of a run. */
  constructor(path: string, sheet: string, complain: (text: string) => void) {
    this.#file = LogFile.open(path, sheet, 'trace');
    this.#complain = complain;
  }

  /** Adds the line of one exchange, at once: a process that dies leaves what it has done. */
  readonly add = (event: ResponseEvent): void => {
    if (this.#isClosed || this.#failure !== undefined) return;
    try {
      this.#file.add([JSON.stringify(lineOf(event))]);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#failure = error;
      if (this.#isInRun) this.#complain(`${error.message} The run continues without it.`);
    }
  };

  /**
   * To be called before rows are sent, when the service has answered once. Throws when that could not
   * be written; once rows are sent, the run goes on whatever becomes of the file.
   */
  assertWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#isInRun = true;
  }

  /** What is still under way then is not told. */
  close(): void {
    this.#isClosed = true;
    this.#file.close();
  }
}

function lineOf(event: ResponseEvent) {
  const { operation, context, attempt, delivery, httpStatus, durationMs, outcome, atMs } = event;
  return {
    /** When it began to be sent. */
    time: new Date(atMs - durationMs).toISOString(),
    operation,
    ...(typeof context === 'number' ? { row: context } : {}),
    attempt,
    delivery,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    durationMs: Math.round(durationMs * 10) / 10,
    outcome,
  };
}
