import type { ResponseEvent } from '../../../src/clientEvents.js';
import { LogError } from './logError.js';
import { LogFile } from './logFile.js';

/**
 * The file of `--trace`: one JSON line for each exchange with the service, for finding the cause of
 * a failure. It names rows, but contains no person, ID, value, address or token.
 */
export class Trace {
  readonly #file: LogFile;
  readonly #complain: (text: string) => void;
  #isInRun = false;
  #isClosed = false;
  #failure: LogError | undefined;

  /** Throws as {@link LogFile.open} does. `complain` is called if writing fails during a run. */
  constructor(path: string, sheet: string, complain: (text: string) => void) {
    this.#file = LogFile.open(path, sheet, 'trace');
    this.#complain = complain;
  }

  /** Adds the line of one exchange at once, so that it is kept even if the process dies. */
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
   * Call this before rows are sent, when the service has answered once. Throws if that line could
   * not be written. Once rows are sent, the run continues even if the file fails.
   */
  assertWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#isInRun = true;
  }

  /** Requests that are still in flight are not traced. */
  close(): void {
    this.#isClosed = true;
    this.#file.close();
  }
}

function lineOf(event: ResponseEvent) {
  const { operation, context, attempt, delivery, httpStatus, durationMs, outcome, atMs } = event;
  return {
    /** When the request was sent. */
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
