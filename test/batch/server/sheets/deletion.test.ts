import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deleteSheet } from '../../../../batch/server/store/deleteSheet.js';
import { latestRun } from '../../../../batch/server/store/latestRun.js';
import { setHeadingsKey, setMatching } from '../../../../batch/server/store/matchStore.js';
import { replaceReading } from '../../../../batch/server/store/replaceReading.js';
import { addRowsTo, type StoredRow } from '../../../../batch/server/store/rowStore.js';
import { endRun, queueRun } from '../../../../batch/server/store/runStore.js';
import { sendDecisions } from '../../../../batch/server/work/sendDecisions.js';
import { settleRow } from '../../../../batch/server/work/settleRow.js';
import { headings, hireRow } from '../../run/runOfTest.js';
import { assessed, resultsOfTest, uploaded } from '../results/storeOfTest.js';
import { sheetsOfTest } from './sheetsOfTest.js';

const at = '2026-12-01T08:00:00Z';
const csv = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');

test('a run that somebody starts while a sheet is being deleted is stopped, too', async () => {
  const { store, ask, held, upload } = await sheetsOfTest();
  const { id } = await upload('hires.csv', csv);
  const start = () => queueRun(store, id, { operation: 'assess' }, { by: 'ada', at }).run;
  const first = start();
  const stopped: string[] = [];
  held.halt = (run) => {
    stopped.push(run);
    endRun(store, run, 'stopped', { at, said: [] });
    // Before this answer has arrived, somebody has pressed "Assess".
    if (run === first.id) start();
    return Promise.resolve();
  };
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(204);
  expect(stopped).toHaveLength(2);
});

test('a sheet whose run cannot be stopped is not deleted', async () => {
  const { store, ask, held, upload } = await sheetsOfTest();
  const { id } = await upload('hires.csv', csv);
  queueRun(store, id, { operation: 'assess' }, { by: 'ada', at });
  held.halt = () => Promise.resolve();
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(409);
  expect(latestRun(store, id)?.state).toBe('queued');
});

test('what was read of a sheet is not written once it was deleted', async () => {
  const { store, upload } = await sheetsOfTest();
  const { id } = await upload('hires.csv', csv);
  const row: StoredRow = {
    ...{ number: 2, key: 'key', employeeId: 'E-1', purpose: '', destination: 'Portugal' },
    ...{ status: 'Not sent', message: '', hidden: false, inputs: {}, instead: {} },
  };
  let isFinished = false;
  deleteSheet(store, id, at);
  replaceReading(
    store,
    id,
    (staging) => {
      addRowsTo(staging.rows, store, staging.sheet, [row]);
    },
    () => {
      isFinished = true;
    },
  );
  setMatching(store, id, {} as never);
  setHeadingsKey(store, id, 'headings');
  expect(isFinished).toBe(false);
  expect(store.db.prepare('SELECT * FROM row WHERE sheet = ?').all(id)).toEqual([]);
  const left = store.db.prepare('SELECT inspection, headings_key FROM sheet WHERE id = ?').get(id);
  expect(left).toEqual({ inspection: null, headings_key: null });
});

test('of a sheet that is deleted while a row is settled or decided, nothing comes back', async () => {
  const test = await resultsOfTest();
  const fault = { operation: 'rwa_create', fault: 'status-500-after-commit' };
  await test.sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-1' } });
  const sheet = await uploaded(test, 'hires.csv', csv);
  await assessed(test, sheet);
  const { store } = test.ports;
  const count = (table: string) =>
    store.db.prepare(`SELECT count(*) AS rows FROM ${table} WHERE sheet = ?`).get(sheet)?.rows;
  expect(count('unconfirmed')).toBe(1);
  const { key = '' } = store.db.prepare('SELECT key FROM unconfirmed').get() as { key?: string };
  const settling = settleRow(test.ports, sheet, key, { exists: false });
  // Until its file is being opened.
  await turn();
  deleteSheet(store, sheet, at);
  await settling;
  const decision = { row: 3, assessmentId: 'a1', status: 'Rejected', managerId: 'M-1' } as const;
  await expect(sendDecisions(test.ports, sheet, [decision], 'ada')).rejects.toThrow(
    'There is no such sheet',
  );
  for (const table of ['row', 'unconfirmed', 'past_assessment', 'decision']) {
    expect(count(table), table).toBe(0);
  }
});
