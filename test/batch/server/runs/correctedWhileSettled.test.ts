import { expect, test } from 'vitest';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { requestReading } from '../../../../batch/server/sheets/sheetStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { readStoredSheet } from '../../../../batch/server/sheets/readStoredSheet.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import type { JournalLocks } from '../../../../batch/server/sheets/sheetLocks.js';
import { testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestWork } from './testWork.js';

test('a row that is corrected while another row is settled loses its earlier scores', async () => {
  const sandbox = await testSandbox();
  const server = await TestWork.open(sandbox);
  const { store, ports } = server;
  await sandbox.loseAnswer('E-1');
  const sheet = await server.addSheet(['E-1', 'E-2']);
  await server.start(sheet);
  await server.until(sheet, 'ended');
  expect(await server.statuses(sheet, 2)).toEqual(['Unconfirmed', 'Scored']);
  const [row] = await listUnconfirmed(store, sheet);
  const { assessments } = await sandbox.ledger();
  const created = assessments.find(({ employeeId }) => employeeId === 'E-1');
  const id = created?.assessmentId as string;
  /** Corrects row 3 as the route does, after the answer is in the journal and before it is in the rows. */
  const correct = async () => {
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
        await correct();
      };
      return { ...lock, release };
    },
  };
  await settleRow({ ...ports, locks }, sheet, row?.key ?? '', { exists: true, id });
  const [settled, corrected] = await server.rows(sheet, 2);
  expect(settled).toMatchObject({ status: 'Pending', assessmentId: id });
  expect(corrected).toMatchObject({ destination: 'Spain', isCorrected: true });
  expect(corrected?.status).not.toBe('Scored');
  expect(corrected).not.toHaveProperty('overall');
  expect(corrected).not.toHaveProperty('assessmentId');
  expect(await listUnconfirmed(store, sheet)).toEqual([]);
});
