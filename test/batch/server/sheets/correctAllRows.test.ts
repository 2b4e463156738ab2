import { expect, test } from 'vitest';
import {
  addCorrections,
  countAssessed,
  listCorrections,
  removeCorrection,
} from '../../../../batch/server/sheets/correctionStore.js';
import { addProblems, countAlike } from '../../../../batch/server/sheets/problemStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { hireRow } from '../../run/testRun.js';
import { addReadSheet } from '../runs/testSheet.js';
import { TestWork } from '../runs/testWork.js';

/** Adds a sheet with three rows that have the destination Portugal. The last row is invalid. */
async function addThreeRows() {
  const server = await TestWork.open(await startTestSandbox());
  const { store, ports, work } = server;
  const id = 'hires';
  const invalid = hireRow('E-3').replace('Mid', 'Middling');
  await addReadSheet(ports, id, [hireRow('E-1'), hireRow('E-2'), invalid, '']);
  await work.read(id);
  const assess = async () => {
    await server.runToEnd(id);
  };
  const correct = async (field: string, value: string, to: string) => {
    const by = { by: 'ada', at: new Date().toISOString() };
    await addCorrections(store, id, [{ field, value, to, row: null }], by);
    await work.read(id);
  };
  const listRows = async () =>
    (await server.rows(id, 3)).map(({ status, destination }) => `${status}, ${destination}`);
  const countCorrected = async () =>
    (await listCorrections(store, id)).map(({ to, rows }) => `${to}: ${rows}`);
  return { store, id, assess, correct, listRows, countCorrected };
}

test('a correction of all rows skips the rows that have an assessment', async () => {
  const { store, id, assess, correct, listRows, countCorrected } = await addThreeRows();
  await correct('destination', 'Portugal', 'Portugall');
  await correct('destination', 'Portugal', 'Portugal');
  await assess();
  expect(await listRows()).toEqual(['Scored, Portugal', 'Scored, Portugal', 'Invalid, Portugal']);
  const problem = { kind: 'unusual', field: 'destination', label: '', value: 'Portugal' };
  const emptyFields = { cell: undefined, message: '', remedy: '', suggestion: undefined };
  const problems = [2, 3, 4].map((row) => ({ row, ...problem, ...emptyFields }));
  await addProblems(store, id, problems, 50);
  expect((await countAlike(store, id, [problem]))(problem)).toMatchObject({ rows: 1, assessed: 2 });

  await correct('destination', 'Portugal', 'Spain');
  expect(await listRows()).toEqual(['Scored, Portugal', 'Scored, Portugal', 'Invalid, Spain']);
  // The earlier corrections are deleted, because no assessed row has a value that they changed.
  expect(await countCorrected()).toEqual(['Spain: 1']);
});

test('a replaced correction still applies to the rows that were sent with it', async () => {
  const { store, id, assess, correct, listRows, countCorrected } = await addThreeRows();
  await correct('destination', 'Portugal', 'Spain');
  await assess();
  expect(await listRows()).toEqual(['Scored, Spain', 'Scored, Spain', 'Invalid, Spain']);
  await correct('destination', 'Portugal', 'Italy');
  expect(await listRows()).toEqual(['Scored, Spain', 'Scored, Spain', 'Invalid, Italy']);
  expect(await countCorrected()).toEqual(['Spain: 2', 'Italy: 1']);
  const corrections = await listCorrections(store, id);
  const assessed = await countAssessed(store, id, corrections);
  expect(corrections.map(({ id }) => assessed.get(id))).toEqual([2, undefined]);
  // The third correction replaces the second, because no row was sent with the second.
  await correct('destination', 'Portugal', 'Poland');
  expect(await countCorrected()).toEqual(['Spain: 2', 'Poland: 1']);
  await correct('seniority', 'Middling', 'Mid');
  await assess();
  expect(await listRows()).toEqual(['Scored, Spain', 'Scored, Spain', 'Scored, Poland']);
});

test('an unconfirmed row cannot be corrected before it is settled, and the inputs that were sent are kept', async () => {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const { store } = server;
  const fault = { operation: 'rwa_create', fault: 'status-500-after-commit' };
  await sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-1' } });
  const id = await server.addSheet(['E-1', 'E-2']);
  const by = { by: 'ada', at: new Date().toISOString() };
  const correct = async (row: number | null, to: string) => {
    await addCorrections(store, id, [{ field: 'destination', value: 'Portugal', to, row }], by);
    await server.work.read(id);
  };
  await correct(null, 'Spain');
  await server.runToEnd(id);
  expect(await server.statuses(id, 2)).toEqual(['Unconfirmed', 'Scored']);

  await correct(null, 'Italy');
  expect(await server.statuses(id, 2)).toEqual(['Unconfirmed', 'Scored']);
  const refusal = {
    code: 'conflict',
    message: expect.stringMatching(
      /^Row 2 was sent, .*First open "Needs review" under Results/,
    ) as string,
  };
  await expect(correct(2, 'Italy')).rejects.toMatchObject(refusal);
  const corrections = await listCorrections(store, id);
  const findId = (value: string) => corrections.find(({ to }) => to === value)?.id ?? '';
  await expect(removeCorrection(store, id, findId('Spain'))).rejects.toMatchObject(refusal);
  expect(await removeCorrection(store, id, findId('Italy'))).toBe(true);
  await correct(3, 'Italy');
  expect(await server.statuses(id, 2)).toEqual(['Unconfirmed', 'Invalid']);

  // Without its correction, the row has other inputs, as after a new choice under Match. So the sent inputs are listed without a row.
  await store.db.deleteFrom('correction').where('sheet', '=', id).execute();
  await server.work.read(id);
  const [unconfirmed] = await listUnconfirmed(store, id);
  expect(unconfirmed).toMatchObject({ row: null });
  expect(unconfirmed?.sent).toContainEqual({
    field: 'employeeId',
    label: 'Employee ID',
    value: 'E-1',
  });
  expect(unconfirmed?.sent).toContainEqual({
    field: 'destination',
    label: 'Destination country',
    value: 'Spain',
  });
});
