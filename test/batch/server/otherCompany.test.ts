import { expect, test } from 'vitest';
import type { Run } from '../../../batch/server/contract/shapes.js';
import { type SandboxUnderTest, testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { serve, type ServerUnderTest } from './serveUnderTest.js';

const createSheet = (...ids: readonly string[]) => [headings, ...ids.map(hireRow), ''].join('\r\n');

/** A server that has assessed E-1 in row 2 of hires.csv, and its environment with another token. */
async function assessed() {
  const [folder, sandbox] = [await folderWith(), await testSandbox()];
  const server = await serve(folder, toEnv(sandbox));
  const { id } = await server.upload('hires.csv', createSheet('E-1'));
  await run(server, id);
  const { tokens } = sandbox.sandbox;
  const other = { ...toEnv(sandbox), RWA_TOKEN: tokens[1] ?? '' };
  return { folder, sandbox, server, id, other };
}

async function run(server: ServerUnderTest, id: string): Promise<Run | undefined> {
  await server.start(id);
  return (await server.ended(id)).run;
}

async function requests(sandbox: SandboxUnderTest) {
  const { rwa_create, create_pending_user, remove_user_access } = (await sandbox.ledger()).requests;
  return [rwa_create, create_pending_user, remove_user_access];
}

const unknown = expect.stringMatching(
  /does not know assessment \S+ of row 2 of hires\.csv, which this server recorded/,
) as unknown;

test('a server with the token of another company sends neither a new sheet nor an invitation', async () => {
  const { folder, sandbox, server, other } = await assessed();
  await server.stop();
  const restarted = await serve(folder, other, ['--new-link']);
  const upload = await restarted.upload('more.csv', createSheet('E-1', 'E-2'));
  const stopped = { state: 'failed', messages: [unknown] };
  expect(await run(restarted, upload.id)).toMatchObject(stopped);
  const person = { first_name: 'A', last_name: 'B', email: 'a@b.example', staff_id: 'C-9' };
  const path = '/api/people/invitations';
  expect(await restarted.json('POST', path, { people: [person] })).toMatchObject({
    actions: [{ person: 'C-9', status: 'Not sent', message: unknown }],
  });
  const removal = { staff_ids: ['C-9'] };
  expect(await restarted.json('POST', '/api/people/removals', removal)).toMatchObject({
    actions: [{ action: 'remove', status: 'Not sent', message: unknown }, {}],
  });
  expect(await requests(sandbox)).toEqual([1, 0, 0]);
});

test('a server whose sheets were all uploaded with results notices the token of another company', async () => {
  const { sandbox, server, id, other } = await assessed();
  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  const folder = await folderWith();
  const second = await serve(folder, toEnv(sandbox));
  const shown = await second.upload('hires.csv', text);
  expect(await run(second, shown.id)).toMatchObject({ state: 'ended' });
  await second.stop();
  const restarted = await serve(folder, other, ['--new-link']);
  const upload = await restarted.upload('more.csv', createSheet('E-2'));
  const stopped = { state: 'failed', messages: [unknown] };
  expect(await run(restarted, upload.id)).toMatchObject(stopped);
  // The message advises this if the assessment was removed.
  await restarted.json('POST', `/api/sheets/${shown.id}/rows/2/not-its-assessment`);
  expect(await run(restarted, upload.id)).toMatchObject({ state: 'ended' });
  expect(await requests(sandbox)).toEqual([2, 0, 0]);
});

test('a server sends again after a removed assessment was detached from its row', async () => {
  const { sandbox, server, id } = await assessed();
  await sandbox.control('POST reset');
  const upload = await server.upload('more.csv', createSheet('E-2'));
  expect(await run(server, upload.id)).toMatchObject({ state: 'failed', messages: [unknown] });
  await server.json('POST', `/api/sheets/${id}/rows/2/not-its-assessment`);
  expect(await run(server, upload.id)).toMatchObject({ state: 'ended' });
  const sent = (await sandbox.ledger()).assessments.map(({ employeeId }) => employeeId);
  expect(sent).toEqual(['E-2']);
});

test('a server sends again once the sheet of a removed assessment is deleted', async () => {
  const { sandbox, server, id } = await assessed();
  await sandbox.control('POST reset');
  const upload = await server.upload('more.csv', createSheet('E-1', 'E-2'));
  expect(await run(server, upload.id)).toMatchObject({ state: 'failed', messages: [unknown] });
  await server.json('DELETE', `/api/sheets/${id}`);
  await run(server, upload.id);
  const sent = (await sandbox.ledger()).assessments.map(({ employeeId }) => employeeId);
  expect(sent).toEqual(['E-2']);
});
