import type { RunEvent } from '../../engine/run/events.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import { type RowReport, wordedReport } from '../../engine/rows/rowReport.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import type { Store } from '../db/store.js';
import { inTransaction, readByKey } from '../db/transaction.js';
import { hasFile } from '../sheets/liveSheet.js';
import { updateChangedRows, updateRows } from '../results/rowStore.js';
import { putUnconfirmed } from '../results/unconfirmedStore.js';
import { inWords } from '../words/wording.js';
import { toUpdate, findUnconfirmedAmong, toWholeUpdate } from '../results/recordSheet.js';
import type { WorkPorts } from '../threads/workPorts.js';
import { OutageLog } from '../outageLog.js';
import { hasSlice, setSliceCounts, type TakenSlice } from './slice.js';

const collectMs = 300;

type Taken = Pick<TakenSlice, 'id' | 'attempt' | 'sheet'>;
type ProgressPorts = Pick<WorkPorts, 'store' | 'publish'>;

/** Saves the progress of the rows of a slice. A failure is harmless: the end of the run stores them again. */
export class SliceProgress {
  readonly #ports: ProgressPorts;
  readonly #taken: Taken;
  readonly #worked: RowsInProgress;
  readonly #outage: OutageLog;
  #changed = new Map<number, () => RowReport>();
  #hasUnlisted = false;
  #timer: NodeJS.Timeout | undefined;
  /** The last write: an earlier state must not replace a later one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(ports: ProgressPorts, taken: Taken, worked: RowsInProgress) {
    this.#ports = ports;
    this.#taken = taken;
    this.#worked = worked;
    this.#outage = new OutageLog('Rows of the sheet could not be stored yet', {
      sheet: taken.sheet,
    });
  }

  readonly listen = (event: RunEvent): void => {
    if (event.type !== 'progress') return;
    this.#changed.set(event.row, event.report);
    this.#hasUnlisted ||= event.status === 'Unconfirmed';
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#inOrder(() => this.#flush());
    }, collectMs);
  };

  /** Counts the rows that are finished, and those that wait for their scores. */
  counts(): { readonly done: number; readonly created: number } {
    let [done, created] = [0, 0];
    for (const row of this.#answeredRows) {
      const status = this.#worked.status(row);
      if (status === 'Pending') created++;
      else if (status !== 'Not sent') done++;
    }
    return { done, created };
  }

  /** Returns true while a row waits for scores, except for an ID that the service does not have. */
  waitsForScores(): boolean {
    const { journal } = this.#worked;
    return this.#answeredRows.some((row) => {
      const isPending = this.#worked.status(row) === 'Pending';
      return isPending && journal.state(row.key)?.hasNoResult !== true;
    });
  }

  /** Stores all rows when the slice is taken: an earlier worker may have died before it stored its last results. */
  begin(): Promise<void> {
    return this.#inOrder(() => this.#storeAll(this.#worked));
  }

  /** Stops storing. Call it if another worker has the slice. */
  stop(): Promise<unknown> {
    clearTimeout(this.#timer);
    return this.#last;
  }

  /** Stores all rows at the end. */
  end(worked: RowsInProgress): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inOrder(() => this.#storeAll(worked));
  }

  #inOrder(write: () => Promise<void>): Promise<void> {
    const written = this.#last.then(write);
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** The rows that are not in flight. */
  get #answeredRows(): readonly PlannedRow[] {
    const { rows, journal } = this.#worked;
    return rows.filter(({ key }) => !journal.isInFlight(key));
  }

  async #storeAll(worked: RowsInProgress): Promise<void> {
    this.#publish(await this.#store(worked, worked.rows));
  }

  #publish(rows: readonly number[]): void {
    if (rows.length > 0) this.#ports.publish({ type: 'rows', sheet: this.#taken.sheet, rows });
  }

  /**
   * Stores these rows with a person's choices for each, and the list of the unconfirmed ones. Resolves to the numbers of
   * the rows that have changed.
   */
  async #store(worked: RowsInProgress, rows: readonly PlannedRow[]): Promise<readonly number[]> {
    const { store } = this.#ports;
    const { sheet } = this.#taken;
    const { journal } = worked;
    const keys = rows.map(({ key }) => key);
    const updates = rows.map((row) =>
      toWholeUpdate(worked, row, wordedReport(worked.report(row), inWords)),
    );
    const unconfirmed = findUnconfirmedAmong({ rows, journal });
    const changed = await whileTaken(store, this.#taken, async (tx) => {
      await putUnconfirmed(tx, sheet, keys, unconfirmed);
      return updateChangedRows(tx, sheet, updates);
    });
    return changed ?? [];
  }

  /** Stores the changed rows. Never rejects: after a failure, they are stored with the next changes. */
  async #flush(): Promise<void> {
    const { store } = this.#ports;
    const { sheet } = this.#taken;
    const [changed, hasUnlisted] = [this.#changed, this.#hasUnlisted];
    this.#changed = new Map();
    this.#hasUnlisted = false;
    let listed: readonly number[] = [];
    try {
      const updates = [...changed.values()].map((report) =>
        toUpdate(wordedReport(report(), inWords)),
      );
      await whileTaken(store, this.#taken, (tx) => updateRows(tx, sheet, updates));
      await setSliceCounts(store, this.#taken, this.counts());
      // A person can settle an unconfirmed row during the run.
      if (hasUnlisted) listed = await this.#store(this.#worked, this.#answeredRows);
    } catch (error) {
      this.#outage.recordFailure(error);
      this.#changed = new Map([...changed, ...this.#changed]);
      this.#hasUnlisted ||= hasUnlisted;
      return;
    }
    this.#outage.recordSuccess();
    this.#publish([...new Set([...changed.keys(), ...listed])]);
  }
}

/** Writes in a transaction, unless the worker has lost the slice or the sheet was deleted meanwhile. */
function whileTaken<T>(
  store: Store,
  taken: Taken,
  write: (tx: Store) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(store, async (tx) => {
    const [, isTaken, isThere] = await Promise.all([
      readByKey(tx),
      hasSlice(tx, taken),
      hasFile(tx, taken.sheet),
    ]);
    return isTaken && isThere ? write(tx) : undefined;
  });
}
