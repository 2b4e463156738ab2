import { execFile } from 'node:child_process';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const run = promisify(execFile);
const quick = ['--yes', '--poll-interval', '50ms'];

/** Lists the files in a folder that users other than the owner may open, with their modes. */
async function listFilesOpenToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const modes = await Promise.all(
    names.map(async (name) => {
      const mode = (await stat(join(folder, name))).mode & 0o777;
      return (mode & 0o077) === 0 ? [] : [`${name} ${mode.toString(8)}`];
    }),
  );
  return modes.flat();
}

async function createPrivateSheet(): Promise<string> {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await chmod(join(folder, 'hires.csv'), 0o600);
  return folder;
}

test('files that are created from a private sheet are private', async () => {
  const sandbox = await startTestSandbox();
  const folder = await createPrivateSheet();
  // Other users can read the earlier report.
  await writeFile(join(folder, 'risks.html'), '<meta name="rwa-sheet" content="hires.csv" />', {
    mode: 0o644,
  });
  const report = ['--report', 'risks.html'];
  for (const args of [[...report, '--output', 'scored.csv'], report]) {
    const result = await rwa(folder, ['assess', 'hires.csv', ...quick, ...args], toEnv(sandbox));
    expect(result.code).toBe(0);
  }
  expect((await rwa(folder, ['report', 'hires.csv'])).code).toBe(0);
  const names = await readdir(folder);
  expect(names.filter((name) => /^hires.*[.]csv$/.test(name))).toHaveLength(2);
  expect(names).toEqual(expect.arrayContaining(['scored.csv', 'hires.report.html']));
  expect(await listFilesOpenToOthers(folder)).toEqual([]);
});

test('the copy and data of a sandbox run have the permissions of the sheet', async () => {
  const folder = await createPrivateSheet();
  const database = 'hires.csv.rwa-sandbox.sqlite';
  await writeFile(join(folder, database), '', { mode: 0o644 });
  const { code } = await rwa(folder, ['assess', 'hires.csv', '--sandbox', ...quick]);
  expect(code).toBe(0);
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining(['hires.sandbox.csv', database]));
  expect(await listFilesOpenToOthers(folder)).toEqual([]);
});

test('a token file that others can read causes a warning, and the run continues', async () => {
  const sandbox = await startTestSandbox();
  const { RWA_TOKEN = '', ...env } = toEnv(sandbox);
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), token: RWA_TOKEN });
  const args = ['assess', 'hires.csv', '--token-file', 'token', ...quick];
  await chmod(join(folder, 'token'), 0o644);
  const open = await rwa(folder, args, env);
  expect(open.code).toBe(0);
  expect(open.err.match(/The token file token can be read by other users/g)).toHaveLength(1);
  await chmod(join(folder, 'token'), 0o600);
  expect((await rwa(folder, args, env)).err).not.toContain('token file');
});

test('pipes and other special files are refused as a sheet, a journal or a report', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  await run('mkfifo', [join(folder, 'pipe.csv')]);
  const server = createServer().listen(join(folder, 'socket.csv'));
  onTestFinished(() => {
    server.close();
  });
  const calls: [string[], string][] = [
    [['check', 'pipe.csv'], 'pipe.csv is a named pipe'],
    [['assess', 'socket.csv', ...quick], 'socket.csv is a socket'],
    [['status', 'hires.csv', '--journal', 'pipe.csv'], 'pipe.csv is a named pipe'],
    [['assess', 'hires.csv', '--journal', 'pipe.csv', ...quick], 'pipe.csv is a named pipe'],
    [['assess', 'hires.csv', '--journal', '/dev/null', ...quick], '/dev/null is a device'],
    [['assess', '/dev/null', ...quick], '/dev/null is a device'],
    [['report', 'hires.csv', '--output', 'pipe.html'], 'pipe.html is a named pipe'],
  ];
  await run('mkfifo', [join(folder, 'pipe.html')]);
  for (const [args, refusal] of calls) {
    const { code, err } = await rwa(folder, args, toEnv(sandbox));
    expect([code, err], args.join(' ')).toEqual([2, expect.stringContaining(refusal)]);
  }
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});
