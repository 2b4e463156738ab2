import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../../../batch/journal/files.js';
import { folderOfTest } from '../folderOfTest.js';

test('a sheet has one journal, by whatever link it is opened', () => {
  const folder = folderOfTest();
  mkdirSync(join(folder, 'real'));
  const sheet = join(folder, 'real', 'hires.csv');
  writeFileSync(sheet, 'x');
  symlinkSync(sheet, join(folder, 'link.csv'));
  symlinkSync(join(folder, 'real'), join(folder, 'linked'));
  const { journal } = filesOf(sheet, {});
  expect(journal).toBe(`${sheet}.rwa-journal.jsonl`);
  expect(filesOf(join(folder, 'link.csv'), {}).journal).toBe(journal);
  expect(filesOf(join(folder, 'linked', 'hires.csv'), {}).journal).toBe(journal);
  expect(filesOf(join(folder, 'real', '..', 'real', 'hires.csv'), {}).journal).toBe(journal);
});

test('a given journal has one lock, by whatever link it is given', () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, 'j.jsonl'), '');
  symlinkSync(join(folder, 'j.jsonl'), join(folder, 'link.jsonl'));
  const lock = join(folder, 'j.jsonl.lock');
  expect(filesOf('hires.csv', { journal: join(folder, 'j.jsonl') }).lock).toBe(lock);
  expect(filesOf('hires.csv', { journal: join(folder, 'link.jsonl') }).lock).toBe(lock);
});

test('a rehearsal has files of its own', () => {
  const [real, rehearsal] = [filesOf('hires.csv', {}), filesOf('hires.csv', { sandbox: true })];
  expect(rehearsal.journal).not.toBe(real.journal);
  expect(rehearsal.lock).not.toBe(real.lock);
});
