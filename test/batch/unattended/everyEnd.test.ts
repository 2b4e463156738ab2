import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { appendFile, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodeHelp, exitCodes } from '../../../batch/cli/output/exitCodes.js';
import { thisProcess } from '../../../batch/engine/journal/lockHolder.js';
import { startAnswerGate } from '../../http/answerGate.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { cannotRun } from '../../skips.js';
import {
  command,
  type CommandResult,
  waitForEnd,
  toEnv,
  type Environment,
  folderWith,
  rwa,
  start,
} from '../cli/rwaUnderTest.js';
import { toCsv, people, trip } from '../cli/sheets.js';
import { prepareRwaForAll, findTemporaryFolder } from '../otherAccounts.js';
import { type TinyDisk, createTinyDisk } from '../tinyDisk.js';

const getDisk = createTinyDisk();
const nobodyId = 65_534;
const isRoot = process.getuid?.() === 0;

interface TestSetup {
  readonly folder: string;
  readonly sandbox: SandboxUnderTest;
  readonly env: Environment;
  readonly skip: (why: string) => never;
  /** Runs `rwa assess` with an --on-finish command that saves the notice. */
  readonly assess: (options?: RunOptions) => Promise<CommandResult>;
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: Environment;
  readonly sheet?: string;
  /** A redirection for the shell that starts the command. */
  readonly redirect?: string;
  readonly uid?: number;
}

const saveNoticeArgs = ['--on-finish', 'cat > notice.json'];
const quickArgs = ['--yes', '--poll-interval', '50ms'];
const journal = 'hires.csv.rwa-journal.jsonl';

async function createSetup(skip: TestSetup['skip']): Promise<TestSetup> {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) }, findTemporaryFolder());
  const env = toEnv(sandbox);
  const assess = ({ args = quickArgs, sheet = 'hires.csv', ...options }: RunOptions = {}) =>
    runInShell(
      folder,
      ['assess', sheet, ...args, ...saveNoticeArgs],
      { ...env, ...options.env },
      options,
    );
  return { folder, sandbox, env, skip, assess };
}

