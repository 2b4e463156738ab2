import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { envOf, folderWith, rwa } from '../cli/rwaUnderTest.js';
import { csvOf, people, trip } from '../cli/sheets.js';
import { blocksOf } from '../../docs/blocks.js';
import { tinyDisk } from '../tinyDisk.js';

const quick = ['--yes', '--poll-interval', '50ms', '--trace', 'rwa.trace.jsonl'];
const assess = ['assess', 'hires.csv', ...quick];

interface Line {
  readonly time: string;
  readonly operation: string;
  readonly row?: number;
  readonly attempt: number;
  readonly delivery: string;
  readonly httpStatus?: number;
  readonly durationMs: number;
  readonly outcome: string;
}

async function traceOf(folder: string): Promise<Line[]> {
  const text = await readFile(join(folder, 'rwa.trace.jsonl'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** What came of the requests of one row, in their order. */
const ofRow = (lines: readonly Line[], of: number | undefined) =>
  lines
    .filter(({ row }) => row === of)
    .map(({ operation, attempt, outcome }) => `${operation} ${attempt} ${outcome}`);

test('a trace has a line for every exchange, with its row, time and outcome', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(2)) });
  const startMs = Date.now();
  expect(await rwa(folder, assess, envOf(sandbox))).toMatchObject({ code: 0 });
  const lines = await traceOf(folder);
  // The question before the run is of no row.
  expect(ofRow(lines, undefined)).toEqual(['rwa_retrieve 1 not_found']);
  for (const row of [2, 3]) {
    expect(ofRow(lines, row)[0]).toBe('rwa_create 1 success');
    expect(ofRow(lines, row).at(-1)).toBe('rwa_retrieve 1 success');
  }
  for (const line of lines) {
    expect(Date.parse(line.time)).toBeGreaterThanOrEqual(startMs - 1);
    expect(line).toMatchObject({ delivery: 'answered', httpStatus: 200 });
    expect(line.durationMs).toBeGreaterThan(0);
  }
  const { requests } = await sandbox.ledger();
  expect(lines).toHaveLength(requests.rwa_create + requests.rwa_retrieve);
});

test('the page about traces shows lines as they are', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  await rwa(folder, assess, envOf(sandbox));
  const [real = {}] = (await traceOf(folder)).filter(({ row }) => row !== undefined);
  const shown = blocksOf('docs/trace.md').filter(({ language }) => language === 'json');
  for (const line of shown.flatMap(({ text }) => text.trim().split('\n'))) {
    expect(Object.keys(JSON.parse(line) as Line)).toEqual(Object.keys(real));
  }
});

test('a trace shows each attempt, and what was lost on the way', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(3)) });
  const fault = (of: string) =>
    sandbox.control('POST faults', { operation: 'rwa_create', fault: of, times: 1 });
  await fault('status-429');
  await fault('reset-after-commit');
  await rwa(folder, [...assess, '--concurrency', '1'], envOf(sandbox));
  const lines = await traceOf(folder);
  const created = lines.filter(({ operation }) => operation === 'rwa_create');
  expect(created.map(({ outcome }) => outcome).toSorted()).toEqual([
    'no_answer',
    'rate_limited',
    ...['success', 'success'],
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

test('a service that is away leaves lines that say so', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  const env = { ...envOf(sandbox), RWA_BASE_URL: 'http://127.0.0.1:1/version-test/api/1.1/wf' };
  expect(await rwa(folder, assess, env)).toMatchObject({ code: 5 });
  const lines = await traceOf(folder);
  expect(lines.map(({ attempt }) => attempt)).toEqual(lines.map((_, index) => index + 1));
  for (const line of lines)
    expect(line).toMatchObject({ delivery: 'not_sent', outcome: 'not_sent' });
});

test('a trace names no person, id, value, address or token, even with --verbose', async () => {
  const sandbox = await sandboxOfTest();
  const odd = { ...trip, Citizenship: 'Nauru', 'Destination country': 'Vanuatu' };
  const rows = ['SANDBOX-LOST-ANSWER', 'SANDBOX-REJECTED', 'QX-TWIN', 'QX-OTHER'];
  const folder = await folderWith({
    'hires.csv': csvOf(rows.map((id) => ({ ...odd, 'Employee ID': id }))),
  });
  const env = envOf(sandbox);
  await rwa(folder, [...assess, '--verbose'], env);
  const text = await readFile(join(folder, 'rwa.trace.jsonl'), 'utf8');
  const journal = await readFile(join(folder, 'hires.csv.rwa-journal.jsonl'), 'utf8');
  const ids = Array.from(journal.matchAll(/"assessmentId":"([^"]+)"/g), ([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(0);
  const secrets = [...rows, ...ids, 'Nauru', 'Vanuatu', 'Äpfel', env.RWA_TOKEN ?? '', '://'];
  for (const secret of secrets) expect(text).not.toContain(secret);
  const keys = new Set((await traceOf(folder)).flatMap((line) => Object.keys(line)));
  expect([...keys].toSorted()).toEqual([
    ...['attempt', 'delivery', 'durationMs', 'httpStatus', 'operation', 'outcome', 'row', 'time'],
  ]);
});

test('a trace is added to what is there, and a run with --json keeps its output', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  await rwa(folder, assess, envOf(sandbox));
  const before = await traceOf(folder);
  const again = await rwa(folder, ['reassess', 'hires.csv', ...quick, '--json'], envOf(sandbox));
  expect(again).toMatchObject({ code: 0, err: '' });
  for (const line of again.out.trimEnd().split('\n')) {
    expect(JSON.parse(line)).not.toHaveProperty('delivery');
  }
  const lines = await traceOf(folder);
  expect(lines.slice(0, before.length)).toEqual(before);
  expect(lines.length).toBeGreaterThan(before.length);
});

