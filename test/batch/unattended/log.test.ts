import { appendFile, chmod, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LogError } from '../../../batch/cli/output/logError.js';
import { RunLog } from '../../../batch/cli/output/runLog.js';
import type { Sentence } from '../../../batch/wording/sentence.js';
import type { Terminal } from '../../../batch/cli/output/terminal.js';
import { startSandbox } from '../../../sandbox/sandbox.js';
import { startTestSandbox, SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa, start } from '../cli/rwaUnderTest.js';
import { toCsv, people, trip } from '../cli/sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const assess = ['assess', 'hires.csv', ...quick];

const toLines = (text: string) => text.split('\n').slice(0, -1);
const timedLine = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z \S?/;

const toMessages = (text: string) => toLines(text).map((line) => line.replace(/^\S+ /, ''));

test.each([
  [
    'a run',
    assess,
    0,
    /^rwa assess hires.csv finished after .*: sent 3, 3 scored[.] Exit code 0[.]$/,
  ],
  [
    'a missing sheet',
    ['assess', 'none.csv', ...quick],
    2,
    /^rwa assess none.csv did not begin[.] The file none.csv does not exist[.].* Exit code 2[.]$/,
  ],
  [
    'an unknown option',
    ['assess', '--rate', '1/s', 'hires.csv', '--bogus'],
    2,
    /^rwa assess hires.csv ended: invalid command line[.] Exit code 2[.]$/,
  ],
  [
    'a missing terminal for the question',
    ['assess', 'hires.csv'],
    2,
    / Add --yes[.].* Exit code 2[.]$/,
  ],
])(
  'every line of a log has a time, from the beginning to the end of the command: %s',
  async (_, args, code, last) => {
    const sandbox = await startTestSandbox();
    const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
    const result = await rwa(folder, [...args, '--log', 'rwa.log'], toEnv(sandbox));
    expect(result.code).toBe(code);
    const file = await readFile(join(folder, 'rwa.log'), 'utf8');
    for (const text of [result.raw.err, file]) {
      for (const line of toLines(text)) expect(line).toMatch(timedLine);
      expect(toMessages(text)[0]).toBe(
        `rwa assess ${args.includes('none.csv') ? 'none' : 'hires'}.csv begins.`,
      );
      expect(toMessages(text).at(-1)).toMatch(last);
    }
    for (const line of toLines(result.raw.out)) expect(line).toMatch(timedLine);
  },
);

test('--log appends the plan and the summary to its file, even with --json', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const args = [...assess, '--json', '--log', 'rwa.log'];
  const first = await rwa(folder, args, toEnv(sandbox));
  await rwa(folder, args, toEnv(sandbox));
  expect([first.code, first.err]).toEqual([0, '']);
  const lines = toMessages(await readFile(join(folder, 'rwa.log'), 'utf8'));
  expect(lines.filter((line) => line === 'rwa assess hires.csv begins.')).toHaveLength(2);
  expect(lines).toContain('        2 to assess');
  expect(lines).toContain('        2 scored before this run');
  expect(lines.at(-1)).toMatch(/: sent 0, 2 scored before this run[.] Exit code 0[.]$/);
});

test.skipIf(process.platform === 'win32')(
  'a new log has the permissions of the sheet, or is private if the sheet is missing',
  async () => {
    const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
    await chmod(join(folder, 'hires.csv'), 0o640);
    const readMode = async (name: string) => (await stat(join(folder, name))).mode & 0o777;
    await rwa(folder, [...assess, '--sandbox', '--log', 'rwa.log']);
    expect(await readMode('rwa.log')).toBe(0o640);
    await rwa(folder, ['assess', 'none.csv', ...quick, '--log', 'none.log']);
    expect(await readMode('none.log')).toBe(0o600);
  },
);

