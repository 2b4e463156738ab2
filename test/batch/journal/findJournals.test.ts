import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from '../../../batch/engine/journal/journalFile.js';
import { findJournals } from '../../../batch/engine/journal/readJournal.js';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { testFolder } from '../testFolder.js';

async function writeJournal(path: string): Promise<void> {
  const journal = await openJournal(path, 'https://service.example', Date.now);
  journal.append({ fact: 'intent', row: 'r', attempt: 1, at: new Date().toISOString() });
  await journal.close();
}

test('finds journals by their first bytes, and skips drafts and other files', async () => {
  const [folder, other] = [testFolder(), testFolder()];
  await writeJournal(join(folder, 'x.txt'));
  await writeJournal(join(other, 'away'));
  symlinkSync(join(other, 'away'), join(folder, 'link'));
  await writeJournal(join(folder, 'damaged'));
  appendFileSync(join(folder, 'damaged'), 'nonsense\n{}\n');
  await writeJournal(createDraftPath(join(folder, 'x.txt')));
  writeFileSync(join(folder, 'short'), '{');
  writeFileSync(join(folder, 'sheet.csv'), 'Employee ID\n'.repeat(1_000));
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
  const found: (string | undefined)[][] = [];
  for await (const { path, read } of findJournals([folder, folder, join(folder, 'none')])) {
    found.push([basename(path), (await read()).state('r')?.state]);
  }
  expect(found.toSorted()).toEqual([
    ['damaged', 'Sent'],
    ['link', 'Sent'],
    ['x.txt', 'Sent'],
  ]);
});

test('does not skip a journal of a newer version', async () => {
  const path = join(testFolder(), 'newer');
  writeFileSync(path, `${JSON.stringify({ fact: 'journal', version: 2 })}\n`);
  for await (const { read } of findJournals([dirname(path)])) {
    await expect(read()).rejects.toThrow('journalOfNewerVersion');
  }
  expect.assertions(1);
});
