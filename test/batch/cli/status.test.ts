import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { contentsOf, envOf, folderWith, rwa, start } from './rwaUnderTest.js';
import { csvOf, hire, people, trip } from './sheets.js';

test('before the first run, status says that nothing has been sent', async () => {
  const folder = await folderWith({ 'hires.csv': csvOf([trip, { ...hire, Seniority: 'x' }]) });
  const before = await contentsOf(folder);
  const { code, out } = await rwa(folder, ['status', 'hires.csv']);
  expect(code).toBe(0);
  expect(out).toBe(
    [
      '  Row 3: Invalid. D3, Seniority "x": unsupported value. Use Low, Mid or Senior.',
      'hires.csv, sheet "hires", headings in row 1: 2 rows',
      '        1 not sent',
      '        1 invalid, not sent',
      'Nothing has been sent yet.',
      'Next:',
      '  See what to correct in the sheet:',
      '    rwa check hires.csv',
      '  Go on where this ended; nothing is sent twice:',
      '    rwa assess hires.csv',
      '',
    ].join('\n'),
  );
  expect(await contentsOf(folder)).toEqual(before);
});

test('after a run that is done, status has nothing to ask for', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(3)) });
  const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  await rwa(folder, args, envOf(sandbox));
  const { out } = await rwa(folder, ['status', 'hires.csv']);
  expect(out).toBe(
    `hires.csv, sheet "hires", headings in row 1: 3 rows\n        3 scored\nService:  ${sandbox.sandbox.baseUrl}\n`,
  );
});

test('status says why a result could not be read, until it can be', async () => {
  const sandbox = await sandboxOfTest();
  const typed = csvOf([{ ...trip, 'Assessment ID': '1700000000000x100000000000000009' }]);
  const folder = await folderWith({ 'hires.csv': typed });
  const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms', '--output', 'out.csv'];
  expect((await rwa(folder, args, envOf(sandbox))).code).toBe(75);
  const { out } = await rwa(folder, ['status', 'hires.csv']);
  expect(out).toMatch(
    /^ {2}Row 2: Pending\. Reading the result failed at 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Not Found\. Check the Assessment ID/,
  );
  expect((await contentsOf(folder))['out.csv']).toContain('Not Found');
  const right = ['--row', '2', '--exists', await sandbox.create()];
  await rwa(folder, ['resolve', 'hires.csv', ...right]);
  expect((await rwa(folder, ['status', 'hires.csv'])).out).toContain('is not ready yet');
});

test('sandbox --json says where it is on one line, and ends with a signal', async () => {
  const folder = await folderWith();
  const running = start(folder, ['sandbox', '--port', '0', '--json', '--ready-after', '0ms']);
  await running.says('}\n');
  running.kill('SIGTERM');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    baseUrl: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/version-test\/api\/1\.1\/wf$/,
    ) as string,
    tokens: ['sandbox-token', 'sandbox-token-2'],
    controlUrl: expect.stringMatching(/\/_sandbox\/$/) as string,
  });
});

test('sandbox in words can be typed into another terminal', async () => {
  const folder = await folderWith({ 'hires.csv': csvOf([trip]) });
  const running = start(folder, ['sandbox', '--port', '0', '--ready-after', '0ms']);
  await running.says('Ctrl+C ends it.');
  running.kill('SIGINT');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(out).toMatch(
    /export RWA_BASE_URL=http:\S+ RWA_TOKEN=sandbox-token\n {2}rwa assess FILE\n/,
  );
});

test('a port in use is said', async () => {
  const sandbox = await sandboxOfTest();
  const port = new URL(sandbox.sandbox.baseUrl).port;
  const { code, err } = await rwa(await folderWith(), ['sandbox', '--port', port]);
  expect([code, err]).toEqual([2, expect.stringMatching(/^rwa: .*in use/)]);
});

test('--exit-code ends with the code that a run would end with now', async () => {
  const sandbox = await sandboxOfTest();
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER' };
  const pending = { ...trip, 'Employee ID': 'SANDBOX-ALWAYS-PENDING' };
  const folder = await folderWith({ 'hires.csv': csvOf([hire]) });
  const [sheet, journal] = ['hires.csv', 'hires.csv.rwa-journal.jsonl'].map((name) =>
    join(folder, name),
  ) as [string, string];
  const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  const run = () => rwa(folder, [...assess, '--poll-timeout', '300ms'], envOf(sandbox));
  const codeNow = async () => (await rwa(folder, ['status', 'hires.csv', '--exit-code'])).code;

  expect(await codeNow()).toBe(5); // not sent
  expect((await run()).code).toBe(0);
  expect(await codeNow()).toBe(0);
  const scored = await readFile(sheet, 'utf8');

  await writeFile(sheet, csvOf([hire])); // the results are not in it
  expect(await codeNow()).toBe(6);
  expect((await rwa(folder, ['status', 'hires.csv'])).code).toBe(0);
  await writeFile(sheet, scored);
  await writeFile(`${journal}.lock`, lockSince(Date.now()));
  expect(await codeNow()).toBe(7); // another run
  await writeFile(`${journal}.lock`, lockSince(Date.now() - 2 * 86_400_000));
  expect(await codeNow()).toBe(5); // a lock that stays
  await rm(`${journal}.lock`);

  for (const [entries, code] of [
    [[hire, { ...trip, Seniority: 'x' }], 3],
    [[hire, pending], 75],
    [[hire, pending, lost], 4],
  ] as const) {
    await writeFile(sheet, csvOf(entries));
    expect((await run()).code).toBe(code);
    expect(await codeNow()).toBe(code);
  }
  await appendFile(journal, 'nonsense\n{}\n');
  expect(await codeNow()).toBe(5);
});

const lockSince = (ms: number) =>
  JSON.stringify({ pid: process.pid, host: hostname(), since: new Date(ms).toISOString() });
