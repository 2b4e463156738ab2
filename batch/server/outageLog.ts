import { isTransient, toDatabaseError } from './db/errors.js';
import { log, type LogFields } from './log.js';

/**
 * Logs once that the database is away, because it is asked every second, and once that it is back. Logs other errors
 * each time.
 */
export class OutageLog {
  readonly #what: string;
  readonly #about: LogFields;
  #beganMs: number | undefined;

  /** `what` fails, as the line of the log: "The runs could not be read". */
  constructor(what: string, about: LogFields = {}) {
    this.#what = what;
    this.#about = about;
  }

  /** Resolves when the work has ended. Logs its error. */
  async watch(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.over();
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error: unknown): void {
    const err = toDatabaseError(error);
    if (!isTransient(err)) {
      log.error({ ...this.#about, err: error }, this.#what);
      return;
    }
    if (this.#beganMs !== undefined) return;
    this.#beganMs = performance.now();
    log.warn({ ...this.#about, err }, this.#what);
  }

  /** The database has answered. */
  over(): void {
    if (this.#beganMs === undefined) return;
    const ms = Math.round(performance.now() - this.#beganMs);
    this.#beganMs = undefined;
    log.info({ ...this.#about, ms }, `${this.#what}; this is over`);
  }
}
