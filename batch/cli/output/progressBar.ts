import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { finishesRow, type Listener } from '../../engine/run/events.js';
import type { SuccessStatus } from '../../engine/sheetCommand.js';
import { formatTimeSpan } from '../../wording/words.js';

const minRedrawIntervalMs = 100;

/** A progress bar is one line, which does not justify a library. */
export class ProgressBar {
  readonly #screen: { readonly columns: number; write(text: string): void };
  #total = 0;
  #finished = 0;
  #succeeded = 0;
  readonly #successStatus: SuccessStatus;
  #waiting = 0;
  #startMs = 0;
  #drawnMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    screen: { readonly columns: number; write(text: string): void },
    { successStatus }: Pick<SheetOperation, 'successStatus'>,
  ) {
    this.#screen = screen;
    this.#successStatus = successStatus;
  }

  readonly listener: Listener = (event) => {
    if (event.type === 'start') {
      this.#total = event.rows;
      this.#startMs = Date.now();
      this.#timer = setInterval(() => {
        this.#draw();
      }, 1_000);
      this.#draw();
    } else if (event.type === 'progress') {
      const hasAssessment = event.status === 'Scored' || event.status === 'Pending';
      if (hasAssessment) this.#waiting += event.done ? -1 : 1;
      if (finishesRow(event)) this.#finished++;
      if (event.done && event.status === this.#successStatus) this.#succeeded++;
      if (Date.now() - this.#drawnMs >= minRedrawIntervalMs) this.#draw();
    } else if (event.type === 'row' || event.type === 'summary') {
      this.#clear();
    }
  };

  #draw(): void {
    this.#drawnMs = Date.now();
    const share = this.#total === 0 ? 1 : this.#finished / this.#total;
    const left = this.#finished === 0 ? undefined : this.#timeLeftMs(share);
    const text = [
      ` ${this.#finished}/${this.#total} rows`,
      `${this.#succeeded} ${this.#successStatus.toLowerCase()}`,
      ...(this.#waiting === 0 ? [] : [`${this.#waiting} waiting`]),
      ...(left === undefined || share === 1 ? [] : [`about ${formatTimeSpan(left)} left`]),
    ].join(', ');
    const width = Math.min(30, this.#screen.columns - text.length - 3);
    const filledWidth = Math.round(share * width);
    const bar = width < 5 ? '' : `[${'#'.repeat(filledWidth)}${'-'.repeat(width - filledWidth)}]`;
    this.#screen.write(`\r${`${bar}${text}`.slice(0, this.#screen.columns - 1)}\u001B[K`);
  }

  #timeLeftMs(share: number): number {
    return ((Date.now() - this.#startMs) / share) * (1 - share);
  }

  #clear(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#draw();
    this.#screen.write('\n');
  }
}
