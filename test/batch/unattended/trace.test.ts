import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from '../cli/rwaUnderTest.js';
import { toCsv, people, trip } from '../cli/sheets.js';
import { readBlocks } from '../../docs/blocks.js';
import { createTinyDisk } from '../tinyDisk.js';

const quick = ['--yes', '--poll-interval', '50ms', '--trace', 'rwa.trace.jsonl'];
const assess = ['assess', 'hires.csv', ...quick];

interface TraceLine {
  readonly time: string;
  readonly operation: string;
  readonly row?: number;
  readonly attempt: number;
  readonly delivery: string;
  readonly httpStatus?: number;
  readonly durationMs: number;
  readonly outcome: string;
}

async function readTrace(folder: string): Promise<TraceLine[]> {
  const text = await readFile(join(folder, 'rwa.trace.jsonl'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceLine);
}

/** Lists the operation, attempt and outcome of each request for a row, or of the requests without a row. */
const listOutcomes = (lines: readonly TraceLine[], wantedRow: number | undefined) =>
  lines
    .filter(({ row }) => row === wantedRow)
    .map(({ operation, attempt, outcome }) => `${operation} ${attempt} ${outcome}`);

test('a trace has a line for every exchange, with its row, time and outcome', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const startMs = Date.now();
  expect(await rwa(folder, assess, toEnv(sandbox))).toMatchObject({ code: 0 });
  const lines = await readTrace(folder);
  // The check of the service before the run belongs to no row.
  expect(listOutcomes(lines, undefined)).toEqual(['rwa_retrieve 1 not_found']);
  for (const row of [2, 3]) {
    expect(listOutcomes(lines, row)[0]).toBe('rwa_create 1 success');
    expect(listOutcomes(lines, row).at(-1)).toBe('rwa_retrieve 1 success');
  }
  for (const line of lines) {
    expect(Date.parse(line.time)).toBeGreaterThanOrEqual(startMs - 1);
    expect(line).toMatchObject({ delivery: 'answered', httpStatus: 200 });
    expect(line.durationMs).toBeGreaterThan(0);
  }
  const { requests } = await sandbox.readLedger();
  expect(lines).toHaveLength(requests.rwa_create + requests.rwa_retrieve);
});

test('the page about traces shows lines with the same fields as a real trace', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  await rwa(folder, assess, toEnv(sandbox));
  const [writtenLine = {}] = (await readTrace(folder)).filter(({ row }) => row !== undefined);
  const blocks = readBlocks('docs/trace.md').filter(({ language }) => language === 'json');
  for (const line of blocks.flatMap(({ text }) => text.trim().split('\n'))) {
    expect(Object.keys(JSON.parse(line) as TraceLine)).toEqual(Object.keys(writtenLine));
  }
});

test('a trace contains each attempt, even if its answer was lost', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const injectFault = (name: string) =>
    sandbox.control('POST faults', { operation: 'rwa_create', fault: name, times: 1 });
  await injectFault('status-429');
  await injectFault('reset-after-commit');
  await rwa(folder, [...assess, '--concurrency', '1'], toEnv(sandbox));
  const lines = await readTrace(folder);
  const created = lines.filter(({ operation }) => operation === 'rwa_create');
  expect(created.map(({ outcome }) => outcome).toSorted()).toEqual([
    'no_answer',
    'rate_limited',
    'success',
    'success',
  ]);
  expect(created.find(({ outcome }) => outcome === 'rate_limited')).toMatchObject({
    attempt: 1,
    httpStatus: 429,
  });
  const lost = created.find(({ outcome }) => outcome === 'no_answer');
  expect(lost).toMatchObject({ delivery: 'unknown' });
  expect(lost).not.toHaveProperty('httpStatus');
  expect(created.filter(({ attempt }) => attempt === 2)).toHaveLength(1);
});

test('a trace contains requests to an unavailable service', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const env = { ...toEnv(sandbox), RWA_BASE_URL: 'http://127.0.0.1:1/version-test/api/1.1/wf' };
  expect(await rwa(folder, assess, env)).toMatchObject({ code: 5 });
  const lines = await readTrace(folder);
  expect(lines.map(({ attempt }) => attempt)).toEqual(lines.map((_, index) => index + 1));
  for (const line of lines)
    expect(line).toMatchObject({ delivery: 'not_sent', outcome: 'not_sent' });
});

