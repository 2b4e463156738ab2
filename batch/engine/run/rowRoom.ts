/**
 * Rows that may be under way for each permit, besides the one that has it: while their intents are
 * written to the disk, the permits are used. A run that dies leaves so many more rows Unconfirmed.
 */
const extraRowsPerPermit = 1 / 4;

/** What the number of rows depends on. */
export interface RowRoomOptions {
  /** The number of requests that may be in flight now. */
  readonly concurrency: () => number;
  /** Resolves when all that waits for promises that are settled now has run. */
  readonly promisesSettled: () => Promise<unknown>;
}

/** How many rows may be under way. */
export class RowRoom {
  readonly #options: RowRoomOptions;
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(options: RowRoomOptions) {
    this.#options = options;
  }

  /** Resolves when there is room for another row. */
  async room(): Promise<void> {
    while (this.#rows >= Math.ceil(this.#options.concurrency() * (1 + extraRowsPerPermit))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Runs the sending of a row, for which there should be room. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#rows++;
    try {
      return await work();
    } finally {
      this.#rows--;
      const begin = this.#waiting.shift();
      // The permit of the row that has ended goes to a request that waits, before another row begins.
      if (begin !== undefined) void this.#options.promisesSettled().then(begin);
    }
  }
}
