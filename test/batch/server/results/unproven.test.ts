import { expect, test } from 'vitest';
import { assess } from '../../../../batch/engine/operations/assess.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { headings, hireRow } from '../../run/testRun.js';
import { runSheet, testResults, testStore, storeSheet } from './testStore.js';
import { readRowInputs } from '../storedRows.js';

/**
 * Assesses these employees on another server. `upload` adds a file with results to this server and runs it. Its rows
 * have IDs, but no references that prove them.
 */
async function assessEmployees(employees: readonly string[]) {
  const otherServer = await testResults();
  const toText = (rows: readonly string[]) => [headings, ...rows, ''].join('\r\n');
  await runSheet(
    otherServer,
    await storeSheet(otherServer, 'first.csv', toText(employees.map(hireRow))),
  );
  const { assessments } = await otherServer.sandbox.readLedger();
  const store = await testStore();
  const fixture = { ...otherServer, store, ports: { ...otherServer.ports, store } };
  const ids = new Map(
    assessments.map(({ employeeId, assessmentId }) => [employeeId, String(assessmentId)]),
  );
  const findId = (employee: string) => ids.get(employee) ?? '';
  const results = assess.columns.map(({ heading }) => heading).join(',');
  const addId = (row: string, id: string) => {
    const cells = assess.columns.map(({ name }) =>
      name === 'id' ? id : name === 'status' ? 'Scored' : '',
    );
    return [row, ...cells].join(',');
  };
  const upload = async (name: string, lines: readonly string[]) => {
    const text = [`${headings},${results}`, ...lines, ''].join('\r\n');
    const sheet = await storeSheet(fixture, name, text);
    await runSheet(fixture, sheet);
    return sheet;
  };
  const readRow = async (sheet: string, number: number) => {
    const [found] = await readRowsByNumber(fixture.store, sheet, [number]);
    const { key = '', choices } = (await readRowInputs(fixture.store, sheet, number)) ?? {};
    return { status: found?.status, id: found?.assessmentId, key, choices };
  };
  const countCreates = async () => (await fixture.sandbox.readLedger()).commits.rwa_create;
  return { fixture, findId, addId, upload, readRow, countCreates };
}

test('one settlement can confirm the IDs of all rows, except an ID that two rows have', async () => {
  const { fixture, findId, addId, upload, readRow, countCreates } = await assessEmployees([
    'E-1',
    'E-2',
  ]);
  const otherTrip = hireRow('E-2').replace('Portugal', 'Spain');
  const sheet = await upload('copy.csv', [
    addId(hireRow('E-1'), findId('E-1')),
    addId(hireRow('E-2'), findId('E-2')),
    addId(hireRow('E-3'), 'x9'),
    addId(otherTrip, 'x9'),
  ]);
  const readAllStatuses = () =>
    Promise.all([2, 3, 4, 5].map(async (number) => (await readRow(sheet, number)).status));
  expect(await readAllStatuses()).toEqual(['Invalid', 'Invalid', 'Invalid', 'Invalid']);
  expect((await readRow(sheet, 2)).choices).toEqual(['settle']);

  const id = findId('E-1');
  const settlement = { exists: true, id } as const;
  await settleRow(fixture.ports, sheet, (await readRow(sheet, 2)).key, settlement, {
    id,
    alsoOthers: true,
  });
  expect(await readAllStatuses()).toEqual(['Pending', 'Pending', 'Invalid', 'Invalid']);
  await runSheet(fixture, sheet);
  expect(await readAllStatuses()).toEqual(['Scored', 'Scored', 'Invalid', 'Invalid']);
  expect(await countCreates()).toBe(2);
});

test('a settlement is refused if the person saw another ID in the row', async () => {
  const { fixture, findId, addId, upload, readRow } = await assessEmployees(['E-1']);
  const sheet = await upload('copy.csv', [addId(hireRow('E-1'), findId('E-1'))]);
  const { key } = await readRow(sheet, 2);
  const settlement = { exists: true, id: findId('E-1') } as const;
  const settle = (seenId: string) =>
    settleRow(fixture.ports, sheet, key, settlement, { id: seenId });
  await expect(settle('x9')).rejects.toMatchObject({ code: 'conflict' });
  await settle(findId('E-1'));
  expect((await readRow(sheet, 2)).status).toBe('Pending');
});

test('a row whose ID a person has rejected is sent, and gets another ID', async () => {
  const { fixture, addId, upload, readRow, countCreates } = await assessEmployees(['E-1']);
  const sheet = await upload('copy.csv', [addId(hireRow('E-2'), 'x9')]);
  await settleRow(
    fixture.ports,
    sheet,
    (await readRow(sheet, 2)).key,
    { exists: false },
    { id: 'x9' },
  );
  expect((await readRow(sheet, 2)).status).toBe('Not sent');
  await runSheet(fixture, sheet);
  expect((await readRow(sheet, 2)).status).toBe('Scored');
  expect((await readRow(sheet, 2)).id).not.toBe('x9');
  expect(await countCreates()).toBe(2);
});

test('a settlement that gives a row the ID of another row is refused, and the row can still be settled', async () => {
  const { fixture, addId, upload, readRow, findId } = await assessEmployees(['E-1', 'E-2']);
  const [id, wrong] = [findId('E-1'), 'x9'];
  const sheet = await upload('copy.csv', [addId(hireRow('E-1'), id), addId(hireRow('E-2'), wrong)]);
  await settleRow(
    fixture.ports,
    sheet,
    (await readRow(sheet, 2)).key,
    { exists: true, id },
    { id },
  );
  const { key } = await readRow(sheet, 3);
  const secondUse = settleRow(fixture.ports, sheet, key, { exists: true, id }, { id: wrong });
  await expect(secondUse).rejects.toMatchObject({ code: 'invalid' });
  await runSheet(fixture, sheet);
  expect(await readRow(sheet, 2)).toMatchObject({ status: 'Scored', id });
  expect(await readRow(sheet, 3)).toMatchObject({ status: 'Invalid', choices: ['settle'] });
});
