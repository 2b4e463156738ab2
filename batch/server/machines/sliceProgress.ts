import type { RunEvent } from '../../engine/run/events.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import { type RowReport, wordedReport } from '../../engine/rows/rowReport.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { hasFile } from '../store/liveSheet.js';
import { type RowUpdate, updateChangedRows, updateRows } from '../store/rowStore.js';
import type { Store } from '../store/store.js';
import { inTransaction } from '../store/transaction.js';
import { putUnconfirmed } from '../store/unconfirmedStore.js';
import { inWords } from '../words/wording.js';
import { choicesOfRow, unconfirmedAmong } from '../work/recordSheet.js';
import type { WorkPorts } from '../work/workPorts.js';
import { hasSlice, setSliceCounts, type TakenSlice } from './slice.js';

const togetherMs = 300;

type Taken = Pick<TakenSlice, 'id' | 'fence' | 'sheet'>;
type ProgressPorts = Pick<WorkPorts, 'store' | 'tell'>;

/** Stores how the rows of a slice get on. What it cannot store, the end of the run does: the journal has it. */
export class SliceProgress {
  readonly #ports: ProgressPorts;
  readonly #taken: Taken;
  readonly #worked: RowsInProgress;
  readonly #changed = new Map<number, () => RowReport>();
  #hasUnlisted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(ports: ProgressPorts, taken: Taken, worked: RowsInProgress) {
    this.#ports = ports;
    this.#taken = taken;
    this.#worked = worked;
  }

  readonly listen = (event: RunEvent): void => {
    if (event.type !== 'progress') return;
    this.#changed.set(event.row, event.report);
    this.#hasUnlisted ||= event.status === 'Unconfirmed';
    this.#timer ??= setTimeout(() => {
      this.#flush();
    }, togetherMs);
  };

  /** How many rows are finished, and how many wait for their scores. */
  counts(): { readonly done: number; readonly created: number } {
    let [done, created] = [0, 0];
    for (const row of this.#answeredRows) {
      const status = this.#worked.status(row);
      if (status === 'Pending') created++;
      else if (status !== 'Not sent') done++;
    }
    return { done, created };
  }

  /** Stores all rows as they are when the slice is taken: who had it before may not have come to it. */
  begin(): void {
    this.#store(this.#worked);
  }

  /** Stores nothing more: the slice is another worker's. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Stores all rows as they are at the end. */
  end(worked: RowsInProgress): void {
    clearTimeout(this.#timer);
    this.#store(worked);
  }

  /** The rows that are not in flight: nothing is known of the others yet. */
  get #answeredRows(): readonly PlannedRow[] {
    const { rows, journal } = this.#worked;
    return rows.filter(({ key }) => !journal.isInFlight(key));
  }

  /** Stores these rows with what a person can answer about each, and which rows are unconfirmed. */
  #store(worked: RowsInProgress, rows = worked.rows): void {
    const { store, tell } = this.#ports;
    const { sheet } = this.#taken;
    const { journal } = worked;
    const keys = rows.map(({ key }) => key);
    const updates = rows.map((row): RowUpdate => {
      const report = wordedReport(worked.report(row), inWords);
      return { ...updateOf(report), key: row.key, choices: choicesOfRow(worked, row, report) };
    });
    const changed = ifStillTaken(store, this.#taken, () => {
      putUnconfirmed(store, sheet, keys, unconfirmedAmong({ rows, journal }));
      return updateChangedRows(store, sheet, updates);
    });
    tell({ type: 'rows', sheet, rows: changed ?? [] });
  }

  #flush(): void {
    this.#timer = undefined;
    const { store, tell } = this.#ports;
    const { sheet } = this.#taken;
    const updates = [...this.#changed.values()].map((report) =>
      updateOf(wordedReport(report(), inWords)),
    );
    try {
      ifStillTaken(store, this.#taken, () => {
        updateRows(store, sheet, updates);
        setSliceCounts(store, this.#taken, this.counts());
      });
      // A person can settle it while the run goes on.
      if (this.#hasUnlisted) this.#store(this.#worked, this.#answeredRows);
    } catch (error) {
      console.error(`Rows of the sheet ${sheet} could not be stored yet:`, error);
      return;
    }
    this.#changed.clear();
    this.#hasUnlisted = false;
    tell({ type: 'rows', sheet, rows: updates.map(({ number }) => number) });
  }
}

/** Nothing is written by who has lost the slice, nor of a sheet that was deleted meanwhile. */
function ifStillTaken<T>(store: Store, taken: Taken, write: () => T): T | undefined {
  const mayWrite = () => hasSlice(store, taken) && hasFile(store, taken.sheet);
  return inTransaction(store, () => (mayWrite() ? write() : undefined), `sheet:${taken.sheet}`);
}

function updateOf({
  row: number,
  status,
  message,
  ...result
}: ReturnType<typeof wordedReport>): RowUpdate {
  return { number, status, message, result };
}
