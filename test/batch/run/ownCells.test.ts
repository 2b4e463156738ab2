import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { assess, createReassessment } from '../../../batch/engine/operations/assess.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import type { Plan, RunEvent } from '../../../batch/engine/run/events.js';
import { planText } from '../../../batch/cli/output/planText.js';
import { readStatus } from '../../../batch/engine/run/readStatus.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { RowSet } from '../../../sheets/xlsx/rowSet.js';
import { placeColumns } from '../../../sheets/xlsx/write/placement.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { approval, edit, runOperationOn, writeSheet } from '../operations/testSheets.js';
import { employees, headings, hireRow, runOn, type RunSettings, writeHires } from './testRun.js';

const plainText = (_style: unknown, text: string) => text;
const paint = { out: plainText, err: plainText };

const readCells = (path: string): string[][] =>
  Papa.parse<string[]>(readFileSync(path, 'utf8').trimEnd()).data;

function readColumn(path: string, heading: string): (string | undefined)[] {
  const [head = [], ...rows] = readCells(path);
  const at = head.indexOf(heading);
  return rows.map((row) => row[at]);
}

function typeCell(path: string, row: number, heading: string, text: string): void {
  const cells = readCells(path);
  const at = cells[0]?.indexOf(heading) ?? -1;
  expect(at).toBeGreaterThan(-1);
  (cells[row - 1] ?? [])[at] = text;
  writeFileSync(path, `${Papa.unparse(cells)}\r\n`);
}

async function createScoredSheet(count: number) {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(count));
  const run = (settings: RunSettings = {}) => runOn(path, service.sandbox, settings);
  await run();
  return { service, path, run };
}

async function readStatuses(path: string): Promise<string[]> {
  const { rows } = await readStatus(
    path,
    toSheetFiles(path, {}),
    assess,
    { inputs: assess },
    inWords,
  );
  return rows.map(({ report }) => report.status);
}

describe('a result cell', () => {
  const writtenColumns = assess.columns.filter(
    ({ name, optional = false }) =>
      !optional && name !== 'message' && name !== 'cumulativePeRiskLevel',
  );

  test.each(writtenColumns.map(({ heading }) => heading))(
    'is written again after it was emptied: %s',
    async (heading) => {
      const { path, run } = await createScoredSheet(2);
      const before = readFileSync(path, 'utf8');
      typeCell(path, 2, heading, '');
      const { summary } = await run();
      expect(summary).toMatchObject({ output: path, outcome: 'done', notes: [] });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  test('that was emptied makes the plan list the result columns, even if nothing is sent', async () => {
    const { path, run } = await createScoredSheet(1);
    const plans: Plan[] = [];
    const onEvent = (event: RunEvent) => {
      if (event.type === 'plan') plans.push(event.plan);
    };
    await run({ onEvent });
    typeCell(path, 2, 'Payroll tax risk', '');
    await run({ onEvent });
    expect(plans.map(({ resultColumns }) => resultColumns)).toEqual([
      undefined,
      { from: 'O', to: 'AB', existing: [{ from: 'O', to: 'AB' }], added: [] },
    ]);
    const words = { operation: assess, results: 'into hires.csv', check: 'c', status: 's' };
    const texts = plans.map((plan) => planText(plan, words, { paint, width: undefined }));
    expect(texts[0]).toMatch(/\nNothing to do: every row is scored\.$/);
    expect(texts[1]).toMatch(
      /\nNothing to send: every row is scored\.\nResults: {2}into hires\.csv\nColumns: {2}O to AB, which are already there$/,
    );
  });

  test('that a person changed shares one note with other changed cells', async () => {
    const { path, run } = await createScoredSheet(6);
    for (const row of [2, 3, 4, 5, 6]) typeCell(path, row, 'Assessment status', 'checked by Bo');
    const { summary } = await run();
    const first = [2, 3, 4, 5, 6].map((row) => ({ row, heading: 'Assessment status' }));
    expect(summary.notes).toEqual([{ code: 'cellsKept', count: 5, first, source: 'assessment' }]);
  });

  test('is overwritten by the next run if an earlier run wrote it', async () => {
    const { path, run, service } = await createScoredSheet(1);
    writeFileSync(
      path,
      readFileSync(path, 'utf8') + hireRow('SANDBOX-REJECTED').replace('Mid', 'Mdi'),
    );
    expect((await run()).summary.counts).toMatchObject({ Scored: 1, Invalid: 1 });
    expect(readColumn(path, 'Assessment message')[1]).not.toBe('');
    edit(path, (text) => text.replace('Mdi', 'Mid').replace('SANDBOX-REJECTED', 'E-2'));
    expect((await run()).summary).toMatchObject({ outcome: 'done', notes: [] });
    expect(readColumn(path, 'Assessment status')).toEqual(['Scored', 'Scored']);
    expect(readColumn(path, 'Assessment message')).toEqual(['', '']);
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });

  test("keeps a person's remark in a scored row even if the journal is lost", async () => {
    const { path, run } = await createScoredSheet(1);
    typeCell(path, 2, 'Assessment message', 'seen by Bo');
    rmSync(toSheetFiles(path, {}).journal);
    for (const heading of ['Payroll tax risk', 'Report link']) {
      const { summary } = await run();
      expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 1 } });
      expect(readColumn(path, 'Assessment message')).toEqual(['seen by Bo']);
      typeCell(path, 2, heading, '');
    }
  });
});

