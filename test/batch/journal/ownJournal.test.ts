import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../../../batch/journal/files.js';
import { refuseOtherJournal } from '../../../batch/journal/ownJournal.js';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { folderOfTest } from '../folderOfTest.js';
import { employees, runOn, sheetOf } from '../run/runOfTest.js';

test('a sheet with a journal of its own is not sent again by another journal', async () => {
  const service = await sandboxOfTest();
  const folder = folderOfTest();
  const path = sheetOf(folder, employees(3));
  const before = readFileSync(path, 'utf8');
  await runOn(path, service.sandbox);
  // The results of the run get lost, so that the sheet shows nothing of it.
  writeFileSync(path, before);
  const files = filesOf(path, { journal: join(folder, 'other.jsonl') });
  const again = runOn(path, service.sandbox, { files });
  await expect(again).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /hires.csv has a journal of its own, .*hires.csv.rwa-journal.jsonl, and .*other.jsonl is another file .* Nothing was sent. Run the same command without --journal/,
    ) as string,
  });
  expect(existsSync(files.journal)).toBe(false);
  expect((await service.ledger()).requests.rwa_create).toBe(3);
});

test.each([
  ['a symbolic link', symlinkSync],
  ['a hard link', linkSync],
])('%s to its journal is the same one', async (_what, link) => {
  const service = await sandboxOfTest();
  const folder = folderOfTest();
  const path = sheetOf(folder, employees(2));
  await runOn(path, service.sandbox);
  const other = join(folder, 'other.jsonl');
  link(filesOf(path, {}).journal, other);
  const files = filesOf(path, { journal: other });
  const { summary } = await runOn(path, service.sandbox, { files });
  expect(summary.counts.Scored).toBe(2);
  expect((await service.ledger()).requests.rwa_create).toBe(2);
});

test('a sheet that shows results of another journal is not sent by a new one', async () => {
  const service = await sandboxOfTest();
  const folder = folderOfTest();
  const path = sheetOf(folder, employees(3));
  const first = filesOf(path, { journal: join(folder, 'first.jsonl') });
  await runOn(path, service.sandbox, { files: first });
  const files = filesOf(path, { journal: join(folder, 'second.jsonl') });
  await expect(runOn(path, service.sandbox, { files })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /3 rows show results, row 2 first.*second.jsonl is new/,
    ) as string,
  });
  expect(existsSync(files.journal)).toBe(false);
  const { summary } = await runOn(path, service.sandbox, { files: first });
  expect(summary.counts.Scored).toBe(3);
  expect((await service.ledger()).requests.rwa_create).toBe(3);
});

test('nor by one that knows other rows', async () => {
  const service = await sandboxOfTest();
  const folder = folderOfTest();
  const other = sheetOf(folderOfTest(), ['E-9']);
  const journal = join(folder, 'others.jsonl');
  await runOn(other, service.sandbox, { files: filesOf(other, { journal }) });
  const path = sheetOf(folder, employees(2));
  await runOn(path, service.sandbox);
  renameSync(filesOf(path, {}).journal, join(folder, 'away.jsonl'));
  const again = runOn(path, service.sandbox, { files: filesOf(path, { journal }) });
  await expect(again).rejects.toThrow('Nothing was sent.');
  expect((await service.ledger()).requests.rwa_create).toBe(3);
});

test('an empty journal, and that of another command, forbid no other', () => {
  const folder = folderOfTest();
  const path = sheetOf(folder, employees(1));
  const journal = join(folder, 'other.jsonl');
  writeFileSync(filesOf(path, {}).journal, '');
  writeFileSync(filesOf(path, { command: 'invite' }).journal, 'x');
  expect(() => {
    refuseOtherJournal(path, filesOf(path, { journal }));
  }).not.toThrow();
  expect(() => {
    refuseOtherJournal(path, filesOf(path, { journal, command: 'invite' }));
  }).toThrow('has a journal of its own');
});
