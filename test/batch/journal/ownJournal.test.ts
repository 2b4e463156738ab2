import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toSheetFiles, type SheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import {
  findRecordedJournal,
  recordJournalLocation,
  refuseOtherJournal,
} from '../../../batch/engine/journal/ownJournal.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { createTinyDisk } from '../tinyDisk.js';
import { employees, runOn, writeHires } from '../run/testRun.js';

test('refuses another journal for a sheet that has its own', async () => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const path = writeHires(folder, employees(3));
  const before = readFileSync(path, 'utf8');
  await runOn(path, service.sandbox);
  // Restore the sheet as it was before the run.
  writeFileSync(path, before);
  const files = toSheetFiles(path, { journal: join(folder, 'other.jsonl') });
  const again = runOn(path, service.sandbox, { files });
  await expect(again).rejects.toMatchObject({
    outcome: 'usage',
    messages: [
      {
        code: 'sheetHasOtherJournal',
        sheet: path,
        ownJournal: files.ownJournal,
        journal: files.journal,
        complete: 'own',
      },
    ],
  });
  expect(existsSync(files.journal)).toBe(false);
  expect((await service.readLedger()).requests.rwa_create).toBe(3);
});

test.each([
  ['a symbolic link', symlinkSync],
  ['a hard link', linkSync],
])("accepts %s to the sheet's journal", async (_what, link) => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const path = writeHires(folder, employees(2));
  await runOn(path, service.sandbox);
  const other = join(folder, 'other.jsonl');
  link(toSheetFiles(path, {}).journal, other);
  const files = toSheetFiles(path, { journal: other });
  const { summary } = await runOn(path, service.sandbox, { files });
  expect(summary.counts.Scored).toBe(2);
  expect((await service.readLedger()).requests.rwa_create).toBe(2);
});

const getDisk = createTinyDisk();

test('a full disk does not change the recorded path of an earlier journal', ({ skip }) => {
  const disk = getDisk(skip);
  disk.empty();
  const path = writeHires(disk.folder, employees(1));
  const first = toSheetFiles(path, { journal: join(testFolder(), 'first.jsonl') });
  recordJournalLocation(path, first);
  disk.fill();
  recordJournalLocation(path, toSheetFiles(path, { journal: join(testFolder(), 'b.jsonl') }));
  expect(findRecordedJournal(first.location)).toBe(first.journal);
  expect(readdirSync(disk.folder).filter((name) => name.startsWith('.splice-'))).toEqual([]);
});

test('refuses a new journal for a sheet that shows results', async () => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const path = writeHires(folder, employees(3));
  const first = toSheetFiles(path, { journal: join(testFolder(), 'first.jsonl') });
  await runOn(path, service.sandbox, { files: first });
  rmSync(first.location);
  const files = toSheetFiles(path, { journal: join(folder, 'second.jsonl') });
  await expect(runOn(path, service.sandbox, { files })).rejects.toMatchObject({
    outcome: 'usage',
    messages: [
      expect.objectContaining({ code: 'namedJournalIsNew', rows: 3, firstRow: 2 }),
      { code: 'nothingSent' },
    ],
  });
  expect(existsSync(files.journal)).toBe(false);
  const { summary } = await runOn(path, service.sandbox, { files: first });
  expect(summary.counts.Scored).toBe(3);
  expect((await service.readLedger()).requests.rwa_create).toBe(3);
});

test('refuses a journal of other rows for a sheet that shows results', async () => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const other = writeHires(testFolder(), ['E-9']);
  const journal = join(folder, 'others.jsonl');
  await runOn(other, service.sandbox, { files: toSheetFiles(other, { journal }) });
  const path = writeHires(folder, employees(2));
  await runOn(path, service.sandbox);
  renameSync(toSheetFiles(path, {}).journal, join(folder, 'away.jsonl'));
  const again = runOn(path, service.sandbox, { files: toSheetFiles(path, { journal }) });
  await expect(again).rejects.toThrow('nothingSent');
  expect((await service.readLedger()).requests.rwa_create).toBe(3);
});

/**
 * Creates a sheet whose own journal has one row, and a named journal with three rows whose results
 * the sheet does not show. With `isComplete`, the named journal also has the request of the sheet's
 * own journal.
 */
async function createTwoJournals(service: SandboxUnderTest, isComplete = false) {
  const folder = testFolder();
  const path = writeHires(folder, ['E-1']);
  const files = toSheetFiles(path, { journal: join(folder, 'kept.jsonl') });
  await runOn(path, service.sandbox);
  const withFirstRow = isComplete ? readFileSync(path, 'utf8') : '';
  const rows = writeHires(folder, employees(3));
  const before = readFileSync(rows, 'utf8');
  if (isComplete) {
    writeFileSync(path, withFirstRow);
    await runOn(path, service.sandbox, { files: skipChecks(files) });
    writeHires(folder, employees(3));
  }
  // Skip the checks that refuse the named journal, or a new journal beside a backup.
  await runOn(path, service.sandbox, { files: skipChecks(files), withoutJournal: true });
  writeFileSync(path, before);
  return { path, files, sent: (await service.readLedger()).requests.rwa_create };
}

/** Returns the files as if the named journal were the sheet's own. */
const skipChecks = (files: SheetFiles): SheetFiles => ({ ...files, ownJournal: files.journal });

test('advises to use the journal that contains all requests of the other journal', async () => {
  const service = await startTestSandbox();
  const { path, files, sent } = await createTwoJournals(service, true);
  const refused = runOn(path, service.sandbox, { files });
  await expect(refused).rejects.toThrow(/sheetHasOtherJournal.*"complete":"named"/);
  renameSync(files.ownJournal, join(testFolder(), 'away.jsonl'));
  const { summary } = await runOn(path, service.sandbox, { files });
  expect(summary.counts.Scored).toBe(3);
  expect((await service.readLedger()).requests.rwa_create).toBe(sent);
});

test('advises neither journal if each contains requests that the other lacks', async () => {
  const service = await startTestSandbox();
  const { path, files, sent } = await createTwoJournals(service);
  const refused = runOn(path, service.sandbox, { files });
  await expect(refused).rejects.toThrow(/sheetHasOtherJournal.*"complete":"neither"/);
  expect((await service.readLedger()).requests.rwa_create).toBe(sent);
});

test("refuses a named journal if the sheet's own journal is empty or a broken link", async () => {
  const folder = testFolder();
  const path = writeHires(folder, employees(1));
  const files = toSheetFiles(path, { journal: join(folder, 'other.jsonl') });
  writeFileSync(files.ownJournal, '');
  await expect(refuseOtherJournal(path, files)).rejects.toMatchObject({ outcome: 'stopped' });
  rmSync(files.ownJournal);
  symlinkSync(join(testFolder(), 'away.jsonl'), files.ownJournal);
  await expect(refuseOtherJournal(path, files)).rejects.toThrow('journalLinkIsBroken');
});

test('ignores the journal of another command', async () => {
  const folder = testFolder();
  const path = writeHires(folder, employees(1));
  const journal = join(folder, 'other.jsonl');
  const at = new Date().toISOString();
  const first = { fact: 'journal', version: 1, service: 'x', salt: 's', at };
  writeFileSync(toSheetFiles(path, { command: 'invite' }).journal, `${JSON.stringify(first)}\n`);
  await refuseOtherJournal(path, toSheetFiles(path, { journal }));
  const invited = refuseOtherJournal(path, toSheetFiles(path, { journal, command: 'invite' }));
  await expect(invited).rejects.toThrow('sheetHasOtherJournal');
});
