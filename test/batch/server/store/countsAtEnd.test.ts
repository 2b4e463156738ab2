import { expect, it, onTestFinished } from 'vitest';
import { endRun, queueRun } from '../../../../batch/server/runs/runStore.js';
import { findSheet, updateCounts } from '../../../../batch/server/sheets/sheetStore.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';
import { addCsvSheet } from '../storedRows.js';

const at = '2026-11-01T00:00:00Z';

it('an active run updates the counts of its sheet, and an ended run does not', async () => {
  const store = await openTestStore(testFolder());
  onTestFinished(() => store.close());
  await addCsvSheet(store, 'a');
  const { run } = await queueRun(store, 'a', { operation: 'assess' }, { by: 'me', at });
  const setRows = (rows: number) =>
    store.db.updateTable('sheet').set({ row_count: rows }).where('id', '=', 'a').execute();
  await setRows(3);
  await updateCounts(store, 'a', run.id);
  expect((await findSheet(store, 'a'))?.rows).toBe(0);

  await endRun(store, run.id, 'ended', { at, messages: [] });
  await setRows(3);
  await updateCounts(store, 'a', run.id);
  expect((await findSheet(store, 'a'))?.rows).toBe(3);
});
