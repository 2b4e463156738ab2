import { expect, test } from 'vitest';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestWork } from './testWork.js';
import { ageRequests } from '../ageRequests.js';

/** An employee whose scores are never ready, so that the run continues until it is halted. */
const neverReady = 'SANDBOX-ALWAYS-PENDING';

async function waitForUnconfirmed(server: TestWork, sheet: string) {
  await expect.poll(() => listUnconfirmed(server.store, sheet)).toHaveLength(1);
  expect((await findSheet(server.store, sheet))?.unconfirmed).toBe(1);
  return server.findUnconfirmedKey(sheet);
}

/** Starts a run in which the answer for E-2 is lost, and returns when E-2 is unconfirmed. */
async function startWithLostAnswer(employees: readonly string[]) {
  const sandbox = await startTestSandbox();
  await sandbox.loseAnswer('E-2');
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(employees);
  const { id } = await server.start(sheet);
  const key = await waitForUnconfirmed(server, sheet);
  return { sandbox, server, sheet, id, key };
}

/**
 * Starts runs on two sheets with the row E-2, and returns when this row is unconfirmed in both. Both runs continue,
 * because each has a row whose scores are never ready.
 */
async function startTwoWithLostAnswer() {
  const firstRun = await startWithLostAnswer(['E-2', neverReady]);
  const { server } = firstRun;
  const other = await server.addSheet(['E-2', `${neverReady}-2`], '\r\n');
  await server.start(other);
  const keyInOther = await waitForUnconfirmed(server, other);
  return { ...firstRun, other, keyInOther };
}

test('a run sends a row again after a person has settled it as not created', async () => {
  const { server, sheet, id, key } = await startWithLostAnswer(['E-1', 'E-2', neverReady]);
  expect(await findLatestRun(server.store, sheet)).toMatchObject({ id, state: 'running' });

  await ageRequests(server.store);
  await server.settle(sheet, key, { exists: false });
  const readStatuses = () => server.statuses(sheet, 3);
  await expect.poll(readStatuses).toEqual(['Scored', 'Scored', 'Pending']);
  expect(await findLatestRun(server.store, sheet)).toMatchObject({ id, state: 'running' });
  expect(await listUnconfirmed(server.store, sheet)).toEqual([]);
  expect(await server.countCreates()).toBe(4);

  await server.work.halt(id, 'paused');
  await server.until(sheet, 'paused');
  expect(await server.countCreates()).toBe(4);
});

test('a run fetches an assessment that a person confirms during the run, and does not send the row again', async () => {
  const { server, sheet, key } = await startWithLostAnswer(['E-1', 'E-2', neverReady]);
  const settlement = { exists: true, assessmentId: await server.findId('E-2') };
  await server.settle(sheet, key, settlement);
  await expect.poll(() => server.statuses(sheet, 2)).toEqual(['Scored', 'Scored']);
  expect(await server.countCreates()).toBe(3);
});

test('if two people settle a row at once during a run, the second settlement is refused', async () => {
  const { server, sheet, key } = await startWithLostAnswer(['E-2', neverReady]);
  const settle = () => server.settle(sheet, key, { exists: false });
  await ageRequests(server.store);
  const settled = await Promise.allSettled([settle(), settle()]);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect.poll(() => server.statuses(sheet, 1)).toEqual(['Scored']);
  expect(await server.countCreates()).toBe(3);
});

test('a settlement of an earlier request is refused after the row was sent again', async () => {
  const sandbox = await startTestSandbox();
  const rule = { operation: 'rwa_create', times: 1, match: { employeeId: 'E-2' } };
  await sandbox.control('POST faults', { ...rule, fault: 'reset-before-commit' });
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(['E-2', neverReady]);
  await server.start(sheet);
  await waitForUnconfirmed(server, sheet);
  const [seen] = await listUnconfirmed(server.store, sheet);
  const { key = '', sentAt } = seen ?? {};
  const settlement = { exists: false, ...(typeof sentAt === 'string' ? { sentAt } : {}) };
  // Two people find no assessment. After the first person settles the row, the run sends it again, which creates one.
  await sandbox.loseAnswer('E-2');
  await ageRequests(server.store);
  await server.settle(sheet, key, settlement);
  const isSentAgain = async () =>
    (await listUnconfirmed(server.store, sheet)).some((row) => row.sentAt !== sentAt);
  await expect.poll(isSentAgain).toBe(true);
  await expect(server.settle(sheet, key, settlement, 'you')).rejects.toMatchObject({
    code: 'conflict',
  });
  await server.work.halt((await findLatestRun(server.store, sheet))?.id ?? '', 'paused');
  const { assessments } = await sandbox.readLedger();
  expect(assessments.filter(({ employeeId }) => employeeId === 'E-2')).toHaveLength(1);
});

test('a settlement in one sheet is refused if another sheet has sent the row again in the meantime', async () => {
  const {
    sandbox,
    server,
    sheet: firstSheet,
    key: keyInFirst,
    other,
    keyInOther: key,
  } = await startTwoWithLostAnswer();
  const [first] = await listUnconfirmed(server.store, firstSheet);
  const [seen] = await listUnconfirmed(server.store, other);
  const { sentAt } = seen ?? {};
  const settlement = { exists: false, sentAt: sentAt ?? '' };

  await sandbox.loseAnswer('E-2');
  await ageRequests(server.store);
  await server.settle(firstSheet, keyInFirst, { exists: false });
  const isLostAgain = async () =>
    (await listUnconfirmed(server.store, firstSheet)).some((row) => row.sentAt !== first?.sentAt);
  await expect.poll(isLostAgain).toBe(true);
  const settled = server.settle(other, key, settlement, 'you');
  await expect(settled).rejects.toMatchObject({ code: 'conflict' });

  const [current] = await listUnconfirmed(server.store, other);
  expect(current?.sentAt).not.toBe(sentAt);
  await ageRequests(server.store);
  await server.settle(other, key, { exists: false, sentAt: current?.sentAt ?? '' }, 'you');
  await expect.poll(() => server.statuses(firstSheet, 1)).toEqual(['Scored']);
  expect(await server.countCreates()).toBe(5);
});

test('a row that another sheet has sent can be settled while the runs of both sheets continue', async () => {
  const { sandbox, server, sheet: firstSheet, other, keyInOther } = await startTwoWithLostAnswer();
  await ageRequests(server.store);
  await server.settle(other, keyInOther, { exists: false });
  await expect.poll(() => server.statuses(firstSheet, 1)).toEqual(['Scored']);
  expect((await findLatestRun(server.store, firstSheet))?.state).toBe('running');
  const { commits, requests } = await sandbox.readLedger();
  expect(commits.rwa_create).toBe(requests.rwa_create);
  const { assessments } = await sandbox.readLedger();
  expect(assessments.filter(({ employeeId }) => employeeId === 'E-2')).toHaveLength(2);
});
