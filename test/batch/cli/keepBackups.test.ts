import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

// A sheet with backups and no journal is refused without --without-journal.
const quick = ['--yes', '--poll-interval', '50ms', '--without-journal'];
const old = 'hires.backup-2024-01-02T03-04-05.csv';
const oldResults = 'hires.results-2024-01-02T03-04-05.csv';

async function copiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /[.](?:backup|results)-/.test(name));
}

test('--keep-backups deletes older copies after the results are written, and reports the number', async () => {
  const sandbox = await testSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), [old]: '', [oldResults]: '' });
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups'];
  const { code, out } = await rwa(folder, [...assess, '30d'], toEnv(sandbox));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Deleted: {2}2 old backups and results files$/m),
  ]);
  expect(await copiesIn(folder)).toEqual([expect.stringMatching(/^hires[.]backup-(?!2024)/)]);
  // A run without new results makes no backup, and still deletes old copies.
  await writeFile(join(folder, old), '');
  const second = await rwa(folder, [...assess, '30d', '--json'], toEnv(sandbox));
  expect([second.code, second.out]).toEqual([0, expect.stringContaining('"oldCopiesDeleted":1')]);
  expect(await copiesIn(folder)).toEqual([expect.stringMatching(/^hires[.]backup-(?!2024)/)]);
});

test('--keep-backups accepts weeks', async () => {
  const sandbox = await testSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), [old]: '' });
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups', '2w'];
  expect((await rwa(folder, assess, toEnv(sandbox))).code).toBe(0);
  expect(await copiesIn(folder)).not.toContain(old);
});

test('results files of nightly runs do not accumulate', async () => {
  const sandbox = await testSandbox();
  const folder = await folderWith({
    'hires.csv': toCsv(people(1)),
    [old]: '',
    [oldResults]: '',
    '.~lock.hires.csv#': '',
  });
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups', '1'];
  for (let night = 0; night < 2; night++) {
    expect((await rwa(folder, assess, toEnv(sandbox))).code).toBe(6);
    expect(await copiesIn(folder)).toEqual([
      old,
      expect.stringMatching(/^hires[.]results-(?!2024)/),
    ]);
  }
});

test('a run with --output deletes old copies of both files, and a sandbox run keeps those of the sheet', async () => {
  const sandbox = await testSandbox();
  const outputResults = 'out.results-2024-01-02T03-04-05.csv';
  const folder = await folderWith({
    'hires.csv': toCsv(people(1)),
    [old]: '',
    [outputResults]: '',
  });
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups', '30d'];
  await rwa(folder, [...assess, '--sandbox']);
  expect(await copiesIn(folder)).toEqual([old, outputResults]);
  await rwa(folder, [...assess, '--output', 'out.csv'], toEnv(sandbox));
  expect(await copiesIn(folder)).toEqual([]);
});

test('copies are kept if the run stops, and without --keep-backups', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), [oldResults]: '', [old]: '' });
  const sandbox = await testSandbox();
  const assess = ['assess', 'hires.csv', ...quick];
  const stopped = await rwa(folder, [...assess, '--keep-backups', '30d'], {
    ...toEnv(sandbox),
    RWA_TOKEN: 'nobodys-token',
  });
  expect([stopped.code, await copiesIn(folder)]).toEqual([5, [old, oldResults]]);
  await rwa(folder, assess, toEnv(sandbox));
  expect(await copiesIn(folder)).toEqual(expect.arrayContaining([old, oldResults]));
});

test.each(['0', '0d', '0w', 'all', '90m', '1.5d'])(
  '--keep-backups %s is refused',
  async (value) => {
    const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
    const { code, err } = await rwa(folder, ['assess', 'hires.csv', '--keep-backups', value]);
    expect([code, err]).toEqual([2, expect.stringContaining('such as 10, or an age')]);
  },
);
