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
    /^ {2}Row 2: Pending\. Its result could not be read at 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Not Found\. Check the Assessment ID/,
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