describe('a row with a score that is not its own', () => {
  test('is Invalid until the cell is cleared', async () => {
    const { path, run, service } = await createScoredSheet(2);
    const before = readFileSync(path, 'utf8');
    const [id] = readColumn(path, 'Assessment ID');
    typeCell(path, 2, 'Row reference', '');
    typeCell(path, 2, 'Working rights risk', '0.05');
    for (let time = 1; time <= 2; time++) {
      const { summary } = await run();
      expect(summary).toMatchObject({ outcome: 'someFailed', counts: { Scored: 1, Invalid: 1 } });
      expect(readColumn(path, 'Assessment status')).toEqual(['Invalid', 'Scored']);
      expect(readColumn(path, 'Assessment message')[0]).toContain(
        `Working rights risk contains 0.05, which is not from assessment ${id ?? ''}`,
      );
      expect(readColumn(path, 'Working rights risk')[0]).toBe('0.05');
      expect(readColumn(path, 'Overall trip risk')[0]).toBe('');
      expect(readColumn(path, 'Assessment ID')[0]).toBe(id);
      expect(await readStatuses(path)).toEqual(['Invalid', 'Scored']);
    }
    typeCell(path, 2, 'Working rights risk', '');
    expect((await run()).summary).toMatchObject({ outcome: 'done', notes: [] });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });

  test('is Invalid if a person typed the score before the result arrived', async () => {
    const service = await startTestSandbox({ readyAfterMs: 500 });
    const path = writeHires(testFolder(), employees(1));
    const run = () => runOn(path, service.sandbox);
    await runOn(path, service.sandbox, { pollTimeoutMs: 1 });
    typeCell(path, 2, 'Payroll tax risk', '9.95');
    expect((await run()).summary).toMatchObject({ counts: { Invalid: 1 } });
    expect(readColumn(path, 'Payroll tax risk')).toEqual(['9.95']);
    expect(await readStatuses(path)).toEqual(['Invalid']);
    typeCell(path, 2, 'Payroll tax risk', '');
    expect((await run()).summary).toMatchObject({ outcome: 'done', counts: { Scored: 1 } });
  });

  test('gets its own scores back after scores were sorted into the wrong rows', async () => {
    const { path, run } = await createScoredSheet(2);
    const before = readFileSync(path, 'utf8');
    const [head = [], first = [], second = []] = readCells(path);
    const [from, to] = [head.indexOf('Overall trip risk'), head.indexOf('Report link')];
    for (const hasReference of [true, false]) {
      const swap = (row: string[], other: string[]) =>
        row.map((cell, at) => (at >= from && at < to ? (other[at] ?? '') : cell));
      const rows = [swap(first, second), swap(second, first)];
      const last = head.indexOf('Row reference');
      const shown = hasReference ? rows : rows.map((row) => row.with(last, ''));
      writeFileSync(path, `${Papa.unparse([head, ...shown])}\r\n`);
      expect((await run()).summary).toMatchObject({ outcome: 'done', notes: [] });
      expect(readFileSync(path, 'utf8')).toBe(before);
    }
  });
});

