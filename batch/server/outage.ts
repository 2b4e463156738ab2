import { isTransient, toDatabaseError } from './db/errors.js';

/** Reports once that the database is away, until it is back, because it is asked every second. Reports other errors each time. */
export class Outage {
  readonly #what: string;
  #isReported = false;

  /** `what` fails, as the beginning of the line: "The runs could not be looked at". */
  constructor(what: string) {
    this.#what = what;
  }

  /** Resolves when the work has ended. Reports its error. */
  async watch(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.over();
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error: unknown): void {
    if (!isTransient(toDatabaseError(error))) {
      console.error(`${this.#what}:`, error);
      return;
    }
    if (this.#isReported) return;
    this.#isReported = true;
    // Without its stack: it is no bug.
    const { message, code } = error as Error & { readonly code?: string };
    console.error(`${this.#what}: ${message === '' ? (code ?? '') : message}`);
  }

  /** The database has answered. */
  over(): void {
    this.#isReported = false;
  }
}
