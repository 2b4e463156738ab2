import { expect, test } from 'vitest';
import { assess } from '../../../../batch/engine/operations/assess.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { headings, hireRow } from '../../run/testRun.js';
import { assessed, testResults, uploaded } from './testStore.js';
import { readRowInputs } from '../storedRows.js';

/** Assesses these employees. `upload` adds a file that has IDs without references. */
async function idsWithoutReferences(employees: readonly string[]) {
  const test = await testResults();
  const toText = (rows: readonly string[]) => [headings, ...rows, ''].join('\r\n');
  await assessed(test, await uploaded(test, 'first.csv', toText(employees.map(hireRow))));
  const { assessments } = await test.sandbox.ledger();
  const ids = new Map(assessments.map((each) => [each.employeeId, String(each.assessmentId)]));
  const findId = (employee: string) => ids.get(employee) ?? '';
  const results = assess.columns.map(({ heading }) => heading).join(',');
  const withId = (row: string, id: string) => {
    const cells = assess.columns.map(({ name }) =>
      name === 'id' ? id : name === 'status' ? 'Scored' : '',
    );
    return [row, ...cells].join(',');
  };
  const upload = async (name: string, lines: readonly string[]) => {
    const text = [`${headings},${results}`, ...lines, ''].join('\r\n');
    const sheet = await uploaded(test, name, text);
    await assessed(test, sheet);
    return sheet;
  };
  const row = async (sheet: string, number: number) => {
    const [found] = await readRowsByNumber(test.store, sheet, [number]);
    const { key = '', choices } = (await readRowInputs(test.store, sheet, number)) ?? {};
    return { status: found?.status, id: found?.assessmentId, key, choices };
  };
  const creates = async () => (await test.sandbox.ledger()).commits.rwa_create;
  return { test, findId, withId, upload, row, creates };
}

test('one answer confirms the IDs of all rows except an ID that two rows have', async () => {
  const { test, findId, withId, upload, row, creates } = await idsWithoutReferences(['E-1', 'E-2']);
  const other = hireRow('E-2').replace('Portugal', 'Spain');
  const sheet = await upload('copy.csv', [
    withId(hireRow('E-1'), findId('E-1')),
    withId(hireRow('E-2'), findId('E-2')),
    withId(hireRow('E-3'), 'x9'),
    withId(other, 'x9'),
  ]);
  const all = () =>
    Promise.all([2, 3, 4, 5].map(async (number) => (await row(sheet, number)).status));
  expect(await all()).toEqual(['Invalid', 'Invalid', 'Invalid', 'Invalid']);
  expect((await row(sheet, 2)).choices).toEqual(['settle']);

  const id = findId('E-1');
  const answer = { exists: true, id } as const;
  await settleRow(test.ports, sheet, (await row(sheet, 2)).key, answer, { id, alsoOthers: true });
  expect(await all()).toEqual(['Pending', 'Pending', 'Invalid', 'Invalid']);
  await assessed(test, sheet);
  expect(await all()).toEqual(['Scored', 'Scored', 'Invalid', 'Invalid']);
  expect(await creates()).toBe(2);
});

test('an answer about an ID that is not in the row is refused', async () => {
  const { test, findId, withId, upload, row } = await idsWithoutReferences(['E-1']);
  const sheet = await upload('copy.csv', [withId(hireRow('E-1'), findId('E-1'))]);
  const { key } = await row(sheet, 2);
  const answer = { exists: true, id: findId('E-1') } as const;
  const settled = (id?: string) => settleRow(test.ports, sheet, key, answer, { id });
  await expect(settled('x9')).rejects.toMatchObject({ code: 'conflict' });
  await settled(findId('E-1'));
  expect((await row(sheet, 2)).status).toBe('Pending');
});

test('a row whose ID a person has rejected is sent, and gets another ID', async () => {
  const { test, withId, upload, row, creates } = await idsWithoutReferences(['E-1']);
  const sheet = await upload('copy.csv', [withId(hireRow('E-2'), 'x9')]);
  await settleRow(test.ports, sheet, (await row(sheet, 2)).key, { exists: false }, { id: 'x9' });
  expect((await row(sheet, 2)).status).toBe('Not sent');
  await assessed(test, sheet);
  expect((await row(sheet, 2)).status).toBe('Scored');
  expect((await row(sheet, 2)).id).not.toBe('x9');
  expect(await creates()).toBe(2);
});

test('an ID that belongs to another row is refused, and the row still asks for an answer', async () => {
  const { test, withId, upload, row, findId } = await idsWithoutReferences(['E-1', 'E-2']);
  const [id, wrong] = [findId('E-1'), 'x9'];
  const sheet = await upload('copy.csv', [
    withId(hireRow('E-1'), id),
    withId(hireRow('E-2'), wrong),
  ]);
  await settleRow(test.ports, sheet, (await row(sheet, 2)).key, { exists: true, id }, { id });
  const { key } = await row(sheet, 3);
  const taken = settleRow(test.ports, sheet, key, { exists: true, id }, { id: wrong });
  await expect(taken).rejects.toMatchObject({ code: 'invalid' });
  await assessed(test, sheet);
  expect(await row(sheet, 2)).toMatchObject({ status: 'Scored', id });
  expect(await row(sheet, 3)).toMatchObject({ status: 'Invalid', choices: ['settle'] });
});
