import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { command, readFiles, type CommandResult, toEnv, folderWith } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const sheet = toCsv(people(60));

async function runWithFileLimit(
  openFiles: number,
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Omit<CommandResult, 'raw'>> {
  const script = `ulimit -n ${openFiles}; exec "$@"`;
  const all = ['-c', script, 'bash', process.execPath, command, ...args];
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } };
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', all, options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

const assessArgs = (...more: string[]) => ['assess', 'hires.csv', '--yes', ...more];

test.skipIf(process.platform === 'win32')(
  'a concurrency that needs more open files than allowed is refused, and following the advice works',
  async () => {
    const sandbox = await startTestSandbox({ latencyMs: 50 });
    const folder = await folderWith({ 'hires.csv': sheet });
    const before = await readFiles(folder);
    const refused = await runWithFileLimit(
      64,
      folder,
      assessArgs('--concurrency', '100'),
      toEnv(sandbox),
    );
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /^\S+Z rwa: --concurrency 100 needs \d{3} open files, but this process may have only 64\. Lower --concurrency to \d+, or raise the limit: ulimit -n 256\. Nothing was sent\.$/m,
    );
    expect(await readFiles(folder)).toEqual(before);
    expect((await sandbox.readLedger()).requests).toMatchObject({ rwa_create: 0, rwa_retrieve: 0 });

    const [, maxConcurrency = ''] =
      /--concurrency to (\d+)/.exec(refused.err.replaceAll(/\s+/g, ' ')) ?? [];
    const lowered = await runWithFileLimit(
      64,
      folder,
      assessArgs('--concurrency', maxConcurrency),
      toEnv(sandbox),
    );
    expect(lowered.code, lowered.err).toBe(0);
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(60);

    const [, sufficientLimit = ''] = /ulimit -n (\d+)/.exec(refused.err) ?? [];
    const other = await folderWith({ 'hires.csv': sheet });
    const sameOptions = assessArgs('--concurrency', '100');
    const { code } = await runWithFileLimit(
      Number(sufficientLimit),
      other,
      sameOptions,
      toEnv(sandbox),
    );
    expect(code).toBe(0);
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(120);
  },
);

test.skipIf(process.platform === 'win32')(
  'a sandbox run needs two open files for each request',
  async () => {
    const folder = await folderWith({ 'hires.csv': sheet });
    const args = assessArgs('--sandbox', '--concurrency', '100');
    const { code, err } = await runWithFileLimit(192, folder, args, {});
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/needs 2\d\d open files.*ulimit -n 256\./);
  },
);

test.skipIf(process.platform === 'win32')(
  'if even one request needs too many files, the advice is to raise the limit',
  async () => {
    const sandbox = await startTestSandbox();
    const folder = await folderWith({ 'hires.csv': sheet });
    const { code, err } = await runWithFileLimit(40, folder, assessArgs(), toEnv(sandbox));
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(
      'may have only 40. Raise the limit: ulimit -n 64.',
    );
    expect(await runWithFileLimit(64, folder, assessArgs(), toEnv(sandbox))).toMatchObject({
      code: 0,
    });
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(60);
  },
);

test.skipIf(process.platform === 'win32')(
  'a request whose connection exceeds the limit of open files counts as not sent',
  async () => {
    const sandbox = await startTestSandbox({ latencyMs: 50 });
    const library = command.replace(/bin\/rwa\.js$/, 'dist/index.js');
    // The library checks no limit, and opens up to 100 connections.
    const script = `
      const { createClient } = await import(process.env.LIBRARY);
      const { RWA_BASE_URL: baseUrl, RWA_TOKEN: token } = process.env;
      const client = createClient({ baseUrl, token, maxAttempts: 1 });
      const retrieved = await Promise.all(
        Array.from({ length: 100 }, () => client.retrieveRiskResult('nowhere')),
      );
      console.log(JSON.stringify(retrieved.map(({ failure }) => [failure.code, failure.message])));
      await client.close();`;
    const { stdout } = await promisify(execFile)(
      'bash',
      [
        '-c',
        'ulimit -n 64; exec "$@"',
        'bash',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
      ],
      { env: { PATH: process.env.PATH ?? '', LIBRARY: library, ...toEnv(sandbox) } },
    );
    const failures = JSON.parse(stdout) as [string, string][];
    const answered = failures.filter(([code]) => code === 'not_found');
    const unsent = failures.filter(([code]) => code === 'not_sent');
    expect(answered.length + unsent.length).toBe(100);
    expect(unsent.length).toBeGreaterThan(0);
    for (const [, message] of unsent) {
      expect(message).toMatch(/: too many files are open$/);
    }
    expect((await sandbox.readLedger()).requests.rwa_retrieve).toBe(answered.length);
  },
);
