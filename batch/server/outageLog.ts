import { isTransient, toDatabaseError } from './db/errors.js';
import { log, type LogFields } from './log.js';

/**
 * Logs an outage of the database only at its beginning and its end, because the failing query is repeated meanwhile.
 * Logs other errors each time.
 */
export class OutageLog {
  readonly #message: string;
  readonly #fields: LogFields;
  #beganMs: number | undefined;

  constructor(message: string, fields: LogFields = {}) {
    this.#message = message;
    this.#fields = fields;
  }

  /** Never rejects. */
  async watch(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.recordSuccess();
    } catch (error) {
      this.recordFailure(error);
    }
  }

  recordFailure(error: unknown): void {
    const err = toDatabaseError(error);
    if (!isTransient(err)) {
      log.error({ ...this.#fields, err: error }, this.#message);
      return;
    }
    if (this.#beganMs !== undefined) return;
    this.#beganMs = performance.now();
    log.warn({ ...this.#fields, err }, this.#message);
  }

  /** Call this whenever the database has answered. */
  recordSuccess(): void {
    if (this.#beganMs === undefined) return;
    const ms = Math.round(performance.now() - this.#beganMs);
    this.#beganMs = undefined;
    log.info({ ...this.#fields, ms }, `Recovered: ${this.#message}`);
  }
}
