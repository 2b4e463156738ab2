import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { toErrorMessage } from '../../../batch/engine/errors.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { toNodeOperation } from '../../../batch/engine/operations/sheetOperation.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { JournalMemory } from '../../../batch/engine/journal/journalMemory.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { SHARED_WORKBOOKS } from '../../sheets/xlsx/sharedWorkbooks.js';
import { cannotRun } from '../../skips.js';
import { testFolder } from '../testFolder.js';
import { readParts, runInMemory } from './memoryRun.js';
import { runOn } from './testRun.js';

const sample = join(import.meta.dirname, '../../../samples/hires-2026-q4.xlsx');
const name = 'hires.xlsx';

test('writes the same results into a workbook in memory as on the disk', async () => {
  const service = await startTestSandbox();
  const path = join(testFolder(), name);
  copyFileSync(sample, path);
  const { summary } = await runOn(path, service.sandbox);
  expect(summary).toMatchObject({ outcome: 'done', sent: 24 });

  const journal = new JournalMemory(readFileSync(toSheetFiles(path, {}).journal));
  const inMemory = await runInMemory(readFileSync(sample), service, { journal });
  expect(inMemory.summary).toMatchObject({ outcome: 'done', sent: 0 });
  expect(readParts(inMemory.written)).toEqual(readParts(readFileSync(path)));
});

test('without a journal, the rows of a workbook with results are not sent again', async () => {
  const service = await startTestSandbox();
  const first = await runInMemory(readFileSync(sample), service);
  expect(first.summary).toMatchObject({ outcome: 'done', sent: 24 });
  const again = await runInMemory(first.written, service);
  expect(again.summary).toMatchObject({ outcome: 'done', sent: 0, counts: { Scored: 24 } });
  expect((await service.readLedger()).commits.rwa_create).toBe(24);
});

/** Inputs for every row, so that workbooks without input columns can be assessed. */
const inputsOfEveryRow = {
  employeeId: 'E-1',
  purpose: 'Hire From Anywhere',
  seniority: 'Mid',
  roleType: 'Other',
  citizenship: 'France',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  numberHires: '2',
  urgency: '1-3 months',
  startDate: '2026-11-03',
  endDate: '2027-11-02',
};

const operations = [
  ['rwa assess', assess],
  ['the n8n node', toNodeOperation(assess)],
] as const;

for (const [writer, operation] of operations) {
  const title = `${writer} writes the same parts into real workbooks in memory and on the disk, except for journal hashes`;
  test(title, { timeout: 300_000 }, async ({ skip }) => {
    if (SHARED_WORKBOOKS.length === 0) cannotRun(skip, 'There are no shared workbooks here.');
    const service = await startTestSandbox();
    const intake = { inputs: operation, set: inputsOfEveryRow };
    const outcomes = { written: 0, refused: 0 };
    for (const original of SHARED_WORKBOOKS) {
      const path = join(testFolder(), basename(original));
      copyFileSync(original, path);
      const options = { input: path, output: path, operation, intake };
      const onDisk = await runOn(path, service.sandbox, { operation, intake }).catch(
        toErrorMessage,
      );
      const files = toSheetFiles(path, {});
      const stored = existsSync(files.journal) ? readFileSync(files.journal) : Buffer.alloc(0);
      const journal = new JournalMemory(stored);
      const inMemory = await runInMemory(readFileSync(original), service, {
        ...options,
        journal,
      }).catch(toErrorMessage);
      if (typeof onDisk === 'string' || typeof inMemory === 'string') {
        expect(inMemory, original).toBe(onDisk);
        outcomes.refused++;
      } else {
        expect(readParts(inMemory.written), original).toEqual(readParts(readFileSync(path)));
        outcomes.written++;
      }
    }
    expect(outcomes).toEqual({ written: 51, refused: 24 });
  });
}
