import type { Wording } from '../../engine/message.js';
import { type RowReport, formatReport } from '../../engine/rows/rowReport.js';
import type { RunEvent } from '../../engine/run/events.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import { updateRows } from '../results/rowStore.js';
import { setProgress } from './runStore.js';
import { updateCounts } from '../sheets/sheetStore.js';
import { inTransaction } from '../db/transaction.js';
import { Pace } from './pace.js';
import { recordUnconfirmedInRun, toUpdate } from '../results/recordSheet.js';
import { OutageLog } from '../outageLog.js';
import type { WorkPorts } from '../threads/workPorts.js';

/** Rows are stored together, because each commit waits for the disk. */
const maxRows = 200;
const collectMs = 200;
/** Counting the statuses of 100,000 rows takes several milliseconds. */
const countsEveryMs = 500;

/** The run goes on if the progress cannot be stored. */
export class RunProgress {
  readonly #ports: Pick<WorkPorts, 'store' | 'now' | 'publish'>;
  readonly #run: string;
  readonly #sheet: string;
  readonly #read: () => RunSheet | undefined;
  readonly #wording: Wording;
  readonly #pace = new Pace();
  /** The rows that were done before the run was continued. */
  readonly #doneBefore: number;
  readonly #rows = new Map<number, () => RowReport>();
  readonly #awaited = new Set<number>();
  #rowsToDo = 0;
  #done = 0;
  #timer: NodeJS.Timeout | undefined;
  #countedMs = 0;
  #hasUncounted = false;
  /** True if a row may have become unconfirmed since the list was stored. */
  #hasUnlisted = false;
  #hasEnded = false;
  readonly #outage: OutageLog;
  #last: Promise<void> = Promise.resolve();
  /** The next call of `flush` waits for the last call, and stores all changes that are made before it begins. */
  #next: Promise<void> | undefined;

  constructor(
    ports: Pick<WorkPorts, 'store' | 'now' | 'publish'>,
    { id, sheet, done }: { readonly id: string; readonly sheet: string; readonly done: number },
    read: () => RunSheet | undefined,
    wording: Wording,
  ) {
    this.#wording = wording;
    this.#ports = ports;
    this.#read = read;
    this.#run = id;
    this.#sheet = sheet;
    this.#doneBefore = done;
    this.#outage = new OutageLog('Rows of a run could not be stored yet', { run: id, sheet });
  }

  readonly listen = (event: RunEvent): void => {
    if (this.#hasEnded) return;
    if (event.type === 'start') {
      this.#rowsToDo = event.rows;
      // A process that was killed may have left requests without an answer.
      this.#hasUnlisted = true;
      this.#pace.mark(0, this.#ports.now());
      this.#flushSoon();
    }
    if (event.type !== 'progress') return;
    const { row, done, status, report } = event;
    if (done) {
      // When a run is halted, unfinished rows also emit `done`.
      if (status !== 'Pending' && status !== 'Not sent') this.#done++;
      this.#awaited.delete(row);
      this.#hasUnlisted ||= status === 'Unconfirmed';
    } else this.#awaited.add(row);
    this.#rows.set(row, report);
    if (this.#rows.size >= maxRows) void this.flush();
    else this.#flushSoon();
  };

  /** Concurrent calls write one after the other. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      return this.#store();
    });
    this.#last = this.#next;
    return this.#next;
  }

  async #store(): Promise<void> {
    const { store, now, publish } = this.#ports;
    const [nowMs, done, rowsToDo] = [now(), this.#done, this.#rowsToDo];
    this.#pace.mark(done, nowMs);
    const reports = new Map(this.#rows);
    this.#rows.clear();
    const isDue = nowMs - this.#countedMs >= countsEveryMs;
    const isCounted = isDue || this.#hasEnded;
    const isListed = isDue && this.#hasUnlisted;
    const progress = {
      rows: this.#doneBefore + rowsToDo,
      done: this.#doneBefore + done,
      created: this.#awaited.size,
      // If all remaining rows wait for scores, the time is unknown.
      remainingMs:
        this.#awaited.size === rowsToDo - done
          ? undefined
          : this.#pace.remainingMs(rowsToDo - done),
    };
    if (isListed) this.#hasUnlisted = false;
    try {
      const updates = [...reports.values()].map((report) =>
        toUpdate(formatReport(report(), this.#wording)),
      );
      // A person can settle an unconfirmed row during the run.
      const read = isListed ? this.#read() : undefined;
      await inTransaction(store, async (tx) => {
        await updateRows(tx, this.#sheet, updates);
        if (isCounted) {
          // Use one transaction, because the page shows both.
          await setProgress(tx, this.#run, progress);
          await updateCounts(tx, this.#sheet);
        }
        if (read !== undefined) await recordUnconfirmedInRun(tx, this.#sheet, read);
      });
    } catch (error) {
      this.#outage.recordFailure(error);
      // The journal has the outcomes, so the run can continue. The next write includes these rows.
      for (const [row, report] of reports) if (!this.#rows.has(row)) this.#rows.set(row, report);
      this.#hasUnlisted ||= isListed;
      return;
    }
    this.#outage.recordSuccess();
    if (isCounted) this.#countedMs = nowMs;
    this.#hasUncounted = !isCounted && (this.#hasUncounted || reports.size > 0);
    // Without this, the counts and the list would wait until another row changes, which can take long.
    if (this.#hasUncounted || this.#hasUnlisted) this.#flushSoon();
    const rows = [...reports.keys()];
    if (rows.length > 0) publish({ type: 'rows', sheet: this.#sheet, rows });
    publish({ type: 'sheet', sheet: this.#sheet });
  }

  /**
   * Resolves when nothing more is written. Afterwards, a person may settle a row, and the outdated state of the run
   * must not overwrite the settlement.
   */
  end(): Promise<void> {
    this.#hasEnded = true;
    return this.flush();
  }

  #flushSoon(): void {
    if (this.#hasEnded) return;
    this.#timer ??= setTimeout(() => {
      void this.flush();
    }, collectMs);
  }
}
