import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

// rwa refuses a sheet that has backups but no journal, unless --without-journal is given.
const quick = ['--yes', '--poll-interval', '50ms', '--without-journal'];
const oldBackup = 'hires.backup-2024-01-02T03-04-05.csv';
const oldResults = 'hires.results-2024-01-02T03-04-05.csv';

/** Gives unedited results files the modification time that is in their names. */
async function createOldCopies(folder: string, names: readonly string[]): Promise<void> {
  const made = new Date(2024, 0, 2, 3, 4, 5);
  for (const name of names) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), made, made);
  }
}

async function listCopies(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /[.](?:backup|results)-/.test(name));
}

test('--keep-backups deletes old copies and reports their number, even if there are no new results', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({
    'hires.csv': toCsv(people(1)),
  });
  await createOldCopies(folder, [oldBackup, oldResults]);
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups'];
  const { code, out } = await rwa(folder, [...assess, '30d'], toEnv(sandbox));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Deleted: {2}2 old backups and results files$/m),
  ]);
  expect(await listCopies(folder)).toEqual([expect.stringMatching(/^hires[.]backup-(?!2024)/)]);
  // A run without new results makes no backup, but deletes old copies.
  await writeFile(join(folder, oldBackup), '');
  const second = await rwa(folder, [...assess, '30d', '--json'], toEnv(sandbox));
  expect([second.code, second.out]).toEqual([0, expect.stringContaining('"oldCopiesDeleted":1')]);
  expect(await listCopies(folder)).toEqual([expect.stringMatching(/^hires[.]backup-(?!2024)/)]);
});

test('with --keep-backups, results files of nightly runs do not accumulate', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({
    'hires.csv': toCsv(people(1)),
    '.~lock.hires.csv#': '',
  });
  await createOldCopies(folder, [oldBackup, oldResults]);
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups', '1'];
  for (let night = 0; night < 2; night++) {
    expect((await rwa(folder, assess, toEnv(sandbox))).code).toBe(6);
    expect(await listCopies(folder)).toEqual([
      oldBackup,
      expect.stringMatching(/^hires[.]results-(?!2024)/),
    ]);
  }
});

test('a run with --output deletes old copies of the sheet and the output, and a sandbox run deletes none', async () => {
  const sandbox = await startTestSandbox();
  const outputResults = 'out.results-2024-01-02T03-04-05.csv';
  const folder = await folderWith({
    'hires.csv': toCsv(people(1)),
  });
  await createOldCopies(folder, [oldBackup, outputResults]);
  const assess = ['assess', 'hires.csv', ...quick, '--keep-backups', '2w'];
  await rwa(folder, [...assess, '--sandbox']);
  expect(await listCopies(folder)).toEqual([oldBackup, outputResults]);
  await rwa(folder, [...assess, '--output', 'out.csv'], toEnv(sandbox));
  expect(await listCopies(folder)).toEqual([]);
});

test('old copies are kept if the run stops early or --keep-backups is omitted', async () => {
  const folder = await folderWith({
    'hires.csv': toCsv(people(1)),
  });
  await createOldCopies(folder, [oldBackup, oldResults]);
  const sandbox = await startTestSandbox();
  const assess = ['assess', 'hires.csv', ...quick];
  const stopped = await rwa(folder, [...assess, '--keep-backups', '30d'], {
    ...toEnv(sandbox),
    RWA_TOKEN: 'nobodys-token',
  });
  expect([stopped.code, await listCopies(folder)]).toEqual([5, [oldBackup, oldResults]]);
  await rwa(folder, assess, toEnv(sandbox));
  expect(await listCopies(folder)).toEqual(expect.arrayContaining([oldBackup, oldResults]));
});

test.each(['0', '0d', '0w', 'all', '90m', '1.5d'])(
  '--keep-backups %s is refused',
  async (value) => {
    const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
    const { code, err } = await rwa(folder, ['assess', 'hires.csv', '--keep-backups', value]);
    expect([code, err]).toEqual([2, expect.stringContaining('such as 10, or an age')]);
  },
);
