import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { rwa } from '../../../batch/rwa.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { createPerson } from '../cli/person.js';
import { testFolder } from '../testFolder.js';
import { cellsByHeading, runOn, type RunSettings, writeHires } from '../run/testRun.js';

const pending = 'SANDBOX-ALWAYS-PENDING-1';

/** Creates a sheet of these employees, assesses it, and deletes its journal. */
async function createSheetWithoutJournal(...employees: readonly string[]) {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees);
  const run = (settings: RunSettings = {}) =>
    runOn(path, service.sandbox, { pollTimeoutMs: 200, ...settings });
  await run();
  rmSync(toSheetFiles(path, {}).journal);
  const change = (edit: (cells: Record<string, string>, row: number) => void) => {
    const rows = cellsByHeading(path);
    for (const [index, cells] of rows.entries()) edit(cells, index + 2);
    const columns = Object.keys(rows[0] ?? {});
    writeFileSync(path, `${Papa.unparse(rows, { columns })}\r\n`);
  };
  const countCreated = async () => (await service.readLedger()).commits.rwa_create;
  const runCommand = async (...args: string[]) => {
    const person = createPerson([]);
    const code = await rwa(args, person);
    return { code, text: person.messages.join('\n') };
  };
  return { path, run, change, countCreated, runCommand };
}

const readStatuses = (path: string) => cellsByHeading(path).map((row) => row['Assessment status']);

test('three runs do not send a sheet that lost its journal and its Assessment IDs', async () => {
  const { path, run, change, countCreated } = await createSheetWithoutJournal(
    'E-1',
    'E-2',
    pending,
  );
  change((cells) => delete cells['Assessment ID']);
  for (let time = 1; time <= 3; time++) {
    const { summary, reports } = await run();
    expect(summary).toMatchObject({ counts: { Unconfirmed: 3 }, notes: [] });
    // The first of these runs records the original statuses in a new journal, which is deleted before
    // the third run.
    const shownStatuses =
      time < 3 ? ['Scored', 'Scored', 'Pending'] : Array<string>(3).fill('Unconfirmed');
    expect(reports.map(({ message }) => message)).toEqual(
      shownStatuses.map(
        (status) =>
          expect.stringContaining(
            `The sheet showed the status ${status}, but its Assessment ID`,
          ) as string,
      ),
    );
    expect(readStatuses(path)).toEqual(Array(3).fill('Unconfirmed'));
    if (time === 2) rmSync(toSheetFiles(path, {}).journal);
  }
  expect(await countCreated()).toBe(3);
});

test.each([
  ['Scored', 'E-1'],
  ['Pending', pending],
])('a %s row is Unconfirmed while its Assessment ID is missing', async (_status, employee) => {
  const { path, run, change, countCreated } = await createSheetWithoutJournal('E-0', employee);
  const assessmentId = cellsByHeading(path)[1]?.['Assessment ID'] ?? '';
  change((cells, row) => {
    if (row === 3) cells['Assessment ID'] = '';
  });
  const before = readStatuses(path)[1];
  expect((await run()).summary.counts).toMatchObject({ Scored: 1, Unconfirmed: 1 });
  change((cells, row) => {
    if (row === 3) cells['Assessment ID'] = assessmentId;
  });
  await run();
  expect(readStatuses(path)).toEqual(['Scored', before]);
  expect(await countCreated()).toBe(2);
});

test('a row with no Assessment ID and wrong inputs is Unconfirmed after the inputs are corrected', async () => {
  const { path, run, change, countCreated } = await createSheetWithoutJournal('E-1');
  change((cells) => {
    cells['Assessment ID'] = '';
    cells.Seniority = 'x';
  });
  expect((await run()).reports[0]?.message).toContain('Seniority "x": unsupported value');
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).toBe('');
  change((cells) => (cells.Seniority = 'Mid'));
  expect((await run()).summary.counts).toMatchObject({ Unconfirmed: 1 });
  expect(readStatuses(path)).toEqual(['Unconfirmed']);
  expect(await countCreated()).toBe(1);
});

test('rwa check and rwa status report a missing Assessment ID, and leave the sheet unchanged', async () => {
  const { path, change, runCommand } = await createSheetWithoutJournal('E-1');
  change((cells) => (cells['Assessment ID'] = ''));
  const text = readFileSync(path, 'utf8');
  const check = await runCommand('check', path);
  expect(check.code).toBe(3);
  expect(check.text.replaceAll(/\s+/g, ' ')).toContain(
    'Assessment ID: is missing, although the row was sent: its status is Scored.',
  );
  const status = await runCommand('status', path);
  expect(status.text.replaceAll(/\s+/g, ' ')).toContain('its Assessment ID is missing');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
