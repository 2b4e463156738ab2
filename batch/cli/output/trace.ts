import type { ResponseEvent } from '../../../src/clientEvents.js';
import { LogError } from './logError.js';
import { LogFile } from './logFile.js';

/** Contains row numbers for support, but no person, ID, value, address or token. */
export class Trace {
  readonly #file: LogFile;
  readonly #onFailure: (text: string) => void;
  #isInRun = false;
  #isClosed = false;
  #failure: LogError | undefined;

  /** Throws the errors of {@link LogFile.open}. Calls `onFailure` if a write fails during a run. */
  constructor(path: string, sheet: string, onFailure: (text: string) => void) {
    this.#file = LogFile.open(path, sheet, 'trace');
    this.#onFailure = onFailure;
  }

  /** Writes immediately, so that the line is kept even if the process is killed. */
  readonly add = (event: ResponseEvent): void => {
    if (this.#isClosed || this.#failure !== undefined) return;
    try {
      this.#file.add([JSON.stringify(toLine(event))]);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#failure = error;
      if (this.#isInRun) this.#onFailure(`${error.message} The run continues without it.`);
    }
  };

  /**
   * Call this after the first answer of the service and before rows are sent. From then on, the run
   * continues even if a write fails.
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

function toLine(event: ResponseEvent) {
  const { operation, context, attempt, delivery, httpStatus, durationMs, outcome, atMs } = event;
  return {
    // The time at which the request was sent.
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
