import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { envOf, folderWith, rwa } from './rwaUnderTest.js';
import { csvOf, people } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const old = 'hires.backup-2024-01-02T03-04-05.csv';
const oldResults = 'hires.results-2024-01-02T03-04-05.csv';

async function copiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /[.](?:backup|results)-/.test(name));
}

test('--keep-backups deletes older copies after the results are written, and says how many', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)), [old]: '', [oldResults]: '' });
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups'];
  const { code, out } = await rwa(folder, [...assess, '30d'], envOf(sandbox));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Deleted: {2}2 older copies of the sheet beside it$/m),
  ]);
  expect(await copiesIn(folder)).toEqual([expect.stringMatching(/^hires[.]backup-(?!2024)/)]);
  // Without anything new there is no backup, and nothing is deleted.
  await writeFile(join(folder, old), '');
  const second = await rwa(folder, [...assess, '1', '--json'], envOf(sandbox));
  expect([second.code, await copiesIn(folder)]).toEqual([0, expect.arrayContaining([old])]);
});

test('--keep-backups takes weeks, too', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)), [old]: '' });
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups', '2w'];
  expect((await rwa(folder, assess, envOf(sandbox))).code).toBe(0);
  expect(await copiesIn(folder)).not.toContain(old);
});

test('copies stay while the results are not in the sheet, and without --keep-backups', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({
    'hires.csv': csvOf(people(1)),
    [old]: '',
    [oldResults]: '',
    '.~lock.hires.csv#': '',
  });
  const held = await rwa(
    folder,
    ['assess', 'hires.csv', ...quick, '--keep-backups', '1'],
    envOf(sandbox),
  );
  expect([held.code, await copiesIn(folder)]).toEqual([
    6,
    expect.arrayContaining([old, oldResults]),
  ]);
  const other = await folderWith({ 'hires.csv': csvOf(people(1)), [old]: '' });
  await rwa(other, ['assess', 'hires.csv', ...quick], envOf(sandbox));
  expect(await copiesIn(other)).toEqual(expect.arrayContaining([old]));
});

test.each(['0', '0d', 'all', '90w'])('--keep-backups %s is refused', async (value) => {
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  const { code, err } = await rwa(folder, ['assess', 'hires.csv', '--keep-backups', value]);
  expect([code, err]).toEqual([2, expect.stringContaining('such as 10, or for how many days')]);
});
