import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteOldCopies } from '../../../batch/engine/files/backups.js';
import { testFolder } from '../testFolder.js';

const newBackup = 'hires.backup-2026-11-21T10-15-00-2.xlsx';
const copies = [
  'hires.backup-2026-08-01T06-00-00.xlsx',
  'hires.backup-2026-11-01T06-00-00.xlsx',
  'hires.backup-2026-11-21T10-15-00.xlsx',
  newBackup,
  'hires.results-2026-08-02T06-00-00.xlsx',
  'hires.results-2026-11-02T06-00-00.xlsx',
];
const resultsTimes = [
  ['hires.results-2026-08-02T06-00-00.xlsx', new Date(2026, 7, 2, 6)],
  ['hires.results-2026-11-02T06-00-00.xlsx', new Date(2026, 10, 2, 6)],
] as const;
/** Files that are not copies of hires.xlsx, although some have similar names. */
const others = [
  'hires.xlsx',
  'hires.xlsx.rwa-journal.jsonl',
  'hires.backup-2020-01-01T06-00-00.csv',
  'hires.backup-2020-01-01.xlsx',
  'hires.backup-2020-13-01T06-00-00.xlsx',
  'my hires.backup-2020-01-01T06-00-00.xlsx',
  'hires.old.backup-2020-01-01T06-00-00.xlsx',
  'hires.backup-2020-01-01T06-00-00 copy.xlsx',
  'hires.sandbox.backup-2020-01-01T06-00-00.xlsx',
];
const nowMs = new Date(2026, 10, 21, 10, 15).getTime();
const daysToMs = (days: number) => days * 24 * 3_600_000;

function createFolder(): string {
  const path = testFolder();
  for (const name of [...copies, ...others]) writeFileSync(join(path, name), '');
  // Until somebody edits a results file, its modification time is the time in its name.
  for (const [name, made] of resultsTimes) utimesSync(join(path, name), made, made);
  return path;
}

function listDeleted(path: string): string[] {
  const remaining = new Set(readdirSync(path));
  return [...copies, ...others].filter((name) => !remaining.has(name));
}

test('keeps the newest backups and results files by the dates in their names', async () => {
  const path = createFolder();
  // A backup has the modification time of the sheet, which may be much older.
  utimesSync(join(path, newBackup), 0, 0);
  const { deleted } = await deleteOldCopies(
    join(path, 'hires.xlsx'),
    [join(path, newBackup)],
    { newest: 1 },
    nowMs,
  );
  expect(listDeleted(path)).toEqual([copies[0], copies[1], copies[2], copies[4]]);
  expect(deleted).toBe(4);
});

test('keeps the copies of the last 90 days, whatever their modification times', async () => {
  const path = createFolder();
  for (const name of copies) utimesSync(join(path, name), 0, 0);
  const retention = { youngerThanMs: daysToMs(90) };
  const { deleted } = await deleteOldCopies(
    join(path, 'hires.xlsx'),
    [join(path, newBackup)],
    retention,
    nowMs,
  );
  expect(listDeleted(path)).toEqual([copies[0], copies[4]]);
  expect(deleted).toBe(2);
});

test('keeps results files that somebody has edited', async () => {
  const path = createFolder();
  const [[edited], [unedited]] = resultsTimes;
  utimesSync(join(path, edited), 0, new Date(2026, 7, 2, 6, 2));
  utimesSync(join(path, unedited), 0, new Date(2026, 10, 2, 6, 0, 50));
  const sheet = join(path, 'hires.xlsx');
  await deleteOldCopies(sheet, [], { youngerThanMs: daysToMs(1) }, nowMs + daysToMs(900));
  expect(listDeleted(path)).toContain(unedited);
  expect(listDeleted(path)).not.toContain(edited);
});

test('keeps the new backup even if the clock was changed', async () => {
  const path = createFolder();
  writeFileSync(join(path, 'hires.backup-2030-01-01T06-00-00.xlsx'), '');
  await deleteOldCopies(join(path, 'hires.xlsx'), [join(path, newBackup)], { newest: 1 }, nowMs);
  expect(listDeleted(path)).not.toContain(newBackup);
  await deleteOldCopies(
    join(path, 'hires.xlsx'),
    [join(path, newBackup)],
    { youngerThanMs: daysToMs(1) },
    nowMs + daysToMs(900),
  );
  expect(listDeleted(path)).not.toContain(newBackup);
});

test('keeps folders and links that are named like copies', async () => {
  const path = createFolder();
  const names = ['hires.backup-2019-01-01T06-00-00.xlsx', 'hires.results-2019-01-01T06-00-00.xlsx'];
  const [asFolder = '', asLink = ''] = names.map((name) => join(path, name));
  mkdirSync(asFolder);
  symlinkSync(join(path, 'hires.xlsx'), asLink);
  await deleteOldCopies(join(path, 'hires.xlsx'), [join(path, newBackup)], { newest: 1 }, nowMs);
  expect(readdirSync(path)).toEqual(expect.arrayContaining(names));
});
