import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import type { Corrections } from '../../../batch/engine/intake/corrections.js';
import { assess, createReassessment } from '../../../batch/engine/operations/assess.js';
import type { SheetOperation } from '../../../batch/engine/operations/sheetOperation.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { cellsByHeading, employees, runOn, writeHires } from './testRun.js';

const toPoland = { field: 'destination', value: 'Portugal', to: 'Poland' };
const polandMessage = 'Sent with Destination country "Poland" instead of "Portugal".';

/** Creates a sheet whose rows have the destination Portugal. */
async function createSheet(count = 1) {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(count));
  return {
    path,
    run: (corrections: Corrections, operation: SheetOperation = assess, withoutJournal = false) => {
      const intake = { inputs: operation, corrections };
      return runOn(path, service.sandbox, { operation, intake, withoutJournal });
    },
    readRows: () =>
      cellsByHeading(path).map((row) => [
        row['Destination country'],
        row['Assessment status'],
        row['Assessment message'],
      ]),
    listSentDestinations: async () =>
      (await service.readLedger()).assessments.map(({ destination }) => destination),
  };
}

test('sends a corrected value, leaves the cell unchanged, and reports the correction in the message', async () => {
  const { path, run, readRows, listSentDestinations } = await createSheet(2);
  await run([{ ...toPoland, row: 3 }]);
  expect((await listSentDestinations()).toSorted()).toEqual(['Poland', 'Portugal']);
  expect(readRows()).toEqual([
    ['Portugal', 'Scored', ''],
    ['Portugal', 'Scored', polandMessage],
  ]);
  const before = readFileSync(path, 'utf8');
  expect((await run([{ ...toPoland, row: 3 }])).summary).toMatchObject({ sent: 0, notes: [] });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('neither sends a correction of a scored row, nor reports it as sent', async () => {
  const { run, readRows, listSentDestinations } = await createSheet();
  await run([]);
  await run([toPoland]);
  const [row] = readRows();
  expect(row?.slice(0, 2)).toEqual(['Portugal', 'Invalid']);
  expect(row?.[2]).toContain('The inputs are not those that assessment');
  expect(row?.[2]).not.toContain('Sent with');
  expect(await listSentDestinations()).toEqual(['Portugal']);
});

test('a round sends the current corrections, and replaces the message about the previous corrections', async () => {
  const { run, readRows, listSentDestinations } = await createSheet();
  await run([toPoland]);
  await run([{ ...toPoland, to: 'Spain' }], createReassessment({}));
  expect(readRows()).toEqual([
    ['Portugal', 'Scored', 'Sent with Destination country "Spain" instead of "Portugal".'],
  ]);
  await run([], createReassessment({}));
  expect(readRows()).toEqual([['Portugal', 'Scored', '']]);
  expect(await listSentDestinations()).toEqual(['Poland', 'Spain', 'Portugal']);
});

test('without a journal, the message about a correction stays until the row is reassessed', async () => {
  const { path, run, readRows } = await createSheet();
  await run([toPoland]);
  rmSync(toSheetFiles(path, {}).journal);
  await run([toPoland]);
  expect(readRows()).toEqual([['Portugal', 'Scored', polandMessage]]);
  rmSync(toSheetFiles(path, {}).journal, { force: true });
  await run([], createReassessment({}), true);
  expect(readRows()).toEqual([['Portugal', 'Scored', '']]);
});

test('a Manager ID that a correction fills in after the row was scored is not sent', async () => {
  const { run, readRows, listSentDestinations } = await createSheet();
  await run([toPoland]);
  await run([toPoland, { field: 'managerId', value: '', to: 'M-1' }]);
  expect(readRows()).toEqual([['Portugal', 'Scored', polandMessage]]);
  expect(await listSentDestinations()).toHaveLength(1);
});
