import { chmodSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import type { ServerCheckResult } from '../../../../batch/server/contract/shapes.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { ServerCheck } from '../../../../batch/server/settings/serverCheck.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { folderWith, toEnv } from '../../cli/rwaUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';
import { dataFolder, serve } from '../serveUnderTest.js';

const path = '/api/settings/check';

function createConnection(url: string) {
  const read = readBaseUrl(url);
  if (!read.ok) throw new Error(read.message);
  return { baseUrl: read.baseUrl, token: 'token' };
}

async function testStore() {
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  return store;
}

it('the check of a healthy server finds no problem, changes nothing, and lists the operations that it does not check', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith();
  const server = await serve(folder, toEnv(service));
  const before = readdirSync(dataFolder(folder));
  const { commits, assessments, staff } = await service.readLedger();
  const { findings } = await server.json<ServerCheckResult>('GET', path);
  const isOk = ({ state }: (typeof findings)[number]) => state === 'ok';
  expect(findings.filter(isOk).map(({ check }) => check)).toEqual(
    [
      ['Versions', 'Certificates', 'Base URL', 'Proxy', 'Host name', 'Service', 'Token', 'Clock'],
      ['Folder', 'Disk', 'Database'],
    ].flat(),
  );
  expect(findings.filter((finding) => !isOk(finding))).toEqual([
    {
      check: 'Token',
      state: 'unknown',
      message: expect.stringMatching(/^not checked: rwa_create and create_pending_user/) as string,
    },
  ]);
  const after = await service.readLedger();
  expect(after.requests).toMatchObject({ rwa_create: 0, create_pending_user: 0, rwa_retrieve: 1 });
  expect(after).toMatchObject({ commits, assessments, staff });
  expect(readdirSync(dataFolder(folder))).toEqual(before);
});

it('the check reports a refused token, with advice about the token of this server', async () => {
  const service = await startTestSandbox();
  const server = await serve(await folderWith(), { ...toEnv(service), RWA_TOKEN: 'wrong' });
  const { findings } = await server.json<ServerCheckResult>('GET', path);
  expect(findings).toContainEqual({
    check: 'Token',
    state: 'problem',
    message: expect.stringMatching(
      /Check the company token that this server was started with/,
    ) as string,
  });
});

it('the check ends at its time limit if the service is silent, and two callers share one check', async () => {
  let requests = 0;
  const silentService = createServer(() => requests++);
  await new Promise<void>((resolve) => silentService.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silentService.closeAllConnections();
    silentService.close();
  });
  const { port } = silentService.address() as AddressInfo;
  const connection = createConnection(`http://127.0.0.1:${port}/wf`);
  const limits = { limitMs: 500, requestTimeoutMs: 60_000 };
  const check = new ServerCheck(connection, await testStore(), limits);
  const [firstResult, secondResult] = await Promise.all([check.run(), check.run()]);
  expect(firstResult).toBe(secondResult);
  expect(firstResult.at(-1)).toEqual({ code: 'unfinished', state: 'warning', limitMs: 500 });
  expect(requests).toBe(1);
});

it('the check warns about a data folder that others can open, and reports a missing folder as a problem', async () => {
  const store = await testStore();
  const connection = createConnection('http://127.0.0.1:1/wf');
  const check = (folder: string) => new ServerCheck(connection, { ...store, folder }).run();
  chmodSync(store.folder, 0o755);
  expect(await check(store.folder)).toContainEqual({
    code: 'folderOpenToOthers',
    state: 'warning',
    folder: store.folder,
  });
  const missingFolder = `${store.folder}/gone`;
  expect(await check(missingFolder)).toContainEqual(
    expect.objectContaining({ code: 'folderUnusable', state: 'problem', folder: missingFolder }),
  );
});
