import { type RowReport, wordedReport } from '../../engine/rows/rowReport.js';
import type { RunEvent } from '../../engine/run/events.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import { type RowUpdate, updateRows } from '../store/rowStore.js';
import { setProgress } from '../store/runStore.js';
import { updateCounts } from '../store/sheetStore.js';
import { inTransaction } from '../store/transaction.js';
import { inWords } from '../words/wording.js';
import { Pace } from './pace.js';
import { recordUnconfirmedInRun } from './recordSheet.js';
import type { WorkPorts } from './workPorts.js';

/** Rows are stored together: so many, or those of so much time. */
const mostRows = 200;
const afterMs = 200;
/** Counting the statuses of 100,000 rows takes some milliseconds. */
const countsEveryMs = 1_000;

/** Stores how a run gets on, row by row, and tells of it. A disk that is full does not end the run. */
export class RunProgress {
  readonly #ports: Pick<WorkPorts, 'store' | 'now' | 'tell'>;
  readonly #run: string;
  readonly #sheet: string;
  readonly #read: () => RunSheet | undefined;
  readonly #pace = new Pace();
  /** What was done before the run went on. */
  readonly #before: number;
  readonly #rows = new Map<number, () => RowReport>();
  readonly #awaited = new Set<number>();
  #all = 0;
  #done = 0;
  #timer: NodeJS.Timeout | undefined;
  #countedMs = 0;
  /** Rows were stored, which the counts do not have yet. */
  #hasUncounted = false;
  /** A row has become unconfirmed, and the list of these rows is not stored yet. */
  #hasUnlisted = false;
  #hasEnded = false;

  /** `read` is the sheet as the run has it now. */
  constructor(
    ports: Pick<WorkPorts, 'store' | 'now' | 'tell'>,
    { id, sheet, done }: { readonly id: string; readonly sheet: string; readonly done: number },
    read: () => RunSheet | undefined,
  ) {
    this.#ports = ports;
    this.#read = read;
    this.#run = id;
    this.#sheet = sheet;
    this.#before = done;
  }

  readonly listen = (event: RunEvent): void => {
    if (this.#hasEnded) return;
    if (event.type === 'start') {
      this.#all = event.rows;
      // A process that was killed may have left requests without an answer.
      this.#hasUnlisted = true;
      this.#pace.mark(0, this.#ports.now());
      this.#soon();
    }
    if (event.type !== 'progress') return;
    const { row, done, status, report } = event;
    if (done) {
      // Of a run that is halted, the work on rows ends that are not done.
      if (status !== 'Pending' && status !== 'Not sent') this.#done++;
      this.#awaited.delete(row);
      this.#hasUnlisted ||= status === 'Unconfirmed';
    } else this.#awaited.add(row);
    this.#rows.set(row, report);
    if (this.#rows.size >= mostRows) this.flush();
    else this.#soon();
  };

  /** Stores what is not stored yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { store, now, tell } = this.#ports;
    const [nowMs, done, all] = [now(), this.#done, this.#all];
    this.#pace.mark(done, nowMs);
    const updates = [...this.#rows.values()].map((report) => rowUpdate(report()));
    const isCounted = nowMs - this.#countedMs >= countsEveryMs;
    try {
      inTransaction(store, () => {
        updateRows(store, this.#sheet, updates);
        setProgress(store, this.#run, {
          ...{ rows: this.#before + all, done: this.#before + done, created: this.#awaited.size },
          // Nobody knows when the service has the scores.
          remainingMs:
            this.#awaited.size === all - done ? undefined : this.#pace.remainingMs(all - done),
        });
        if (isCounted) updateCounts(store, this.#sheet);
        // A person can settle it while the run goes on.
        const read = isCounted && this.#hasUnlisted ? this.#read() : undefined;
        if (read !== undefined) recordUnconfirmedInRun(store, this.#sheet, read);
      });
    } catch {
      // The journal has it, and what it cannot have ends the run. It is tried again with the next rows.
      return;
    }
    this.#hasUncounted = !isCounted && (this.#hasUncounted || updates.length > 0);
    if (isCounted) {
      this.#countedMs = nowMs;
      this.#hasUnlisted = false;
    }
    // No other row may change for a long time, where only late scores are awaited.
    if (this.#hasUncounted || this.#hasUnlisted) this.#soon();
    this.#rows.clear();
    const rows = updates.map(({ number }) => number);
    if (rows.length > 0) tell({ type: 'rows', sheet: this.#sheet, rows });
    tell({ type: 'sheet', sheet: this.#sheet });
  }

  /**
   * Stores what is not stored yet, for the last time. What the run has made of all rows is stored next, and
   * then somebody may settle one: what this run has known until now must not be written over it.
   */
  end(): void {
    this.#hasEnded = true;
    this.flush();
  }

  #soon(): void {
    if (this.#hasEnded) return;
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, afterMs);
  }
}

function rowUpdate(report: RowReport): RowUpdate {
  const { row: number, status, message, ...result } = wordedReport(report, inWords);
  return { number, status, message, result };
}