test('other commands that send a sheet have a trace, too', async () => {
  const folder = await folderWith({
    'staff.csv': csvOf([
      { 'First name': 'A', 'Last name': 'B', Email: 'a@example.com', 'Staff ID': '007' },
    ]),
  });
  const args = ['invite', 'staff.csv', '--sandbox', '--yes', '--trace', 'rwa.trace.jsonl'];
  expect(await rwa(folder, args)).toMatchObject({ code: 0 });
  expect(ofRow(await traceOf(folder), 2)).toEqual(['create_pending_user 1 success']);
});

test.skipIf(process.platform === 'win32')('a new trace is as private as the sheet', async () => {
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  await chmod(join(folder, 'hires.csv'), 0o640);
  await rwa(folder, [...assess, '--sandbox']);
  expect((await stat(join(folder, 'rwa.trace.jsonl'))).mode & 0o777).toBe(0o640);
});

test('a trace that cannot be written keeps the run from beginning', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  const args = ['assess', 'hires.csv', '--yes', '--trace', 'no/rwa.trace.jsonl'];
  const { code, err } = await rwa(folder, args, envOf(sandbox));
  expect([code, err]).toEqual([
    5,
    expect.stringContaining('no of the trace does not exist. Create it, or change --trace.'),
  ]);
  const { requests } = await sandbox.ledger();
  expect([requests.rwa_create, requests.rwa_retrieve]).toEqual([0, 0]);
});

const disk = tinyDisk();

test('a disk without room for a trace keeps the run from beginning', async ({ skip }) => {
  const { folder: full, fill } = disk(skip);
  fill();
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  const args = ['assess', 'hires.csv', '--yes', '--trace', join(full, 'rwa.trace.jsonl')];
  const { code, err } = await rwa(folder, args, envOf(sandbox));
  expect([code, err]).toEqual([
    5,
    expect.stringMatching(/The trace .* cannot be written: .*ENOSPC/),
  ]);
  expect((await sandbox.ledger()).requests.rwa_create).toBe(0);
});

test('no trace is written at the end of a file that the run uses', async () => {
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  const before = await readFile(join(folder, 'hires.csv'), 'utf8');
  const names = ['hires.csv', 'hires.csv.rwa-sandbox.jsonl', 'hires.sandbox.csv', './rwa.log'];
  for (const name of names) {
    const args = ['assess', 'hires.csv', '--yes', '--sandbox', '--log', 'rwa.log', '--trace', name];
    const { code, err } = await rwa(folder, args);
    expect([code, err]).toEqual([2, expect.stringContaining('for something else')]);
  }
  expect(await readFile(join(folder, 'hires.csv'), 'utf8')).toBe(before);
});

test('no trace is written at the end of a journal of another sheet, or of a sheet', async () => {
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)), 'other.csv': csvOf(people(1)) });
  const names = ['other.csv.rwa-journal.jsonl', 'hires.csv.rwa-journal-decide.jsonl', 'other.csv'];
  for (const name of names) {
    const { code, err } = await rwa(folder, [
      ...['assess', 'hires.csv', '--yes', '--sandbox', '--trace', name],
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('Choose another name.')]);
  }
});
