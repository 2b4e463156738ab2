import type { Wording } from '../../engine/message.js';
import { type RowReport, wordedReport } from '../../engine/rows/rowReport.js';
import { historyOf } from '../../engine/run/history.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import { unconfirmedRows } from '../../engine/run/unconfirmed.js';
import { writeHistory } from '../store/historyStore.js';
import { type RowUpdate, updateRows } from '../store/rowStore.js';
import type { Store } from '../store/store.js';
import { inTransaction } from '../store/transaction.js';
import { writeUnconfirmed } from '../store/unconfirmedStore.js';

/** So many rows are written in one transaction: others wait for it. */
const rowsAtOnce = 500;

/** A row as the store has it, from what a run has learnt of it. */
export function rowUpdate(report: RowReport, wording: Wording, key?: string): RowUpdate {
  const { row: number, status, message, ...result } = wordedReport(report, wording);
  return { number, status, message, result, ...(key === undefined ? {} : { key }) };
}

/** Stores all that the journal of a sheet says of its rows now. They are there: the sheet was read before. */
export function storeRows(store: Store, sheet: string, run: RunSheet): void {
  let batch: RowUpdate[] = [];
  const write = () => {
    inTransaction(store, () => {
      updateRows(store, sheet, batch);
    });
    batch = [];
  };
  for (const row of run.read.rows) {
    batch.push(rowUpdate(run.report(row), run.wording, row.key));
    if (batch.length >= rowsAtOnce) write();
  }
  write();
  storeJournal(store, sheet, run);
}

/** Stores what the journal says of a sheet besides its rows: what is unconfirmed, and the history of cases. */
export function storeJournal(store: Store, sheet: string, { read, wording }: RunSheet): void {
  const { journal, intake, rows, leftOut } = read;
  const { states, hashOf } = journal;
  const planned = [...rows, ...leftOut].map((row) => ({ planned: row }));
  const unconfirmed = unconfirmedRows({ rows: planned, states, hashOf });
  const texts = (request: object = {}) =>
    Object.fromEntries(Object.entries(request).map(([field, value]) => [field, String(value)]));
  inTransaction(store, () => {
    writeUnconfirmed(
      store,
      sheet,
      unconfirmed.map(({ key, row, sentAt, reason, request }) => ({
        ...{ key, row: row ?? null, sentAt: sentAt === '' ? null : sentAt },
        ...{ reason: wording(reason), sent: texts(request) },
      })),
    );
    writeHistory(store, sheet, historyOf(intake.rows, states));
  });
}
