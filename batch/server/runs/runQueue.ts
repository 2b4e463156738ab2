/** A run has all rows of its sheet in memory. */
const maxRows = 60_000;

interface WaitingRun {
  readonly rows: number;
  readonly enter: (leave: () => void) => void;
}

export class RunQueue {
  #rows = 0;
  #waiting: WaitingRun[] = [];

  /** Resolves to a function to call when the run has ended. A sheet with more rows than the maximum runs alone. */
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
      if (next === undefined || (this.#rows > 0 && this.#rows + next.rows > maxRows)) return;
      this.#waiting.shift();
      this.#rows += next.rows;
      next.enter(() => {
        this.#rows -= next.rows;
        this.#letIn();
      });
    }
  }
}
