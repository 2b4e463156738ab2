import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendDecisions } from '../../../batch/server/decisions/sendDecisions.js';
import { findLatestRun } from '../../../batch/server/runs/latestRun.js';
import { startSheetRun } from '../../../batch/server/runs/startRun.js';
import { Changes } from '../../../batch/server/changes.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { entryBy } from './entryBy.js';
import { TestWork } from './runs/testWork.js';
import { ageRequests } from './ageRequests.js';

const lostAnswer = 'SANDBOX-LOST-ANSWER';

/** Opens a server with an assessed row and an unconfirmed one. `breakLog` makes its log unwritable. */
async function testServer() {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(['E-1', lostAnswer]);
  await server.runToEnd(sheet);
  const key = await server.findUnconfirmedKey(sheet);
  const [{ assessmentId } = {}] = await server.rows(sheet, 1);
  const { db } = server.store;
  return {
    server,
    sandbox,
    sheet,
    key,
    assessmentId,
    readLoggedNames: async () =>
      (await db.selectFrom('log').selectAll().execute()).map(({ who }) => who),
    breakLog: () => sql`ALTER TABLE log RENAME TO no_log`.execute(db),
  };
}

const missingLog = /no such table: log|relation "log" does not exist/;

test('a mark on a row is logged, and a settlement that cannot be logged is not recorded', async () => {
  const { server, sheet, key, readLoggedNames, breakLog } = await testServer();
  const mark = { what: 'notItsAssessment', seen: {} } as const;
  await server.work.markRow(sheet, 2, mark, entryBy('Ada Ek'));
  expect(await readLoggedNames()).toEqual(['Ada Ek']);
  expect(await server.statuses(sheet, 2)).toEqual(['Unconfirmed', 'Unconfirmed']);
  await breakLog();
  await ageRequests(server.store);
  const settled = server.settle(sheet, key, { exists: false }, 'Ada Ek');
  await expect(settled).rejects.toThrow(missingLog);
  await server.work.read(sheet);
  expect(await server.statuses(sheet, 2)).toEqual(['Unconfirmed', 'Unconfirmed']);
});

test('a refused settlement is not logged', async () => {
  const { server, sheet, key, readLoggedNames } = await testServer();
  const settlement = { exists: false, insteadOf: 'another' };
  await ageRequests(server.store);
  const refused = server.settle(sheet, key, settlement, 'Ada Ek');
  await expect(refused).rejects.toMatchObject({ code: 'conflict' });
  expect(await readLoggedNames()).toEqual([]);
  await server.settle(sheet, key, { exists: false }, 'Bo Li');
  expect(await readLoggedNames()).toEqual(['Bo Li']);
});

test('a decision is logged, and is not sent if it cannot be logged', async () => {
  const {
    server,
    sandbox,
    sheet,
    assessmentId = '',
    readLoggedNames,
    breakLog,
  } = await testServer();
  const decision = {
    row: 2,
    assessmentId,
    status: 'Manager Approved',
    managerId: 'M-200',
  } as const;
  const ports = { ...server.ports, changes: new Changes() };
  await sendDecisions(ports, sheet, [decision], entryBy('Ada Ek'));
  expect(await readLoggedNames()).toEqual(['Ada Ek']);
  const { requests } = await sandbox.readLedger();
  await breakLog();
  const sent = sendDecisions(ports, sheet, [decision], entryBy('Ada Ek'));
  await expect(sent).rejects.toThrow(missingLog);
  expect((await sandbox.readLedger()).requests.rwa_update).toBe(requests.rwa_update);
});

test('a run is logged, and does not start if it cannot be logged', async () => {
  const { server, readLoggedNames, breakLog } = await testServer();
  const services = { ...server.ports, work: server.work, changes: new Changes() };
  const start = (sheet: string) =>
    startSheetRun(services, sheet, { operation: 'assess' }, 'ada', entryBy('Ada Ek'));
  const [first, second] = [await server.addSheet(['E-2']), await server.addSheet(['E-3'], '\r\n')];
  await start(first);
  expect(await readLoggedNames()).toEqual(['Ada Ek']);
  await server.until(first, 'ended');
  await breakLog();
  await expect(start(second)).rejects.toThrow(missingLog);
  expect(await findLatestRun(server.store, second)).toBeUndefined();
});
