import { splitIntoBlocks, insertMany } from '../../../batch/server/db/manyRows.js';
import type { Store } from '../../../batch/server/db/store.js';
import { type StoredRow, toTableRows } from '../../../batch/server/results/rowStore.js';
import { type Claim, type Claimed, claimRows } from '../../../batch/server/journal/sentRequests.js';
import type { Stage } from '../../../batch/server/contract/shapes.js';
import { addSheet } from '../../../batch/server/sheets/sheetStore.js';
import { type RowInputs, readRowsWithInputs } from '../../../batch/server/results/rowPages.js';

/** Adds a sheet with a CSV file, without rows and without the file itself. */
export function addCsvSheet(
  store: Store,
  id: string,
  more: Partial<Parameters<typeof addSheet>[1]> = {},
): Promise<void> {
  const file = `${id}.csv`;
  const content = { name: file, file, format: 'csv', sha256: id, bytes: 1 } as const;
  const uploaded = { uploadedBy: 'me', uploadedAt: '2026-11-01T00:00:00Z' };
  return addSheet(store, { id, ...content, ...uploaded, ...more });
}

/** A valid row that was not sent. */
export const unsentRow: StoredRow = {
  number: 2,
  key: 'key',
  employeeId: 'E-1',
  purpose: 'Hire From Anywhere',
  destination: 'Portugal',
  status: 'Not sent',
  message: '',
  hidden: false,
  inputs: {},
  instead: {},
};

/** Writes complete rows of a sheet, and replaces the rows with the same numbers. */
export async function writeRows(
  store: Store,
  sheet: string,
  rows: Iterable<StoredRow>,
): Promise<void> {
  for (const batch of splitIntoBlocks(rows)) {
    await insertMany(store, 'row', await toTableRows(store, sheet, batch), ['sheet', 'number']);
  }
}

export async function setStage({ db }: Store, sheet: string, stage: Stage): Promise<void> {
  await db.updateTable('sheet').set({ stage }).where('id', '=', sheet).execute();
}

/** Returns the stored inputs of a row, or undefined if there is no such row. */
export async function readRowInputs(
  store: Store,
  sheet: string,
  number: number,
): Promise<RowInputs | undefined> {
  const [row] = await readRowsWithInputs(store, sheet, [number]);
  return row?.read;
}

export async function claimRow(
  store: Store,
  claim: Claim,
  at: string,
): Promise<Claimed | undefined> {
  const [claimed] = await claimRows(store, claim.owner, [claim], at);
  return claimed;
}
