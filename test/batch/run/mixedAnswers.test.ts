import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxOfTest, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { invite } from '../../../batch/operations/invite.js';
import { folderOfTest } from '../folderOfTest.js';
import { member, writeSheet } from '../operations/sheetsOfTest.js';
import { filesOf } from '../../../batch/journal/files.js';
import { employees, factsOf, runOn, sheetOf } from './runOfTest.js';

/** A proxy that gives each sending the answer to the one before. */
async function proxyOf({ sandbox }: SandboxUnderTest, operation: string) {
  let before: string | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { origin } = new URL(sandbox.baseUrl);
      const answer = await fetch(origin + (request.url ?? ''), {
        method: 'POST',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': 'application/json',
        },
        body: Buffer.concat(chunks).toString(),
      });
      const body = await answer.text();
      const isMeant = request.url?.endsWith(operation) === true;
      response.end(isMeant ? (before ?? body) : body);
      if (isMeant) before = body;
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { pathname } = new URL(sandbox.baseUrl);
  return { baseUrl: `http://127.0.0.1:${port}${pathname}`, tokens: sandbox.tokens };
}

test('no row keeps the id of another one, and both rows are named', async () => {
  const service = await sandboxOfTest();
  const path = sheetOf(folderOfTest(), employees(4));
  const proxy = await proxyOf(service, 'rwa_create');
  const { summary, reports } = await runOn(path, proxy, { concurrency: 1 });
  expect(summary).toMatchObject({ exitCode: 4, counts: { Scored: 1, Unconfirmed: 3 } });
  expect(reports[1]?.message).toMatch(
    /The answer for row 3 has the id \S+, which row 2 has already/,
  );
  expect(reports[2]?.message).toMatch(/The assessment \S+ is of another employee/);
  const scored = factsOf(path).filter(({ fact }) => fact === 'scored');
  expect(scored).toHaveLength(1);
  await runOn(path, proxy);
  expect((await service.ledger()).commits.rwa_create).toBe(4);
});

test('nobody has the account of somebody else', async () => {
  const service = await sandboxOfTest();
  const path = writeSheet(folderOfTest(), [member('S-1'), member('S-2')]);
  const proxy = await proxyOf(service, 'create_pending_user');
  const { reports } = await runOn(path, proxy, {
    operation: invite,
    concurrency: 1,
    files: filesOf(path, { command: 'invite' }),
  });
  expect(reports.map(({ status }) => status)).toEqual(['Invited', 'Unconfirmed']);
  expect(reports[1]?.message).toMatch(/The answer for row 3 has the id \S+, which row 2 has/);
});
