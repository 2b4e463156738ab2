import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { testFolder } from '../testFolder.js';

test('all links to a sheet share one journal', () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'real'));
  const sheet = join(folder, 'real', 'hires.csv');
  writeFileSync(sheet, 'x');
  symlinkSync(sheet, join(folder, 'link.csv'));
  symlinkSync(join(folder, 'real'), join(folder, 'linked'));
  const { journal } = toSheetFiles(sheet, {});
  expect(journal).toBe(`${sheet}.rwa-journal.jsonl`);
  expect(toSheetFiles(join(folder, 'link.csv'), {}).journal).toBe(journal);
  expect(toSheetFiles(join(folder, 'linked', 'hires.csv'), {}).journal).toBe(journal);
  expect(toSheetFiles(join(folder, 'real', '..', 'real', 'hires.csv'), {}).journal).toBe(journal);
});

test('all links to a named journal share one lock, and the sheet has another lock', () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'j.jsonl'), '');
  symlinkSync(join(folder, 'j.jsonl'), join(folder, 'link.jsonl'));
  const journalLock = join(folder, 'j.jsonl.lock');
  const { lock } = toSheetFiles('hires.csv', {});
  for (const name of ['j.jsonl', 'link.jsonl']) {
    expect(toSheetFiles('hires.csv', { journal: join(folder, name) })).toMatchObject({
      lock,
      journalLock,
    });
  }
});

test("the journal beside the sheet shares the sheet's lock, even if it is named", () => {
  const { lock, journalLock } = toSheetFiles('hires.csv', {});
  expect(journalLock).toBe(lock);
  const journal = resolve('hires.csv.rwa-journal.jsonl');
  expect(toSheetFiles('hires.csv', { journal })).toMatchObject({ lock, journalLock });
});

test('a sandbox run has its own files', () => {
  const [real, sandbox] = [
    toSheetFiles('hires.csv', {}),
    toSheetFiles('hires.csv', { sandbox: true }),
  ];
  expect(sandbox.journal).not.toBe(real.journal);
  expect(sandbox.lock).not.toBe(real.lock);
});
