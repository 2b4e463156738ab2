import { expect, test } from 'vitest';
import { addCorrection } from '../../../../batch/server/store/correctionStore.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { WorkOfTest } from './workOfTest.js';

/** Two sheets with the same row, which is assessed; in the other one, its destination is corrected then. */
async function oneCaseInTwoSheets() {
  const sandbox = await sandboxOfTest();
  const server = new WorkOfTest(sandbox);
  const run = async (sheet: string, operation: 'assess' | 'reassess') => {
    await server.start(sheet, { operation });
    await server.until(sheet, 'ended');
    return server.rows(sheet, 1)[0];
  };
  const one = await server.addSheet(['E-1']);
  const other = await server.addSheet(['E-1'], '\r\n');
  const first = await run(one, 'assess');
  expect(await run(other, 'assess')).toMatchObject({ assessmentId: first?.assessmentId });
  const correction = { field: 'destination', value: 'Portugal', to: 'Spain', row: null };
  addCorrection(server.store, other, correction, { by: 'me', at: new Date().toISOString() });
  const made = async () => (await sandbox.ledger()).assessments;
  return { sandbox, one, other, run, made };
}

test('a row that another sheet has sent is the same case here, also after its inputs were corrected', async () => {
  const { other, run, made } = await oneCaseInTwoSheets();
  expect(await run(other, 'assess')).toMatchObject({
    status: 'Invalid',
    message: expect.stringContaining('with other inputs') as string,
  });
  expect(await made()).toHaveLength(1);
});

test('what another sheet has assessed again with other inputs brings no scores for these', async () => {
  const { one, other, run, made } = await oneCaseInTwoSheets();
  const again = await run(one, 'reassess');
  const corrected = await run(other, 'reassess');
  expect(corrected?.status).toBe('Scored');
  const destinations = new Map((await made()).map((each) => [each.assessmentId, each.destination]));
  expect(destinations.get(again?.assessmentId)).toBe('Portugal');
  expect(destinations.get(corrected?.assessmentId)).toBe('Spain');
});

test('while the other sheet waits for its answer, the case is not assessed again with other inputs', async () => {
  const { sandbox, one, other, run, made } = await oneCaseInTwoSheets();
  const fault = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
  await sandbox.control('POST faults', fault);
  expect(await run(one, 'reassess')).toMatchObject({ status: 'Unconfirmed' });
  expect(await run(other, 'reassess')).toMatchObject({
    message: expect.stringContaining('Open the sheet that contains that row') as string,
  });
  expect(await made()).toHaveLength(2);
});