test('a trace contains no person, ID, value, address or token, even with --verbose', async () => {
  const sandbox = await startTestSandbox();
  const rarePerson = { ...trip, Citizenship: 'Nauru', 'Destination country': 'Vanuatu' };
  const rows = ['SANDBOX-LOST-ANSWER', 'SANDBOX-REJECTED', 'QX-TWIN', 'QX-OTHER'];
  const folder = await folderWith({
    'hires.csv': toCsv(rows.map((id) => ({ ...rarePerson, 'Employee ID': id }))),
  });
  const env = toEnv(sandbox);
  await rwa(folder, [...assess, '--verbose'], env);
  const text = await readFile(join(folder, 'rwa.trace.jsonl'), 'utf8');
  const journal = await readFile(join(folder, 'hires.csv.rwa-journal.jsonl'), 'utf8');
  const ids = Array.from(journal.matchAll(/"assessmentId":"([^"]+)"/g), ([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(0);
  const secrets = [...rows, ...ids, 'Nauru', 'Vanuatu', 'Äpfel', env.RWA_TOKEN ?? '', '://'];
  for (const secret of secrets) expect(text).not.toContain(secret);
  const keys = new Set((await readTrace(folder)).flatMap((line) => Object.keys(line)));
  expect([...keys].toSorted()).toEqual([
    'attempt',
    'delivery',
    'durationMs',
    'httpStatus',
    'operation',
    'outcome',
    'row',
    'time',
  ]);
});

test('a trace is appended to its file, and does not change the output of --json', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  await rwa(folder, assess, toEnv(sandbox));
  const before = await readTrace(folder);
  const again = await rwa(folder, ['reassess', 'hires.csv', ...quick, '--json'], toEnv(sandbox));
  expect(again).toMatchObject({ code: 0, err: '' });
  for (const line of again.out.trimEnd().split('\n')) {
    expect(JSON.parse(line)).not.toHaveProperty('delivery');
  }
  const lines = await readTrace(folder);
  expect(lines.slice(0, before.length)).toEqual(before);
  expect(lines.length).toBeGreaterThan(before.length);
});

test('rwa invite can also write a trace', async () => {
  const folder = await folderWith({
    'staff.csv': toCsv([
      { 'First name': 'A', 'Last name': 'B', Email: 'a@example.com', 'Staff ID': '007' },
    ]),
  });
  const args = ['invite', 'staff.csv', '--sandbox', '--yes', '--trace', 'rwa.trace.jsonl'];
  expect(await rwa(folder, args)).toMatchObject({ code: 0 });
  expect(listOutcomes(await readTrace(folder), 2)).toEqual(['create_pending_user 1 success']);
});

test.skipIf(process.platform === 'win32')(
  'a new trace has the permissions of the sheet',
  async () => {
    const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
    await chmod(join(folder, 'hires.csv'), 0o640);
    await rwa(folder, [...assess, '--sandbox']);
    expect((await stat(join(folder, 'rwa.trace.jsonl'))).mode & 0o777).toBe(0o640);
  },
);

test('no run begins if its trace cannot be written', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const args = ['assess', 'hires.csv', '--yes', '--trace', 'no/rwa.trace.jsonl'];
  const { code, err } = await rwa(folder, args, toEnv(sandbox));
  expect([code, err]).toEqual([
    5,
    expect.stringContaining('no of the trace does not exist. Create it, or change --trace.'),
  ]);
  const { requests } = await sandbox.readLedger();
  expect([requests.rwa_create, requests.rwa_retrieve]).toEqual([0, 0]);
});

const getDisk = createTinyDisk();

test('no run begins if the disk of its trace is full', async ({ skip }) => {
  const { folder: full, fill } = getDisk(skip);
  fill();
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const args = ['assess', 'hires.csv', '--yes', '--trace', join(full, 'rwa.trace.jsonl')];
  const { code, err } = await rwa(folder, args, toEnv(sandbox));
  expect([code, err]).toEqual([
    5,
    expect.stringMatching(/The trace .* cannot be written: .*ENOSPC/),
  ]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('a trace is never appended to a file that the run uses', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const before = await readFile(join(folder, 'hires.csv'), 'utf8');
  const names = ['hires.csv', 'hires.csv.rwa-sandbox.jsonl', 'hires.sandbox.csv', './rwa.log'];
  for (const name of names) {
    const args = ['assess', 'hires.csv', '--yes', '--sandbox', '--log', 'rwa.log', '--trace', name];
    const { code, err } = await rwa(folder, args);
    expect([code, err]).toEqual([2, expect.stringContaining('for something else')]);
  }
  expect(await readFile(join(folder, 'hires.csv'), 'utf8')).toBe(before);
});

test('a trace is never appended to another sheet, or to a journal that the run does not use', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), 'other.csv': toCsv(people(1)) });
  const names = ['other.csv.rwa-journal.jsonl', 'hires.csv.rwa-journal-decide.jsonl', 'other.csv'];
  for (const name of names) {
    const { code, err } = await rwa(folder, [
      'assess',
      'hires.csv',
      '--yes',
      '--sandbox',
      '--trace',
      name,
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('Choose another name.')]);
  }
});
