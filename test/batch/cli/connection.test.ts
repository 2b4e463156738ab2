import { createServer as createTcpServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, type Environment, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, trip } from './sheets.js';

const secret = 'a-token-that-nobody-may-read';
const url = 'https://rwa.example/version-test/api/1.1/wf';
const sheet = toCsv([trip]);

/** Runs assess, and checks that it is refused and changes no file. Returns standard error. */
async function expectRefused(
  env: Environment,
  args: readonly string[] = [],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  exitCode = 2,
): Promise<string> {
  const folder = await folderWith({ 'hires.csv': sheet, ...files });
  const before = await readFiles(folder);
  const assess = ['assess', 'hires.csv', '--yes', ...args];
  const { code, out, err, raw } = await rwa(folder, assess, env);
  expect([code, out]).toEqual([exitCode, '']);
  expect(await readFiles(folder)).toEqual(before);
  expect(raw.err).toMatch(/^\S+Z rwa assess hires.csv begins[.]\n\S+Z rwa: .*\n$/s);
  expect(raw.err).toMatch(
    new RegExp(`\\n\\S+Z rwa assess hires.csv did not begin[.] .* Exit code ${exitCode}[.]\\n$`),
  );
  expect(err).not.toContain(secret);
  expect(err).not.toMatch(/\n +at /);
  return err;
}

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    onTestFinished(() => {
      server.close();
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(
        `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/version-test/api/1.1/wf`,
      );
    });
  });

test('a blank token is refused', async () => {
  expect(await expectRefused({ RWA_BASE_URL: url, RWA_TOKEN: ' \n' })).toContain(
    'No company token. Put it in a file that only you can read and add --token-file FILE (or set RWA_TOKEN).',
  );
});

test('a token that was given as the name of the token file is not printed', async () => {
  const err = await expectRefused({ RWA_BASE_URL: url }, ['--token-file', secret]);
  expect(err).toContain('never the token itself');
});

test('a token file may contain a line end, a byte order mark and spaces', async () => {
  const service = await startTestSandbox();
  const [token = ''] = service.sandbox.tokens;
  for (const text of [`${token}\n`, `\uFEFF${token}\r\n`, `  ${token}  `]) {
    const folder = await folderWith({ 'hires.csv': sheet, 'token.txt': text });
    const args = ['assess', 'hires.csv', '--yes', '--token-file', 'token.txt'];
    const { code } = await rwa(folder, [...args, '--base-url', service.sandbox.baseUrl], {
      RWA_TOKEN: 'of another company',
    });
    expect(code, text).toBe(0);
  }
});

test.each([
  [
    'with two lines',
    `${secret}\n${secret}\n`,
    'The token file token.txt contains more than one token',
  ],
  ['in UTF-16', Buffer.from(`\uFEFF${secret}`, 'utf16le'), 'The token file token.txt contains'],
])('a token file %s is refused', async (_, content, message) => {
  const args = ['--token-file', 'token.txt'];
  expect(await expectRefused({ RWA_BASE_URL: url }, args, { 'token.txt': content })).toContain(
    message,
  );
});

test.each([
  ['http to a public host', 'http://rwa.example/wf', 'Use https://rwa.example/wf.'],
  ['no scheme', 'rwa.example', 'The base URL cannot be used.'],
  ['a user name', 'https://me:pw@rwa.example/wf', 'without user name'],
])('a base URL with %s is refused', async (_, baseUrl, message) => {
  expect(await expectRefused({ RWA_TOKEN: secret, RWA_BASE_URL: baseUrl })).toContain(message);
});

test('a server that never answers is reported', async () => {
  const baseUrl = await listen(createTcpServer());
  const env = { RWA_TOKEN: secret, RWA_BASE_URL: baseUrl };
  const err = await expectRefused(env, ['--request-timeout', '200ms'], {}, 5);
  expect(err).toContain('timed out after 0.2 s');
});
