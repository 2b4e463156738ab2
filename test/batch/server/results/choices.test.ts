import { expect, test } from 'vitest';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { readProblemPage } from '../../../../batch/server/sheets/problemStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestWork } from '../runs/testWork.js';
import { readRowInputs } from '../storedRows.js';
import { ageRequests } from '../ageRequests.js';

const at = '2026-11-24T10:00:00Z';

async function startServer(...sheets: readonly (readonly string[])[]) {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const ids: string[] = [];
  for (const [index, employees] of sheets.entries()) {
    ids.push(await server.addSheet(employees, '\r\n'.repeat(index)));
  }
  const run = (sheet: string) => server.runToEnd(sheet);
  const readChoices = async (sheet: string, number: number) =>
    (await readRowInputs(server.store, sheet, number))?.choices;
  const readRow = async (sheet: string, number: number) =>
    (await server.rows(sheet, 3))[number - 2];
  const [firstSheet = '', secondSheet = ''] = ids;
  return { sandbox, server, firstSheet, secondSheet, run, readChoices, readRow };
}

test('a row that may be an earlier row with other inputs is sent after a person has marked it as new', async () => {
  const { server, firstSheet, run, readChoices, readRow } = await startServer(['E-1']);
  await run(firstSheet);
  const correction = { field: 'destination', value: 'Portugal', to: 'Spain', row: 2 };
  await addCorrections(server.store, firstSheet, [correction], { by: 'me', at });
  await server.work.read(firstSheet);
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Invalid' });
  expect(await readChoices(firstSheet, 2)).toContain('newRow');
  const [blocked] = (await readProblemPage(server.store, firstSheet, { kind: 'blocked', limit: 9 }))
    .problems;
  expect(blocked).toMatchObject({
    row: 2,
    choices: expect.arrayContaining(['newRow']) as string[],
  });

  const mark = (key: string) => server.mark(firstSheet, 2, { what: 'newRow', seen: { key } });
  await expect(mark('another row')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Load the page again') as string,
  });
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Invalid' });
  await mark((await readRowInputs(server.store, firstSheet, 2))?.key ?? '');
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Not sent' });
  expect(
    (await readProblemPage(server.store, firstSheet, { kind: 'blocked', limit: 9 })).problems,
  ).toEqual([]);
  expect(server.changes).toContainEqual({ type: 'rows', sheet: firstSheet, rows: [2] });
  const secondMark = server.mark(firstSheet, 2, { what: 'newRow', seen: {} });
  await expect(secondMark).rejects.toMatchObject({ name: 'RefusalError', code: 'invalid' });
  await run(firstSheet);
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Scored' });
  expect(await server.countCreates()).toBe(2);
});

test('an assessment that a person rejects is removed from its row, and its ID can be entered again', async () => {
  const { server, firstSheet, run, readChoices, readRow } = await startServer(['E-1', 'E-2']);
  await run(firstSheet);
  expect(await readChoices(firstSheet, 2)).toEqual(['notItsAssessment']);
  const { assessmentId: id = '' } = (await readRow(firstSheet, 2)) ?? {};
  const reject = (assessmentId: string) =>
    server.mark(firstSheet, 2, { what: 'notItsAssessment', seen: { assessmentId } });
  await expect(reject('an earlier one')).rejects.toMatchObject({ code: 'conflict' });
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Scored' });
  await reject(id);
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Unconfirmed', scores: {} });
  expect(await readRow(firstSheet, 2)).not.toHaveProperty('assessmentId');
  expect(await readChoices(firstSheet, 2)).toEqual(['settle']);
  const secondRejection = server.mark(firstSheet, 2, { what: 'notItsAssessment', seen: {} });
  await expect(secondRejection).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('no longer has an assessment') as string,
  });
  await run(firstSheet);
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Unconfirmed' });

  const key = await server.findUnconfirmedKey(firstSheet);
  await server.settle(firstSheet, key, { exists: true, assessmentId: id });
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Pending' });
  // The ID may be mistyped until a run has fetched its result.
  expect(await readChoices(firstSheet, 2)).toContain('settle');
  await run(firstSheet);
  expect(await readRow(firstSheet, 2)).toMatchObject({ status: 'Scored', assessmentId: id });
  expect(await server.countCreates()).toBe(2);
});

test.each(['first sheet', 'second sheet'] as const)(
  'rejecting an assessment in the %s removes it from both sheets, and no new one is created until a person settles the row',
  async (where) => {
    const { server, firstSheet, secondSheet, run, readRow } = await startServer(['E-1'], ['E-1']);
    await run(firstSheet);
    await run(secondSheet);
    const sheet = where === 'first sheet' ? firstSheet : secondSheet;
    await server.mark(sheet, 2, { what: 'notItsAssessment', seen: {} });
    expect([
      (await readRow(firstSheet, 2))?.status,
      (await readRow(secondSheet, 2))?.status,
    ]).toEqual(['Unconfirmed', 'Unconfirmed']);
    await run(firstSheet);
    await run(secondSheet);
    const thirdSheet = await server.addSheet(['E-1'], '\r\n\r\n\r\n');
    await run(thirdSheet);
    expect((await readRow(thirdSheet, 2))?.status).toBe('Unconfirmed');
    expect(await server.countCreates()).toBe(1);

    const key = await server.findUnconfirmedKey(secondSheet);
    await ageRequests(server.store);
    await server.settle(secondSheet, key, { exists: false });
    for (const sheet of [firstSheet, secondSheet, thirdSheet])
      expect((await readRow(sheet, 2))?.status).toBe('Not sent');
    await run(thirdSheet);
    await run(firstSheet);
    await run(secondSheet);
    const ids = await Promise.all(
      [firstSheet, secondSheet, thirdSheet].map(
        async (sheet) => (await readRow(sheet, 2))?.assessmentId,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await server.countCreates()).toBe(2);
  },
);

test('correcting a wrong ID changes both sheets with the row, and a new sheet gets the right ID', async () => {
  const { sandbox, server, firstSheet, secondSheet, run, readRow } = await startServer(
    ['E-1', 'E-2'],
    ['E-1', 'E-2'],
  );
  await sandbox.loseAnswer('E-2');
  await run(firstSheet);
  await run(secondSheet);
  const key = await server.findUnconfirmedKey(firstSheet);
  await server.settle(firstSheet, key, { exists: true, assessmentId: 'mistyped-1' });
  expect(await readRow(secondSheet, 3)).toMatchObject({
    status: 'Pending',
    assessmentId: 'mistyped-1',
  });
  const assessmentId = await server.findId('E-2');
  const insteadOf = 'mistyped-1';
  await server.settle(firstSheet, key, { exists: true, assessmentId, insteadOf });
  expect(await readRow(secondSheet, 3)).toMatchObject({ status: 'Pending', assessmentId });
  const thirdSheet = await server.addSheet(['E-2'], '\r\n\r\n\r\n');
  await run(thirdSheet);
  expect(await readRow(thirdSheet, 2)).toMatchObject({ status: 'Scored', assessmentId });
});