describe('a remark in the message column', () => {
  test('stays after its row was corrected and sent', async () => {
    const { path, run } = await createScoredSheet(1);
    writeFileSync(path, readFileSync(path, 'utf8') + hireRow('E-9').replace('Mid', 'Mdi'));
    await run();
    const heading = 'Assessment message';
    typeCell(path, 3, heading, 'asked Bo');
    await run();
    edit(path, (text) => text.replace('Mdi', 'Mid'));
    await run();
    expect(readColumn(path, 'Assessment status')).toEqual(['Scored', 'Scored']);
    expect(readColumn(path, heading)).toEqual(['', 'asked Bo']);
  });

  test('stays next to a decision even if the journal is lost', async () => {
    const service = await startTestSandbox();
    const path = writeSheet(testFolder(), [
      { ...approval(await service.create()), Decision: 'Maybe' },
    ]);
    const run = () => runOperationOn(path, decide, service);
    await run();
    expect(readColumn(path, 'Decision status')).toEqual(['Invalid']);
    expect(readColumn(path, 'Decision message')[0]).not.toBe('');
    typeCell(path, 2, 'Decision message', 'asked Bo');
    rmSync(toSheetFiles(path, { command: 'decide' }).journal, { force: true });
    edit(path, (text) => text.replace('Maybe', 'Manager Approved'));
    await run();
    expect(readColumn(path, 'Decision status')).toEqual(['Decided']);
    expect(readColumn(path, 'Decision message')).toEqual(['asked Bo']);
  });
});

