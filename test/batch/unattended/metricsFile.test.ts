import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, readFiles, rwa, start, toEnv } from '../cli/rwaUnderTest.js';
import { people, toCsv } from '../cli/sheets.js';

const quick = ['--yes', '--poll-interval', '50ms', '--metrics-file', 'rwa.prom'];
const expired = { RWA_TOKEN: 'a-token-that-has-expired' };

/** Returns the values in the metrics file by metric and labels. Removes the folder from the labels. */
async function readMetrics(folder: string): Promise<Record<string, number>> {
  const text = await readFile(join(folder, 'rwa.prom'), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space).replace(`${folder}/`, ''), Number(line.slice(space + 1))];
    }),
  );
}

const toLabels = (file: string, command = 'assess') => `sheet="${file}",command="${command}"`;
const timeMetric = (kind: string, ...args: Parameters<typeof toLabels>) =>
  `rwa_sheet_last_${kind}_timestamp_seconds{${toLabels(...args)}}`;
const exitCodeMetric = (...args: Parameters<typeof toLabels>) =>
  `rwa_sheet_last_exit_code{${toLabels(...args)}}`;
const rowsMetric = (status: string, ...args: Parameters<typeof toLabels>) =>
  `rwa_sheet_rows{${toLabels(...args)},status="${status}"}`;

test('the metrics of a run contain its end, its exit code and the rows in each status', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const before = Date.now() / 1_000;
  const { code, err } = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect([code, err]).toEqual([0, expect.not.stringContaining('metrics')]);
  const metrics = await readMetrics(folder);
  expect(metrics).toMatchObject({
    [exitCodeMetric('hires.csv')]: 0,
    [rowsMetric('Scored', 'hires.csv')]: 3,
    [rowsMetric('Unconfirmed', 'hires.csv')]: 0,
  });
  expect(metrics[timeMetric('run', 'hires.csv')]).toBeGreaterThan(before - 1);
  expect(metrics[timeMetric('success', 'hires.csv')]).toBe(metrics[timeMetric('run', 'hires.csv')]);
  expect((await stat(join(folder, 'rwa.prom'))).mode & 0o777).toBe(0o644);
});

test('a failed run keeps the last success, the numbers of rows and the metrics of other sheets', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'a.csv': toCsv(people(2)), 'b.csv': 'Staff ID\nC-100\n' });
  await rwa(folder, ['assess', 'a.csv', ...quick], toEnv(sandbox));
  const { [timeMetric('success', 'a.csv')]: success = 0 } = await readMetrics(folder);
  const otherCommand = ['remove-access', 'b.csv', '--yes', ...quick.slice(-2)];
  expect((await rwa(folder, otherCommand, toEnv(sandbox))).code).toBe(0);
  const env = { ...toEnv(sandbox), ...expired };
  expect((await rwa(folder, ['assess', 'a.csv', ...quick], env)).code).toBe(5);
  const metrics = await readMetrics(folder);
  expect(metrics).toMatchObject({
    [exitCodeMetric('a.csv')]: 5,
    [timeMetric('success', 'a.csv')]: success,
    [rowsMetric('Scored', 'a.csv')]: 2,
    [exitCodeMetric('b.csv', 'remove-access')]: 0,
  });
  expect(metrics[timeMetric('run', 'a.csv')]).toBeGreaterThan(success);
});

test('the time of the last success is 0 until a run on the sheet succeeds', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'a.csv': toCsv(people(1)) });
  const env = { ...toEnv(sandbox), ...expired };
  expect((await rwa(folder, ['assess', 'a.csv', ...quick], env)).code).toBe(5);
  expect((await readMetrics(folder))[timeMetric('success', 'a.csv')]).toBe(0);
});

test('the metrics file declares each metric once, and no temporary file is left', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'a "1".csv': toCsv(people(1)), 'b.csv': toCsv(people(2)) });
  for (const file of ['a "1".csv', 'b.csv']) {
    await rwa(folder, ['assess', file, ...quick, '--send-known'], toEnv(sandbox));
  }
  const text = await readFile(join(folder, 'rwa.prom'), 'utf8');
  const families = text.split('\n').filter((line) => line.startsWith('# TYPE'));
  expect(new Set(families).size).toBe(4);
  expect(families).toHaveLength(4);
  expect(text).toContain(String.raw`/a \"1\".csv",command="assess",status="Scored"} 1`);
  expect(Object.keys(await readFiles(folder)).filter((name) => name.includes('.prom'))).toEqual([
    'rwa.prom',
  ]);
});

test('a run that finds the sheet in use writes no metrics', async () => {
  const sandbox = await startTestSandbox({ latencyMs: 200 });
  const folder = await folderWith({ 'hires.csv': toCsv(people(30)) });
  const otherRun = start(folder, ['assess', 'hires.csv', '--yes'], toEnv(sandbox));
  await otherRun.waitForText(' of 30 rows finished');
  expect((await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox))).code).toBe(7);
  expect(await readFiles(folder)).not.toHaveProperty('rwa.prom');
  otherRun.kill('SIGTERM');
  await otherRun.ended;
});

test('metrics that cannot be written do not change the exit code', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const args = ['assess', 'hires.csv', '--yes', '--metrics-file', 'missing/rwa.prom'];
  const { code, err } = await rwa(folder, args, toEnv(sandbox));
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(
      /^The metrics file missing.rwa[.]prom cannot be written: .* The run itself is not affected[.]$/m,
    ),
  ]);
});

test('a file with the metrics of another program is not replaced', async () => {
  const sandbox = await startTestSandbox();
  const others = 'backup_ok 1\nother{a="b"} 3\n';
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), 'rwa.prom': others });
  const { code, err } = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect([code, err]).toEqual([0, expect.stringContaining('it contains other metrics')]);
  expect(await readFile(join(folder, 'rwa.prom'), 'utf8')).toBe(others);
});

test.each([
  ['metrics.txt', 'must end in .prom'],
  ['journal.prom', 'this run uses that file for something else'],
])('the metrics file %s is refused', async (file, why) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  await writeFile(join(folder, 'metrics.txt'), 'mine');
  const args = [
    'assess',
    'hires.csv',
    '--yes',
    '--metrics-file',
    file,
    '--journal',
    'journal.prom',
  ];
  const { code, err } = await rwa(folder, args, toEnv(sandbox));
  expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});
