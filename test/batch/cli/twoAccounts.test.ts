import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ageJournals } from '../../ageRequests.mjs';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { cannotRun } from '../../skips.js';
import { prepareRwaForAll, findTemporaryFolder } from '../otherAccounts.js';
import {
  type CommandResult,
  waitForEnd,
  type Environment,
  toEnv,
  folderWith,
} from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const [schedule, hr, group] = ['a', 'b', 'g'].map((name) => `rwa-${name}-${process.pid}`) as [
  string,
  string,
  string,
];

const hasAccounts = process.getuid?.() === 0 && createAccounts();

/** Creates two accounts in one group. Returns false if this process lacks the rights or the programs. */
function createAccounts(): boolean {
  try {
    execFileSync('groupadd', ['--system', group], { stdio: 'ignore' });
    for (const name of [schedule, hr]) {
      execFileSync('useradd', ['--system', '--user-group', '--groups', group, name], {
        stdio: 'ignore',
      });
    }
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  if (!hasAccounts) return;
  for (const name of [schedule, hr]) execFileSync('userdel', [name], { stdio: 'ignore' });
  execFileSync('groupdel', [group], { stdio: 'ignore' });
});

const readUid = (name: string) => Number(execFileSync('id', ['-u', name]));
const readGroupId = () => Number(execFileSync('getent', ['group', group]).toString().split(':')[2]);

function runAs(
  account: string,
  folder: string,
  args: readonly string[],
  env: Environment = {},
  umask = '077',
): Promise<CommandResult> {
  const shell = ['sh', '-c', `umask ${umask}; exec "$0" "$@"`, ...prepareRwaForAll(), ...args];
  const { PATH = '' } = process.env;
  const child = spawn('runuser', ['-u', account, '--', ...shell], {
    cwd: folder,
    env: { PATH, TMPDIR: findTemporaryFolder(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return waitForEnd(child);
}

/** Creates a folder and a sheet for the group, as in docs/two-accounts.md. */
async function createSharedFolder(skip: (why: string) => never): Promise<string> {
  if (!hasAccounts) cannotRun(skip, 'Tests with two accounts need root and useradd.');
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) }, findTemporaryFolder());
  const sheet = join(folder, 'hires.csv');
  for (const path of [folder, sheet]) chownSync(path, readUid(schedule), readGroupId());
  chmodSync(sheet, 0o660);
  chmodSync(folder, 0o2770);
  return folder;
}

test.for(['000', '077'])(
  'two accounts in one group can use one sheet in turn (umask %s)',
  async (umask, { skip }) => {
    const folder = await createSharedFolder(skip);
    const sandbox = await startTestSandbox();
    const run = (account: string, ...args: string[]) =>
      runAs(account, folder, args, toEnv(sandbox), umask);
    const assess = ['assess', 'hires.csv', '--concurrency', '1', ...quick];
    const fault = { operation: 'rwa_create', fault: 'reset-before-commit', times: 1 };
    await sandbox.control('POST faults', fault);

    expect(await run(schedule, ...assess)).toMatchObject({ code: 4 });
    expect(await run(hr, 'status', 'hires.csv', '--exit-code')).toMatchObject({ code: 4 });
    ageJournals(folder);
    const settle = ['resolve', 'hires.csv', '--row', '2', '--send-again'];
    expect(await run(hr, ...settle)).toMatchObject({ code: 0 });
    expect(await run(schedule, ...assess)).toMatchObject({ code: 0 });
    expect(await run(hr, ...assess)).toMatchObject({ code: 0 });
    expect(await run(hr, 'report', 'hires.csv')).toMatchObject({ code: 0 });
    expect(await run(schedule, 'report', 'hires.csv')).toMatchObject({ code: 0 });
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(3);

    const gid = readGroupId();
    for (const name of readdirSync(folder)) {
      const stats = statSync(join(folder, name));
      expect([stats.gid, (stats.mode & 0o777).toString(8)], name).toEqual([gid, '660']);
    }
  },
);

test('an error about a journal without access names the owner of the journal', async ({ skip }) => {
  const folder = await createSharedFolder(skip);
  const env = toEnv(await startTestSandbox());
  await runAs(schedule, folder, ['assess', 'hires.csv', ...quick], env);
  // An administrator may have set this mode.
  chmodSync(join(folder, 'hires.csv.rwa-journal.jsonl'), 0o600);
  for (const args of [
    ['status', 'hires.csv'],
    ['assess', 'hires.csv', ...quick],
  ]) {
    const { code, err } = await runAs(hr, folder, args, env);
    expect(code).toBe(5);
    expect(err).toContain(
      `hires.csv.rwa-journal.jsonl belongs to ${schedule} (group ${group}, mode 600), and this program runs as ${hr}.`,
    );
    expect(err).toContain('let the group read and write (chmod g+rw)');
  }
});

test('an account that may only read the journal cannot forget a person', async ({ skip }) => {
  const folder = await createSharedFolder(skip);
  const env = toEnv(await startTestSandbox());
  await runAs(schedule, folder, ['assess', 'hires.csv', ...quick], env);
  const journal = join(folder, 'hires.csv.rwa-journal.jsonl');
  chmodSync(journal, 0o640);
  const before = readdirSync(folder);
  const { code, err } = await runAs(hr, folder, ['forget', 'hires.csv', '--row', '2', '--yes']);
  expect([code, err]).toEqual([5, expect.stringContaining('cannot be written')]);
  expect(statSync(journal).uid).toBe(readUid(schedule));
  expect(readdirSync(folder)).toEqual(before);
});

test('an error about a token file or log without access names the owner of the file', async ({
  skip,
}) => {
  const folder = await createSharedFolder(skip);
  const { RWA_BASE_URL = '' } = toEnv(await startTestSandbox());
  for (const name of ['token', 'rwa.log']) {
    await writeFile(join(folder, name), 'a-company-token', { mode: 0o600 });
    chownSync(join(folder, name), readUid(hr), readGroupId());
  }
  const assess = ['assess', 'hires.csv', ...quick];
  const run = (...args: string[]) =>
    runAs(schedule, folder, [...assess, ...args], { RWA_BASE_URL });
  const ownerText = `belongs to ${hr} (group ${group}, mode 600), and this program runs as ${schedule}.`;

  const token = await run('--token-file', 'token');
  expect(token.code).toBe(2);
  expect(token.err).toContain(
    `This account may not read the token file token. token ${ownerText} Give the file to`,
  );
  expect(token.raw.err).toContain('(chmod 600). Exit code 2.');
  const log = await run('--log', 'rwa.log');
  expect(log.code).toBe(5);
  expect(log.err).toContain(`rwa.log ${ownerText} Put both accounts into one group`);
});

test('in a sticky folder, a run by an account that does not own the sheet is refused', async ({
  skip,
}) => {
  const folder = await createSharedFolder(skip);
  chmodSync(folder, 0o3770);
  const env = toEnv(await startTestSandbox());
  const { code, err } = await runAs(hr, folder, ['assess', 'hires.csv', ...quick], env);
  expect(code).toBe(2);
  expect(err).toContain('is sticky (mode 3770), so only the owner of a file');
  expect(err).toContain('Run chmod -t on the folder');
  expect(err).not.toContain('Put both accounts into one group');
  expect(statSync(join(folder, 'hires.csv')).nlink).toBe(1);
  expect(readdirSync(folder).filter((name) => name.includes('.backup-'))).toEqual([]);
});