test('no run begins if its log cannot be written', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const { code, err } = await rwa(folder, [...assess, '--log', 'no/rwa.log'], toEnv(sandbox));
  expect([code, err]).toEqual([
    5,
    expect.stringMatching(/The folder .+no of the log does not exist[.] Create it/),
  ]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('a log is never appended to a sheet or a journal', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const before = await readFile(join(folder, 'hires.csv'), 'utf8');
  for (const name of ['hires.csv', './hires.csv', 'hires.csv.rwa-sandbox.jsonl']) {
    const { code, err } = await rwa(folder, [...assess, '--sandbox', '--log', name]);
    expect([code, err]).toEqual([2, expect.stringContaining('for something else')]);
  }
  expect(await readFile(join(folder, 'hires.csv'), 'utf8')).toBe(before);
});

/** Values that no other text contains, so that a search of the output finds them. */
const values = [
  'mit Äpfel',
  'Nauru',
  'QX-LOST',
  'QX-TWIN',
  'Zzyzx',
  'Qwertz',
  '1 April 1987',
  'Vanuatu',
];
const person = { ...trip, Citizenship: 'Nauru', 'Destination country': 'Vanuatu' };
const faultyRows = [
  { ...person, 'Employee ID': 'SANDBOX-LOST-ANSWER' },
  { ...person, 'Employee ID': 'SANDBOX-REJECTED' },
  { ...person, 'Employee ID': 'QX-TWIN' },
  { ...person, 'Employee ID': 'QX-TWIN' },
  { ...person, 'Employee ID': 'QX-LOST', Seniority: 'Qwertz' },
  { ...person, 'Employee ID': 'QX-LOST-2', 'Destination country': 'Zzyzx' },
  { ...person, 'Employee ID': 'QX-LOST-3', 'Start date': '1 April 1987' },
];

test.each([false, true])(
  'a log contains values of the sheet only with --verbose (--verbose: %s)',
  async (isVerbose) => {
    const sandbox = await startTestSandbox();
    const folder = await folderWith({ 'hires.csv': toCsv(faultyRows) });
    const notice = ['--on-finish', 'cat >> notice.json', '--log', 'rwa.log'];
    const args = [...assess, ...notice, ...(isVerbose ? ['--verbose'] : [])];
    const pending = ['--poll-timeout', '50ms'];
    const texts: string[] = [];
    for (const extraArgs of [pending, [], ['--set', 'seniority=Qwertz'], ['--max-new', '0']]) {
      const { raw } = await rwa(folder, [...args, ...extraArgs], toEnv(sandbox));
      texts.push(raw.out, raw.err);
    }
    const file = await readFile(join(folder, 'rwa.log'), 'utf8');
    const noticeText = await readFile(join(folder, 'notice.json'), 'utf8');
    const log = [...texts, file].join('\n');
    for (const value of [...values, 'SANDBOX-LOST', 'SANDBOX-REJECTED'])
      expect(noticeText).not.toContain(value);
    if (isVerbose) {
      expect(log).toContain('Qwertz');
      expect(log).toContain('Zzyzx');
      return;
    }
    for (const value of [...values, 'SANDBOX-LOST', 'SANDBOX-REJECTED'])
      expect(log).not.toContain(value);
    expect(log).toMatch(/Invalid: rows? [\d, ]*6/);
    expect(log).toMatch(/Unconfirmed: row 2[.]/);
  },
);

test('without a journal, rwa history and rwa assess count the scores in the sheet', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await rwa(folder, assess, toEnv(sandbox));
  await rm(join(folder, 'hires.csv.rwa-journal.jsonl'));
  const { out } = await rwa(folder, ['history', 'hires.csv']);
  expect(out).toContain('There is no journal hires.csv.rwa-journal.jsonl');
  expect(out).toContain('The sheet shows scores in 2 rows');
  expect(out).not.toContain('ever assessed');
  const [, , , third = ''] = toCsv(people(3)).split(/\r?\n/);
  await appendFile(join(folder, 'hires.csv'), `${third}\n`);
  const limited = await rwa(
    folder,
    [...assess, '--max-new', '0', '--without-journal'],
    toEnv(sandbox),
  );
  expect(limited.out).toMatch(/1 not sent\n +2 scored before this run/);
  expect(limited.out).not.toContain('Journal:');
});

test('a run that stops early reports that rows were sent', async () => {
  const service = await startSandbox({ port: 0, readyAfterMs: 0, latencyMs: 20 });
  onTestFinished(() => service.close());
  const sandbox = new SandboxUnderTest(service);
  const folder = await folderWith({ 'hires.csv': toCsv(people(40)) });
  const args = [...assess, '--max-errors', '2', '--concurrency', '1'];
  const running = start(folder, args, toEnv(sandbox));
  await running.waitForText(' of 40 rows finished');
  await service.close();
  const { code, out } = await running.ended;
  expect(code).toBe(5);
  expect(out).toMatch(
    /consecutive rows have failed. The last error: The service could not be reached/,
  );
  expect(out).toMatch(/Stopped early, .* rows were sent[.]/);
  expect(out).not.toMatch(/nothing was sent/i);
});

test('the log of a run with a refused token counts no row as finished', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'token-refused' });
  const folder = await folderWith({ 'hires.csv': toCsv(people(6)) });
  const { code, out, err } = await rwa(folder, assess, toEnv(sandbox));
  expect([code, out]).toEqual([5, expect.stringContaining('6 not sent')]);
  expect(err).not.toContain('rows finished');
});

test('a log that fails during a run does not stop the run, and the failure is reported once', () => {
  const [out, err]: [string[], string[]] = [[], []];
  const screen = {
    out: (text: string) => out.push(text),
    err: (text: Sentence) => err.push(String(text)),
    paint: { out: (_: unknown, text: string) => text, err: (_: unknown, text: string) => text },
    drained: () => Promise.resolve(),
    width: undefined,
    interactive: false,
    bar: undefined,
    ask: () => Promise.resolve(undefined),
  } satisfies Terminal;
  let isFull = false;
  const file = {
    add() {
      if (isFull) throw new LogError('The log rwa.log cannot be written: no space left.');
    },
    close: () => undefined,
  };
  const log = new RunLog(screen, {
    run: 'rwa assess a.csv',
    file,
    isVerbose: false,
    isJson: false,
  });
  log.assertWritable();
  isFull = true;
  for (const text of ['one', 'two']) log.out(text);
  log.end(0);
  expect(out.map((line) => line.replace(/^\S+ /, ''))).toEqual(['one', 'two']);
  expect(err.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'rwa assess a.csv begins.',
    'The log rwa.log cannot be written: no space left. The run continues without it.',
    'rwa assess a.csv ended. Exit code 0.',
  ]);
});
