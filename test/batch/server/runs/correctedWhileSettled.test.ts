import { expect, test } from 'vitest';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { requestReading } from '../../../../batch/server/sheets/sheetStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { readStoredSheet } from '../../../../batch/server/sheets/readStoredSheet.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import type { JournalLocks } from '../../../../batch/server/sheets/sheetLocks.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestWork } from './testWork.js';

test('a row that is corrected while another row is settled loses its earlier scores', async () => {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const { store, ports } = server;
  await sandbox.loseAnswer('E-1');
  const sheet = await server.addSheet(['E-1', 'E-2']);
  await server.runToEnd(sheet);
  expect(await server.statuses(sheet, 2)).toEqual(['Unconfirmed', 'Scored']);
  const key = await server.findUnconfirmedKey(sheet);
  const id = await server.findId('E-1');
  /** Corrects row 3 as a request of a member does. */
  const correctRow = async () => {
    const correction = { field: 'destination', value: 'Portugal', to: 'Spain', row: 3 };
    await inTransaction(store, async (tx) => {
      await addCorrections(tx, sheet, [correction], { by: 'ada', at: new Date().toISOString() });
      await requestReading(tx, sheet);
    });
    await readStoredSheet({ ...ports, locks: undefined }, sheet);
  };
  const locks: JournalLocks = {
    has: (name) => ports.locks.has(name),
    requestReplan: () => ports.locks.requestReplan(),
    async take(name) {
      const lock = await ports.locks.take(name);
      if (name === sheet) return lock;
      const release = async () => {
        await lock.release();
        // The settlement is in the journal now, and not yet in the rows.
        await correctRow();
      };
      return { ...lock, release };
    },
  };
  await settleRow({ ...ports, locks }, sheet, key, { exists: true, id });
  const [settledRow, correctedRow] = await server.rows(sheet, 2);
  expect(settledRow).toMatchObject({ status: 'Pending', assessmentId: id });
  expect(correctedRow).toMatchObject({ destination: 'Spain', isCorrected: true });
  expect(correctedRow?.status).not.toBe('Scored');
  expect(correctedRow).not.toHaveProperty('overall');
  expect(correctedRow).not.toHaveProperty('assessmentId');
  expect(await listUnconfirmed(store, sheet)).toEqual([]);
});
