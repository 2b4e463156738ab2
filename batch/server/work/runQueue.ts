/** A sheet that is being run is in memory with all its rows; so many may be at the same time. */
const mostRows = 60_000;

interface Waiting {
  readonly rows: number;
  readonly enter: (leave: () => void) => void;
}

/** Lets runs in as long as their rows fit into the memory together; the others wait for their turn. */
export class RunQueue {
  #rows = 0;
  #waiting: Waiting[] = [];

  /**
   * Resolves when there is room for so many rows, to a function that leaves it; at once when the signal
   * comes, as there is nothing to be done then. A larger sheet runs alone.
   */
  enter(rows: number, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.resolve(() => undefined);
    return new Promise((enter) => {
      const waiting = { rows, enter };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        enter(() => undefined);
        this.#letIn();
      });
      this.#letIn();
    });
  }

  #letIn(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || (this.#rows > 0 && this.#rows + next.rows > mostRows)) return;
      this.#waiting.shift();
      this.#rows += next.rows;
      next.enter(() => {
        this.#rows -= next.rows;
        this.#letIn();
      });
    }
  }
}