/** Runs the real command like a schedule: in a shell, possibly as another account. */
function runInShell(
  folder: string,
  args: readonly string[],
  env: Environment,
  { redirect = '', uid }: RunOptions,
): Promise<CommandResult> {
  const { PATH = '' } = process.env;
  const rwa = uid === undefined ? [process.execPath, command] : prepareRwaForAll();
  const child = spawn('sh', ['-c', `exec "$0" "$@" ${redirect}`, ...rwa, ...args], {
    cwd: folder,
    env: { PATH, TMPDIR: findTemporaryFolder(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
  });
  return waitForEnd(child);
}

const readNotice = async (folder: string): Promise<Record<string, unknown> | undefined> => {
  const text = await readFile(join(folder, 'notice.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
};

/** Assesses a sheet with an employee whose ID decides the outcome in the sandbox. */
async function assessWithPerson(
  id: string,
  { folder, assess }: TestSetup,
  args = quickArgs,
): Promise<CommandResult> {
  await writeFile(join(folder, 'hires.csv'), toCsv([trip, { ...trip, 'Employee ID': id }]));
  return assess({ args });
}

/** Runs `rwa assess`, and calls `action` while the answers to an operation are held back. */
async function actDuringRequest(
  { sandbox, assess }: TestSetup,
  operation: 'rwa_create' | 'rwa_retrieve',
  action: () => Promise<void> | void,
  options: RunOptions = {},
): Promise<CommandResult> {
  const gate = await startAnswerGate(sandbox, operation);
  const ended = assess({ ...options, env: gate.env });
  await gate.waitForHeld(1);
  await action();
  await gate.open();
  return ended;
}

function fillUp(path: string): void {
  try {
    for (;;) appendFileSync(path, '.');
  } catch {}
}

/** Deletes all files on the tiny disk, and writes a sheet onto the disk. */
async function prepareTinyDisk({ skip }: TestSetup): Promise<{ disk: TinyDisk; sheet: string }> {
  const disk = getDisk(skip);
  for (const name of await readdir(disk.folder)) await rm(join(disk.folder, name));
  const sheet = join(disk.folder, 'hires.csv');
  await writeFile(sheet, toCsv(people(2)));
  return { disk, sheet };
}

const createLock = (holder: object) => JSON.stringify({ ...thisProcess, id: 'x', ...holder });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

type Cause = readonly [
  end: keyof typeof exitCodes,
  cause: string,
  run: (setup: TestSetup) => Promise<CommandResult>,
  message?: string | RegExp,
];

const causes: readonly Cause[] = [
  ['done', 'all rows are scored', ({ assess }) => assess()],
  ['usage', 'the sheet is missing', ({ assess }) => assess({ sheet: 'none.csv' }), 'none.csv'],
  [
    'usage',
    'the token is missing',
    ({ assess }) => assess({ env: { RWA_TOKEN: '' } }),
    'No company token.',
  ],
  ['usage', 'nobody can be asked', ({ assess }) => assess({ args: [] }), 'Add --yes.'],
  [
    'usage',
    'the webhook cannot be used',
    ({ assess }) => assess({ env: { RWA_WEBHOOK: 'http://hooks.example.com/secret-of-it' } }),
    'RWA_WEBHOOK uses http',
  ],
  ['someFailed', 'a row is rejected', (setup) => assessWithPerson('SANDBOX-REJECTED', setup)],
  ['unconfirmed', 'an answer is lost', (setup) => assessWithPerson('SANDBOX-LOST-ANSWER', setup)],
  [
    'stopped',
    'the first request is refused for its token',
    ({ assess }) => assess({ env: { RWA_TOKEN: 'withdrawn-token' } }),
    'The service refused the company token',
  ],
  [
    'stopped',
    'the service is unavailable',
    async ({ assess }) => assess({ env: { RWA_BASE_URL: await findUnusedAddress() } }),
    'connection refused',
  ],
  [
    'stopped',
    'the disk has no space for the lock',
    async (setup) => {
      const { disk, sheet } = await prepareTinyDisk(setup);
      disk.fill();
      return setup.assess({ sheet });
    },
    'ENOSPC',
  ],
  [
    'stopped',
    'the disk has no space for the journal',
    async (setup) => {
      const { disk } = await prepareTinyDisk(setup);
      const args = [...quickArgs, '--journal', join(disk.folder, 'journal.jsonl')];
      // During this request, the lock exists, but the journal does not exist yet.
      return actDuringRequest(setup, 'rwa_retrieve', disk.fill, { args });
    },
    'ENOSPC',
  ],
  [
    'stopped',
    'a lock is more than a day old',
    async ({ folder, assess }) => {
      await writeFile(join(folder, `${journal}.lock`), createLock({ since: daysAgo(2) }));
      return assess();
    },
    'has been using this sheet since',
  ],
  [
    'usage',
    'the account may not write the sheet',
    async ({ folder, assess, skip }) => {
      if (!isRoot) cannotRun(skip, 'Tests with another account need root.');
      await chown(folder, nobodyId, nobodyId);
      return assess({ uid: nobodyId });
    },
    'hires.csv could not be written',
  ],
  [
    'stopped',
    'a lock cannot be read',
    async ({ folder, assess }) => {
      await mkdir(join(folder, `${journal}.lock`));
      return assess();
    },
    'If you are certain that no run is active, delete',
  ],
  [
    'stopped',
    'the journal cannot be read',
    async ({ folder, assess, skip }) => {
      if (!isRoot) cannotRun(skip, 'Tests with another account need root.');
      await writeFile(join(folder, journal), '', { mode: 0o600 });
      await chown(folder, nobodyId, nobodyId);
      return assess({ uid: nobodyId });
    },
    'cannot be read',
  ],
  [
    'stopped',
    'the journal is damaged',
    async ({ folder, assess }) => {
      await assess();
      await appendFile(join(folder, journal), 'nonsense\n{}\n');
      return assess();
    },
    'is damaged',
  ],
  [
    'stopped',
    'the log cannot be written to standard error',
    ({ assess }) => assess({ redirect: '2> /dev/full' }),
    'could not write to standard error',
  ],
  [
    'stopped',
    'neither the output nor the log can be written',
    ({ assess }) => assess({ redirect: '> /dev/full 2>&1' }),
    'could not write to standard',
  ],
  [
    'stopped',
    'the disk of the log becomes full during the run, and the sheet still gets its results',
    async (setup) => {
      const { disk } = await prepareTinyDisk(setup);
      const log = join(disk.folder, 'rwa.log');
      const fill = () => {
        disk.fill();
        // The last page of the log file still has free space.
        fillUp(log);
      };
      const redirect = `>> '${log}' 2>&1`;
      const ended = await actDuringRequest(setup, 'rwa_create', fill, { redirect });
      expect(await readFile(join(setup.folder, 'hires.csv'), 'utf8')).toContain('Scored');
      return ended;
    },
    'could not write to standard',
  ],
  [
    'stopped',
    'more rows are new than --max-new allows',
    ({ assess }) => assess({ args: [...quickArgs, '--max-new', '1'] }),
    '--max-new allows 1',
  ],
  [
    'checked',
    'nothing may be sent',
    ({ assess }) => assess({ args: [...quickArgs, '--max-new', '0'] }),
    '--max-new allows 0',
  ],
  [
    'stopped',
    'nothing may be sent, and the token is refused',
    ({ assess }) =>
      assess({ args: [...quickArgs, '--max-new', '0'], env: { RWA_TOKEN: 'withdrawn-token' } }),
    'refused the company token',
  ],
  [
    'notInPlace',
    'the sheet is open in a spreadsheet program',
    async ({ folder, assess }) => {
      await writeFile(join(folder, '~$hires.csv'), '');
      return assess();
    },
    'is open in a spreadsheet program',
  ],
  [
    'notInPlace',
    'the sheet is edited during the run',
    (setup) =>
      actDuringRequest(setup, 'rwa_create', () =>
        appendFile(join(setup.folder, 'hires.csv'), '\r\n'),
      ),
    'was edited during the run',
  ],
  [
    'notInPlace',
    'the disk has no space for the results',
    async (setup) => {
      const { disk, sheet } = await prepareTinyDisk(setup);
      const args = [...quickArgs, '--journal', join(setup.folder, 'elsewhere.jsonl')];
      return actDuringRequest(setup, 'rwa_create', disk.fill, { sheet, args });
    },
    'hires.csv could not be written: the disk of ',
  ],
  [
    'notInPlace',
    'the disk has no space for the report',
    async (setup) => {
      const { disk } = await prepareTinyDisk(setup);
      const report = join(disk.folder, 'risks.html');
      const earlierReport = '<meta name="rwa-sheet" content="hires.csv">';
      await writeFile(report, earlierReport);
      const args = [...quickArgs, '--report', report];
      const ended = await actDuringRequest(setup, 'rwa_create', disk.fill, { args });
      expect(await readFile(report, 'utf8')).toBe(earlierReport);
      expect(ended.raw.err.trimEnd().split('\n').at(-1)).toContain('risks.html could not be');
      return ended;
    },
    'risks.html could not be written: the disk of ',
  ],
  [
    'inUse',
    'another run is using the sheet',
    async ({ folder, sandbox, assess }) => {
      const gate = await startAnswerGate(sandbox, 'rwa_create');
      const otherRun = start(folder, ['assess', 'hires.csv', ...quickArgs], gate.env);
      await gate.waitForHeld(1);
      const ended = await assess();
      await gate.open();
      expect((await otherRun.ended).code).toBe(0);
      return ended;
    },
  ],
  [
    'pending',
    'a result is not ready at the deadline',
    (setup) =>
      assessWithPerson('SANDBOX-ALWAYS-PENDING', setup, [...quickArgs, '--poll-timeout', '300ms']),
  ],
  [
    'interrupted',
    'a service manager ends the run',
    async ({ folder, sandbox }) => {
      const gate = await startAnswerGate(sandbox, 'rwa_create');
      const running = start(
        folder,
        ['assess', 'hires.csv', ...quickArgs, ...saveNoticeArgs],
        gate.env,
      );
      await gate.waitForHeld(1);
      running.kill('SIGTERM');
      await running.waitForText('Finishing');
      await gate.open();
      return running.ended;
    },
  ],
  [
    'bug',
    'an unexpected error is thrown',
    async ({ assess, folder }) => {
      const broken = 'process.report.getReport = () => { throw new Error("unheard of"); };';
      await writeFile(join(folder, 'broken.cjs'), broken);
      return assess({ env: { NODE_OPTIONS: '--require ./broken.cjs' } });
    },
    'This is a bug in rwa',
  ],
];

test.for(causes)('a run ends as %s if %s', async ([end, , run, message = ''], { skip }) => {
  const setup = await createSetup(skip);
  const { code, out, err, raw } = await run(setup);
  const notice = await readNotice(setup.folder);
  expect(code, out + err).toBe(exitCodes[end]);
  if (end === 'inUse') {
    expect(notice).toBeUndefined();
    expect(err).toContain('has been using this sheet since');
    return;
  }
  expect(notice).toMatchObject({
    type: 'summary',
    command: 'assess',
    exitCode: code,
    sandboxRun: false,
    counts: expect.any(Object) as object,
    notes: expect.any(Array) as unknown[],
    text: expect.stringMatching(message) as string,
  });
  if (end === 'stopped' || end === 'usage') expect(notice?.stopped).toMatch(message);
  if (end === 'notInPlace') expect(notice?.notInPlace ?? notice?.reportNotWritten).toMatch(message);
  const everything = JSON.stringify(notice) + out + err;
  for (const secret of [setup.env.RWA_TOKEN, 'withdrawn-token', 'secret-of-it']) {
    expect(everything).not.toContain(secret);
  }
  const isLogged = !/to standard (error|output)/.test(everything);
  if (isLogged)
    expect(raw.err.trimEnd().split('\n').at(-1)).toMatch(/^\S+Z rwa assess .* Exit code \d+[.]$/);
});

test('the help, docs/cli.md and docs/schedules.md list every exit code, and the tests above cover each exit code', async () => {
  const caused = new Set(causes.map(([end]) => end));
  expect([...caused].toSorted()).toEqual(Object.keys(exitCodes).toSorted());
  const { out } = await rwa(await folderWith(), ['--help']);
  for (const [name, help] of Object.entries(exitCodeHelp)) {
    const code = exitCodes[name as keyof typeof exitCodes];
    expect(out).toContain(`\n  ${String(code).padEnd(4)} ${help}`);
  }
  for (const page of ['docs/cli.md', 'docs/schedules.md']) {
    const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8');
    const codesInPage = Array.from(text.matchAll(/^\| (\d+) \|/gm), ([, code]) => Number(code));
    expect(codesInPage.toSorted(), page).toEqual(Object.values(exitCodes).toSorted());
  }
});

test('output that cannot be written is not reported as a bug', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { code, err } = await runInShell(
    folder,
    ['status', 'hires.csv'],
    {},
    { redirect: '> /dev/full' },
  );
  expect([code, err]).toEqual([5, expect.stringMatching(/^rwa: .* could not write to standard/)]);
});

async function findUnusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/version-test/api/1.1/wf`;
}
