import { expect, test } from 'vitest';
import type { Run } from '../../../batch/server/contract/shapes.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwa, toEnv } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { serve, type ServerUnderTest } from './serveUnderTest.js';

const createSheet = (...ids: readonly string[]) => [headings, ...ids.map(hireRow), ''].join('\r\n');

/**
 * Starts a server, and assesses E-1 in row 2 of hires.csv. `otherCompanyEnv` is the environment of the server, but with
 * the token of another company.
 */
async function startAssessedServer() {
  const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
  const server = await serve(folder, toEnv(sandbox));
  const { id } = await server.upload('hires.csv', createSheet('E-1'));
  await run(server, id);
  const { tokens } = sandbox.sandbox;
  const otherCompanyEnv = { ...toEnv(sandbox), RWA_TOKEN: tokens[1] ?? '' };
  return { folder, sandbox, server, id, otherCompanyEnv };
}

async function run(server: ServerUnderTest, id: string): Promise<Run | undefined> {
  await server.start(id);
  return (await server.ended(id)).run;
}

async function countRequests(sandbox: SandboxUnderTest) {
  const { rwa_create, create_pending_user, remove_user_access } = (await sandbox.readLedger())
    .requests;
  return [rwa_create, create_pending_user, remove_user_access];
}

/** The message if the service does not know the assessment of row 2. */
const unknownAssessment = expect.stringMatching(
  /has no assessment \S+ of row 2 of hires\.csv, which this server recorded/,
) as unknown;

test('rwa serve check reports the token of another company as a problem', async () => {
  const { folder, sandbox, server, otherCompanyEnv } = await startAssessedServer();
  await server.stop();
  const check = (env: Readonly<Record<string, string>>) =>
    rwa(folder, ['serve', 'check', '--data', 'data'], env);
  const own = await check(toEnv(sandbox));
  expect([own.code, own.out]).toEqual([
    0,
    expect.stringMatching(/^ok +Company: the service has assessment/m),
  ]);
  const { code, out } = await check(otherCompanyEnv);
  expect([code, out]).toEqual([
    5,
    expect.stringMatching(/^problem +Company: .* has no assessment/m),
  ]);
  expect((await sandbox.readLedger()).assessments).toHaveLength(1);
});

test('a server with the token of another company sends no row, invitation or removal', async () => {
  const { folder, sandbox, server, otherCompanyEnv } = await startAssessedServer();
  await server.stop();
  const restarted = await serve(folder, otherCompanyEnv, ['--new-link']);
  const upload = await restarted.upload('more.csv', createSheet('E-1', 'E-2'));
  const failedRun = { state: 'failed', messages: [unknownAssessment] };
  expect(await run(restarted, upload.id)).toMatchObject(failedRun);
  const person = { first_name: 'A', last_name: 'B', email: 'a@b.example', staff_id: 'C-9' };
  const path = '/api/people/invitations';
  expect(await restarted.json('POST', path, { people: [person] })).toMatchObject({
    actions: [{ person: 'C-9', status: 'Not sent', message: unknownAssessment }],
  });
  const removal = { staff_ids: ['C-9'] };
  expect(await restarted.json('POST', '/api/people/removals', removal)).toMatchObject({
    actions: [{ action: 'remove', status: 'Not sent', message: unknownAssessment }, {}],
  });
  expect(await countRequests(sandbox)).toEqual([1, 0, 0]);
  expect(await restarted.json('GET', '/api/settings/check')).toMatchObject({
    findings: expect.arrayContaining([
      {
        check: 'Company',
        state: 'problem',
        message: expect.stringMatching(/has no assessment \S+ of row 2 of hires\.csv/) as unknown,
      },
    ]) as unknown,
  });
});

test('a server whose sheets were all uploaded with results detects the token of another company', async () => {
  const { sandbox, server, id, otherCompanyEnv } = await startAssessedServer();
  const { text: download } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  const folder = await folderWith();
  const secondServer = await serve(folder, toEnv(sandbox));
  const secondSheet = await secondServer.upload('hires.csv', download);
  expect(await run(secondServer, secondSheet.id)).toMatchObject({ state: 'ended' });
  await secondServer.stop();
  const restarted = await serve(folder, otherCompanyEnv, ['--new-link']);
  const upload = await restarted.upload('more.csv', createSheet('E-2'));
  const failedRun = { state: 'failed', messages: [unknownAssessment] };
  expect(await run(restarted, upload.id)).toMatchObject(failedRun);
  // The message advises this if the assessment was removed.
  await restarted.json('POST', `/api/sheets/${secondSheet.id}/rows/2/not-its-assessment`);
  expect(await run(restarted, upload.id)).toMatchObject({ state: 'ended' });
  expect(await countRequests(sandbox)).toEqual([2, 0, 0]);
});

test('a server can send rows again after a person has detached a removed assessment from its row', async () => {
  const { sandbox, server, id } = await startAssessedServer();
  await sandbox.control('POST reset');
  const upload = await server.upload('more.csv', createSheet('E-2'));
  expect(await run(server, upload.id)).toMatchObject({
    state: 'failed',
    messages: [unknownAssessment],
  });
  await server.json('POST', `/api/sheets/${id}/rows/2/not-its-assessment`);
  expect(await run(server, upload.id)).toMatchObject({ state: 'ended' });
  const sent = (await sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId);
  expect(sent).toEqual(['E-2']);
});

test('a server can send rows again after the sheet of a removed assessment was deleted', async () => {
  const { sandbox, server, id } = await startAssessedServer();
  await sandbox.control('POST reset');
  const upload = await server.upload('more.csv', createSheet('E-1', 'E-2'));
  expect(await run(server, upload.id)).toMatchObject({
    state: 'failed',
    messages: [unknownAssessment],
  });
  await server.json('DELETE', `/api/sheets/${id}`);
  await run(server, upload.id);
  const sent = (await sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId);
  expect(sent).toEqual(['E-2']);
});