describe('the sheet and rwa status show the same status', () => {
  test('for a pending row after an edit', async () => {
    const service = await startTestSandbox({ readyAfterMs: 3_600_000 });
    const path = writeHires(testFolder(), employees(2));
    await runOn(path, service.sandbox, { pollTimeoutMs: 1 });
    const [id] = readColumn(path, 'Assessment ID');
    edit(path, (text) => text.replaceAll(',Mid,', ',Senior,'));
    const { summary, reports } = await runOn(path, service.sandbox, { pollTimeoutMs: 1 });
    expect(summary).toMatchObject({ outcome: 'someFailed', counts: { Invalid: 2 } });
    expect(readColumn(path, 'Assessment status')).toEqual(['Invalid', 'Invalid']);
    expect(readColumn(path, 'Assessment ID')[0]).toBe(id);
    expect(await readStatuses(path)).toEqual(['Invalid', 'Invalid']);
    expect(readColumn(path, 'Assessment message')).toEqual(reports.map(({ message }) => message));
    expect((await runOn(path, service.sandbox)).summary.output).toBeUndefined();
  });

  test('for a scored row after an edit', async () => {
    const { path, run } = await createScoredSheet(2);
    const before = readFileSync(path, 'utf8');
    edit(path, (text) => text.replace('E-2,Hire From Anywhere,Mid', 'E-2,Hire From Anywhere,Low'));
    await run();
    expect(readColumn(path, 'Assessment status')).toEqual(['Scored', 'Invalid']);
    expect(readColumn(path, 'Overall trip risk')[1]).toBe('');
    expect(readColumn(path, 'Assessment ID')[1]).not.toBe('');
    expect(await readStatuses(path)).toEqual(['Scored', 'Invalid']);

    edit(path, (text) => text.replace('E-2,Hire From Anywhere,Low', 'E-2,Hire From Anywhere,Mid'));
    await run();
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('for a copy of a scored row with another Employee ID', async () => {
    const { path, run, service } = await createScoredSheet(2);
    const [head = '', first = '', second = ''] = readFileSync(path, 'utf8').split('\r\n');
    const copied = first.replace('E-1,', 'E-9,');
    writeFileSync(path, [head, first, second, copied, ''].join('\r\n'));
    const { summary, reports } = await run();
    expect(summary).toMatchObject({ outcome: 'done', sent: 1, counts: { Scored: 3 }, notes: [] });
    expect(readColumn(path, 'Overall trip risk')[2]).toBe(String(reports[2]?.scores?.overallTrip));
    expect(new Set(readColumn(path, 'Assessment ID')).size).toBe(3);
    expect(await readStatuses(path)).toEqual(['Scored', 'Scored', 'Scored']);
    expect((await service.readLedger()).commits.rwa_create).toBe(3);
  });

  test.each([
    ['a corrected Employee ID', 'Employee ID', 'E-9', ''],
    ['a corrected input and a cleared Assessment ID', 'Seniority', 'Mid', 'Assessment ID'],
  ])(
    'for a row with %s after only the inputs are sorted',
    async (_what, heading, text, cleared) => {
      const service = await startTestSandbox();
      const path = writeHires(testFolder(), employees(3));
      edit(path, (all) => all.replace('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low'));
      await runOn(path, service.sandbox);
      if (cleared !== '') typeCell(path, 2, cleared, '');
      const [head = [], ...rows] = readCells(path);
      const firstResult = head.indexOf('Assessment status');
      const inputs = rows.map((row) => row.slice(0, firstResult));
      (inputs[0] ?? [])[head.indexOf(heading)] = text;
      const sorted = [...inputs.slice(1), ...inputs.slice(0, 1)];
      const moved = rows.map((row, index) => [...(sorted[index] ?? []), ...row.slice(firstResult)]);
      writeFileSync(path, `${Papa.unparse([head, ...moved])}\r\n`);

      await runOn(path, service.sandbox);
      expect(readColumn(path, 'Assessment status')).toEqual(['Scored', 'Scored', 'Invalid']);
      expect(readColumn(path, 'Assessment message')[2]).toContain('belongs to no row');
      expect(await readStatuses(path)).toEqual(['Scored', 'Scored', 'Invalid']);
      expect((await service.readLedger()).commits.rwa_create).toBe(3);
    },
  );

  test('for rows that a round leaves out', async () => {
    const { path, run } = await createScoredSheet(2);
    writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-new')}\r\n`);
    edit(path, (text) => text.replace('E-2,Hire From Anywhere,Mid', 'E-2,Hire From Anywhere,Low'));
    await run({ operation: createReassessment({ rows: [[2, 2]] }) });
    expect(readColumn(path, 'Assessment status')).toEqual(['Scored', 'Invalid', 'Not sent']);
    expect(await readStatuses(path)).toEqual(['Scored', 'Invalid', 'Not sent']);
  });

  test('for an unconfirmed row after the journal was lost', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), ['E-1', 'SANDBOX-LOST-ANSWER']);
    await runOn(path, service.sandbox);
    rmSync(toSheetFiles(path, {}).journal);
    for (let run = 1; run <= 2; run++) {
      const { summary } = await runOn(path, service.sandbox);
      expect(summary).toMatchObject({ outcome: 'unconfirmed', counts: { Unconfirmed: 1 } });
      expect(readColumn(path, 'Assessment status')).toEqual(['Scored', 'Unconfirmed']);
      expect(await readStatuses(path)).toEqual(['Scored', 'Unconfirmed']);
    }
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });
});

test('new columns are right of headings in the upper of two heading rows', async () => {
  const { sandbox } = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-1']);
  const upper = headings.replace('Start date,End date', 'Trip,,Approved by');
  const lower = `${','.repeat(12)}Start date,End date`;
  writeFileSync(path, [upper, lower, hireRow('E-1'), ''].join('\r\n'));
  await runOn(path, sandbox);
  const [, written = []] = readCells(path);
  expect(written.slice(12, 16)).toEqual(['Start date', 'End date', '', 'Assessment status']);
});

test('in a workbook, new columns are right of the last heading', () => {
  const used = { extents: { findFurthest: () => ({ row: 2, column: 13 }) }, sharedFormulas: [] };
  const placed = placeColumns([{ heading: 'Assessment status', kind: 'text' }], {
    used: used as never,
    occupied: [],
    headerRow: 2,
    lastHeading: 14,
    resultRows: new RowSet(),
  });
  expect(placed).toMatchObject({ columns: [{ column: 15 }], rightOf: { what: { address: 'O1' } } });
});
