import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readOpenIdSettings } from '../../../../batch/server/access/openIdSettings.js';
import { folderWith, start } from '../../cli/rwaUnderTest.js';
import { testFolder } from '../../testFolder.js';

function createNamedPipe(): string {
  const path = join(testFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

const openId = ['--openid-issuer', 'https://id.example.com', '--openid-client-id', 'rwa'];
const certificate = ['--host', '0.0.0.0', '--tls-cert'];

test.each([
  ['--tls-cert', certificate, ['--tls-key', 'key.pem']],
  ['--openid-client-secret-file', [...openId, '--openid-client-secret-file'], []],
])('SIGTERM ends a server that waits for a named pipe given with %s', async (_, before, after) => {
  const pipe = createNamedPipe();
  const args = ['serve', '--sandbox', '--port', '0', ...before, pipe, ...after];
  const server = start(await folderWith(), args);
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.ended;
  });
  // Opening the pipe for writing without blocking succeeds only after the server has opened it for reading.
  const openWriter = () => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  let writer = await openWriter().catch(() => undefined);
  await expect
    .poll(async () => (writer ??= await openWriter().catch(() => undefined)))
    .toBeDefined();
  server.kill('SIGTERM');
  const ended = await Promise.race([
    server.ended,
    new Promise((resolve) => setTimeout(resolve, 60_000, 'it hangs')),
  ]);
  await writer?.close();
  expect(ended).toMatchObject({ code: 130 });
});

test('the client secret is read from a named pipe', async () => {
  const clientSecretFile = createNamedPipe();
  const issuer = 'https://id.example.com';
  const options = { issuer, clientId: 'rwa', roles: 'hr=editor', clientSecretFile };
  const settings = readOpenIdSettings(options, {});
  await writeFile(clientSecretFile, 'a-secret\n');
  expect(await settings).toMatchObject({ clientSecret: 'a-secret' });
});
