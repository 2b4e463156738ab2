import { expect, test } from 'vitest';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { readProblemPage } from '../../../../batch/server/sheets/problemStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestWork } from '../runs/testWork.js';
import { readRowInputs } from '../storedRows.js';
import { entryBy } from '../entryBy.js';
import { ageRequests } from '../ageRequests.js';

const at = '2026-11-24T10:00:00Z';

async function serverWith(...sheets: readonly (readonly string[])[]) {
  const sandbox = await testSandbox();
  const server = await TestWork.open(sandbox);
  const ids: string[] = [];
  for (const [index, employees] of sheets.entries()) {
    ids.push(await server.addSheet(employees, '\r\n'.repeat(index)));
  }
  const run = async (sheet: string) => {
    await server.start(sheet);
    await server.until(sheet, 'ended');
  };
  const choices = async (sheet: string, row: number) =>
    (await readRowInputs(server.store, sheet, row))?.choices;
  const row = async (sheet: string, number: number) => (await server.rows(sheet, 3))[number - 2];
  const creates = async () => (await sandbox.ledger()).commits.rwa_create;
  const [one = '', other = ''] = ids;
  return { sandbox, server, one, other, run, choices, row, creates };
}

test('a row that may be an earlier one with other inputs is sent after a person has marked it as new', async () => {
  const { server, one, run, choices, row, creates } = await serverWith(['E-1']);
  await run(one);
  const to = { field: 'destination', value: 'Portugal', to: 'Spain', row: 2 };
  await addCorrections(server.store, one, [to], { by: 'me', at });
  await server.work.read(one);
  expect(await row(one, 2)).toMatchObject({ status: 'Invalid' });
  expect(await choices(one, 2)).toContain('newRow');
  const [blocked] = (await readProblemPage(server.store, one, { kind: 'blocked', limit: 9 }))
    .problems;
  expect(blocked).toMatchObject({
    row: 2,
    choices: expect.arrayContaining(['newRow']) as string[],
  });

  const mark = (key: string) =>
    server.work.markRow(one, 2, { what: 'newRow', seen: { key } }, entryBy('me'));
  await expect(mark('another row')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Load the page again') as string,
  });
  expect(await row(one, 2)).toMatchObject({ status: 'Invalid' });
  await mark((await readRowInputs(server.store, one, 2))?.key ?? '');
  expect(await row(one, 2)).toMatchObject({ status: 'Not sent' });
  expect(
    (await readProblemPage(server.store, one, { kind: 'blocked', limit: 9 })).problems,
  ).toEqual([]);
  expect(server.changes).toContainEqual({ type: 'rows', sheet: one, rows: [2] });
  const again = server.work.markRow(one, 2, { what: 'newRow', seen: {} }, entryBy('me'));
  await expect(again).rejects.toMatchObject({ name: 'RefusalError', code: 'invalid' });
  await run(one);
  expect(await row(one, 2)).toMatchObject({ status: 'Scored' });
  expect(await creates()).toBe(2);
});

test('a row loses an assessment that a person has rejected, and the ID can be entered again', async () => {
  const { server, one, run, choices, row, creates } = await serverWith(['E-1', 'E-2']);
  await run(one);
  expect(await choices(one, 2)).toEqual(['notItsAssessment']);
  const { assessmentId: id = '' } = (await row(one, 2)) ?? {};
  const reject = (assessmentId: string) =>
    server.work.markRow(
      one,
      2,
      { what: 'notItsAssessment', seen: { assessmentId } },
      entryBy('me'),
    );
  await expect(reject('an earlier one')).rejects.toMatchObject({ code: 'conflict' });
  expect(await row(one, 2)).toMatchObject({ status: 'Scored' });
  await reject(id);
  expect(await row(one, 2)).toMatchObject({ status: 'Unconfirmed', scores: {} });
  expect(await row(one, 2)).not.toHaveProperty('assessmentId');
  expect(await choices(one, 2)).toEqual(['settle']);
  const twice = server.work.markRow(one, 2, { what: 'notItsAssessment', seen: {} }, entryBy('me'));
  await expect(twice).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('has no assessment') as string,
  });
  await run(one);
  expect(await row(one, 2)).toMatchObject({ status: 'Unconfirmed' });

  const [{ key } = { key: '' }] = await listUnconfirmed(server.store, one);
  await server.work.settle(one, key, { exists: true, assessmentId: id }, entryBy('me'));
  expect(await row(one, 2)).toMatchObject({ status: 'Pending' });
  // The ID may be mistyped until its result has been fetched.
  expect(await choices(one, 2)).toContain('settle');
  await run(one);
  expect(await row(one, 2)).toMatchObject({ status: 'Scored', assessmentId: id });
  expect(await creates()).toBe(2);
});

test.each(['one', 'other'] as const)(
  'an assessment that is rejected in sheet %s is rejected in both sheets with its row, and nothing is sent',
  async (where) => {
    const { server, one, other, run, row, creates } = await serverWith(['E-1'], ['E-1']);
    await run(one);
    await run(other);
    const sheet = { one, other }[where];
    await server.work.markRow(sheet, 2, { what: 'notItsAssessment', seen: {} }, entryBy('me'));
    expect([(await row(one, 2))?.status, (await row(other, 2))?.status]).toEqual([
      'Unconfirmed',
      'Unconfirmed',
    ]);
    await run(one);
    await run(other);
    const third = await server.addSheet(['E-1'], '\r\n\r\n\r\n');
    await run(third);
    expect((await row(third, 2))?.status).toBe('Unconfirmed');
    expect(await creates()).toBe(1);

    const [{ key } = { key: '' }] = await listUnconfirmed(server.store, other);
    await ageRequests(server.store);
    await server.work.settle(other, key, { exists: false }, entryBy('me'));
    for (const each of [one, other, third]) expect((await row(each, 2))?.status).toBe('Not sent');
    await run(third);
    await run(one);
    await run(other);
    const ids = await Promise.all(
      [one, other, third].map(async (each) => (await row(each, 2))?.assessmentId),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await creates()).toBe(2);
  },
);

test('a correction of a wrong ID changes both sheets with its row, and a new sheet gets the right ID', async () => {
  const { sandbox, server, one, other, run, row } = await serverWith(
    ['E-1', 'E-2'],
    ['E-1', 'E-2'],
  );
  await sandbox.loseAnswer('E-2');
  await run(one);
  await run(other);
  const [{ key } = { key: '' }] = await listUnconfirmed(server.store, one);
  await server.work.settle(one, key, { exists: true, assessmentId: 'mistyped-1' }, entryBy('me'));
  expect(await row(other, 3)).toMatchObject({ status: 'Pending', assessmentId: 'mistyped-1' });
  const { assessments } = await sandbox.ledger();
  const found = assessments.find(({ employeeId }) => employeeId === 'E-2');
  const assessmentId = found?.assessmentId as string;
  const insteadOf = 'mistyped-1';
  await server.work.settle(one, key, { exists: true, assessmentId, insteadOf }, entryBy('me'));
  expect(await row(other, 3)).toMatchObject({ status: 'Pending', assessmentId });
  const third = await server.addSheet(['E-2'], '\r\n\r\n\r\n');
  await run(third);
  expect(await row(third, 2)).toMatchObject({ status: 'Scored', assessmentId });
});
