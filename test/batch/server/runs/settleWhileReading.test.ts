import { expect, test } from 'vitest';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { readStoredSheet } from '../../../../batch/server/sheets/readStoredSheet.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestWork } from './testWork.js';

test('a row that is settled while its sheet is read again stays settled', async () => {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const { store, ports } = server;
  await sandbox.loseAnswer('E-1');
  const sheet = await server.addSheet(['E-1']);
  await server.runToEnd(sheet);
  const key = await server.findUnconfirmedKey(sheet);
  const settlement = { exists: true, assessmentId: await server.findId('E-1') };
  let [hasLines, isSettled] = [false, false];
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      hasLines ||= result.rows.some((row) => 'line' in row);
      // The reading has read all lines of the journal, and has not stored its rows yet.
      if (hasLines && result.rows.length === 0 && !isSettled) {
        isSettled = true;
        await server.settle(sheet, key, settlement);
      }
      return result;
    },
  });
  await readStoredSheet({ ...ports, store: { ...store, db } }, sheet);
  expect(isSettled).toBe(true);
  expect(await listUnconfirmed(store, sheet)).toEqual([]);
  expect(await server.statuses(sheet, 1)).toEqual(['Pending']);
});
