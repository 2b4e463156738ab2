import { isPassing } from './sharedDatabase.js';

/** Says that the database is away once until it is back, as it is asked every second. All else is said each time. */
export class Outage {
  readonly #what: string;
  #isSaid = false;

  /** `what` fails, as the beginning of the line: "The runs could not be looked at". */
  constructor(what: string) {
    this.#what = what;
  }

  /** Resolves when work is done; says what it throws. */
  async watch(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.over();
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error: unknown): void {
    if (!isPassing(error)) {
      console.error(`${this.#what}:`, error);
      return;
    }
    if (this.#isSaid) return;
    this.#isSaid = true;
    // Without its stack: it is no bug.
    const { message, code } = error as Error & { readonly code?: string };
    console.error(`${this.#what}: ${message === '' ? (code ?? '') : message}`);
  }

  /** The database has answered. */
  over(): void {
    this.#isSaid = false;
  }
}
