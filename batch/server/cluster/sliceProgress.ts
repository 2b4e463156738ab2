import type { RunEvent } from '../../engine/run/events.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Wording } from '../../engine/message.js';
import { type RowReport, formatReport } from '../../engine/rows/rowReport.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import type { Store } from '../db/store.js';
import { inTransaction, avoidTableScans } from '../db/transaction.js';
import { hasFile } from '../sheets/liveSheet.js';
import { updateChangedRows, updateRows } from '../results/rowStore.js';
import { putUnconfirmed } from '../results/unconfirmedStore.js';
import { toUpdate, findUnconfirmedAmong, toWholeUpdate } from '../results/recordSheet.js';
import type { WorkPorts } from '../threads/workPorts.js';
import { OutageLog } from '../outageLog.js';
import { hasSlice, setSliceCounts, type TakenSlice } from './slice.js';

const collectMs = 300;

type Lease = Pick<TakenSlice, 'id' | 'attempt' | 'sheet'>;
type ProgressPorts = Pick<WorkPorts, 'store' | 'publish'>;

/** A failure is harmless: the end of the run stores the rows again. */
export class SliceProgress {
  readonly #ports: ProgressPorts;
  readonly #lease: Lease;
  readonly #rowsInProgress: RowsInProgress;
  readonly #wording: Wording;
  readonly #outage: OutageLog;
  #changed = new Map<number, () => RowReport>();
  #hasNewUnconfirmed = false;
  #timer: NodeJS.Timeout | undefined;
  /** The next write waits for it, because an earlier state must not replace a later one. */
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(
    ports: ProgressPorts,
    lease: Lease,
    rowsInProgress: RowsInProgress,
    wording: Wording,
  ) {
    this.#wording = wording;
    this.#ports = ports;
    this.#lease = lease;
    this.#rowsInProgress = rowsInProgress;
    this.#outage = new OutageLog('Rows of the sheet could not be stored yet', {
      sheet: lease.sheet,
    });
  }

  readonly listen = (event: RunEvent): void => {
    if (event.type !== 'progress') return;
    this.#changed.set(event.row, event.report);
    this.#hasNewUnconfirmed ||= event.status === 'Unconfirmed';
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#enqueue(() => this.#flush());
    }, collectMs);
  };

  counts(): { readonly done: number; readonly created: number } {
    let [done, created] = [0, 0];
    for (const row of this.#rowsNotInFlight) {
      const status = this.#rowsInProgress.status(row);
      if (status === 'Pending') created++;
      else if (status !== 'Not sent') done++;
    }
    return { done, created };
  }

  /** Ignores rows whose Assessment ID the service does not have. */
  waitsForScores(): boolean {
    const { journal } = this.#rowsInProgress;
    return this.#rowsNotInFlight.some((row) => {
      const isPending = this.#rowsInProgress.status(row) === 'Pending';
      return isPending && journal.state(row.key)?.hasNoResult !== true;
    });
  }

  /** An earlier worker may have died before it stored its last results. */
  begin(): Promise<void> {
    return this.#enqueue(() => this.#storeAll(this.#rowsInProgress));
  }

  /** Call this if another worker has the slice. */
  stop(): Promise<unknown> {
    clearTimeout(this.#timer);
    return this.#lastWrite;
  }

  end(rowsInProgress: RowsInProgress): Promise<void> {
    clearTimeout(this.#timer);
    return this.#enqueue(() => this.#storeAll(rowsInProgress));
  }

  #enqueue(write: () => Promise<void>): Promise<void> {
    const writing = this.#lastWrite.then(write);
    this.#lastWrite = writing.catch(() => undefined);
    return writing;
  }

  get #rowsNotInFlight(): readonly PlannedRow[] {
    const { rows, journal } = this.#rowsInProgress;
    return rows.filter(({ key }) => !journal.isInFlight(key));
  }

  async #storeAll(rowsInProgress: RowsInProgress): Promise<void> {
    this.#publish(await this.#store(rowsInProgress, rowsInProgress.rows));
  }

  #publish(rows: readonly number[]): void {
    if (rows.length > 0) this.#ports.publish({ type: 'rows', sheet: this.#lease.sheet, rows });
  }

  /** Resolves to the numbers of the rows that have changed. */
  async #store(
    rowsInProgress: RowsInProgress,
    rows: readonly PlannedRow[],
  ): Promise<readonly number[]> {
    const { store } = this.#ports;
    const { sheet } = this.#lease;
    const { journal } = rowsInProgress;
    const keys = rows.map(({ key }) => key);
    const updates = rows.map((row) =>
      toWholeUpdate(rowsInProgress, row, formatReport(rowsInProgress.report(row), this.#wording)),
    );
    const unconfirmed = findUnconfirmedAmong({ rows, journal }, this.#wording);
    const changed = await writeWithLease(store, this.#lease, async (tx) => {
      await putUnconfirmed(tx, sheet, keys, unconfirmed);
      return updateChangedRows(tx, sheet, updates);
    });
    return changed ?? [];
  }

  /** Never rejects: after a failure, the rows are stored with the next changes. */
  async #flush(): Promise<void> {
    const { store } = this.#ports;
    const { sheet } = this.#lease;
    const [changed, hasNewUnconfirmed] = [this.#changed, this.#hasNewUnconfirmed];
    this.#changed = new Map();
    this.#hasNewUnconfirmed = false;
    let storedRows: readonly number[] = [];
    try {
      const updates = [...changed.values()].map((report) =>
        toUpdate(formatReport(report(), this.#wording)),
      );
      await writeWithLease(store, this.#lease, (tx) => updateRows(tx, sheet, updates));
      await setSliceCounts(store, this.#lease, this.counts());
      // A person can settle an unconfirmed row during the run, so the list is stored now.
      if (hasNewUnconfirmed)
        storedRows = await this.#store(this.#rowsInProgress, this.#rowsNotInFlight);
    } catch (error) {
      this.#outage.recordFailure(error);
      this.#changed = new Map([...changed, ...this.#changed]);
      this.#hasNewUnconfirmed ||= hasNewUnconfirmed;
      return;
    }
    this.#outage.recordSuccess();
    this.#publish([...new Set([...changed.keys(), ...storedRows])]);
  }
}

function writeWithLease<T>(
  store: Store,
  lease: Lease,
  write: (tx: Store) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(store, async (tx) => {
    const [, isTaken, hasSheet] = await Promise.all([
      avoidTableScans(tx),
      hasSlice(tx, lease),
      hasFile(tx, lease.sheet),
    ]);
    return isTaken && hasSheet ? write(tx) : undefined;
  });
}
