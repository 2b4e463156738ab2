import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];

/** Creates a folder with two assessed sheets. The journal of a.csv is j.csv. */
async function assessTwoSheets() {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'a.csv': toCsv([hire]), 'b.csv': toCsv([trip]) });
  await rwa(folder, ['assess', 'a.csv', '--journal', 'j.csv', ...quick], toEnv(sandbox));
  await rwa(folder, ['assess', 'b.csv', ...quick], toEnv(sandbox));
  return { sandbox, folder };
}

test('results, reports and journals are not written to files with another purpose or a long name', async () => {
  const { sandbox, folder } = await assessTwoSheets();
  await symlink('b.csv.rwa-journal.jsonl', join(folder, 'link.csv'));
  await symlink('a.csv', join(folder, 'sheet.html'));
  await writeFile(join(folder, 'token.html'), 'sandbox-token\n', { mode: 0o600 });
  await writeFile(join(folder, 'map.csv'), '{"employeeId":"Employee ID"}');
  const before = await readFiles(folder);
  const refused: string[][] = [
    ['assess', 'a.csv', '--journal', 'j.csv', '--output', 'j.csv'],
    ['assess', 'b.csv', '--output', 'j.csv'],
    ['assess', 'b.csv', '--output', 'link.csv'],
    ['assess', 'b.csv', '--output', `${'o'.repeat(252)}.csv`],
    ['assess', 'b.csv', '--columns', 'map.csv', '--output', 'map.csv'],
    ['assess', 'b.csv', '--report', 'sheet.html', '--journal', 'a.csv'],
    ['assess', 'a.csv', '--report', 'sheet.html', '--journal', 'j.csv'],
    ['assess', 'b.csv', '--token-file', 'token.html', '--report', 'token.html'],
    ['assess', 'b.csv', '--journal', 'b.csv'],
    ['report', 'a.csv', '--journal', 'j.csv', '--output', 'sheet.html'],
  ];
  for (const args of refused) {
    const extraArgs = args[0] === 'assess' ? quick : [];
    const { code, err } = await rwa(folder, [...args, ...extraArgs], toEnv(sandbox));
    const refusal: unknown = expect.stringContaining('Choose another name.');
    expect([code, err], args.join(' ')).toEqual([2, refusal]);
  }
  expect(await readFiles(folder)).toEqual(before);
  expect((await sandbox.readLedger()).commits.rwa_create).toBe(2);
});

test('an --output that is a link to itself is refused', async () => {
  const { sandbox, folder } = await assessTwoSheets();
  await symlink('loop.csv', join(folder, 'loop.csv'));
  const args = ['assess', 'b.csv', '--output', 'loop.csv', ...quick];
  const { code, err } = await rwa(folder, args, toEnv(sandbox));
  expect([code, err]).toEqual([2, expect.stringContaining('leads back to itself')]);
});

test.each([
  'assess --yes',
  'assess --yes --sandbox',
  'check',
  'status',
  'report',
  'resolve',
  'history --employee E-1',
  'forget --employee E-1 --yes',
])('a sheet with a name of 250 bytes is refused (rwa %s)', async (commandLine) => {
  const [command = '', ...options] = commandLine.split(' ');
  const sandbox = await startTestSandbox();
  const sheet = `${'s'.repeat(246)}.csv`;
  const folder = await folderWith({ [sheet]: toCsv([hire]) });
  const { code, err } = await rwa(folder, [command, sheet, ...options], toEnv(sandbox));
  expect([code, err]).toEqual([2, expect.stringContaining('a shorter name, such as hires.xlsx')]);
  expect(Object.keys(await readFiles(folder))).toEqual([sheet]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});
