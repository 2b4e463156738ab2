import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { createReassessment } from '../../../batch/engine/operations/assess.js';
import { rwa } from '../../../batch/rwa.js';
import type { PastAssessment } from '../../../batch/engine/run/history.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { createPlainTerminal } from '../cli/person.js';
import { testFolder } from '../testFolder.js';
import { runOn, type RunSettings } from './testRun.js';

const samples = fileURLToPath(new URL('../../../samples/', import.meta.url));
const quarterMs = 91 * 86_400_000;
const reassess = createReassessment({});

interface ShownResults {
  readonly id: string;
  readonly overall: number;
  readonly previous: number | undefined;
  readonly change: number | undefined;
}

/** The CSV sample in a year of rounds. Its results are compared with the ledger of the service. */
class Year {
  readonly path = join(testFolder(), 'hires.csv');
  readonly service: SandboxUnderTest;
  quarter = 0;
  /** All assessments of each employee in the service, with their rounds. */
  readonly assessmentsByEmployee = new Map<
    string,
    { round: number; id: string; overall: number }[]
  >();
  readonly #recordedIds = new Set<string>();

  constructor(service: SandboxUnderTest) {
    this.service = service;
    copyFileSync(join(samples, 'hires-2026-q4.csv'), this.path);
  }

  async run(settings: RunSettings = {}) {
    const clockOffsetMs = this.quarter * quarterMs;
    const timing = { ...systemTiming, now: () => Date.now() + clockOffsetMs };
    return (await runOn(this.path, this.service.sandbox, { timing, ...settings })).summary;
  }

  /**
   * Records the new assessments in the service as those of a round. Checks that each employee has at
   * most one new assessment.
   */
  async recordRound(round: number): Promise<number> {
    const newAssessments = (await this.service.readLedger()).assessments.filter(
      ({ assessmentId }) => !this.#recordedIds.has(String(assessmentId)),
    );
    for (const { assessmentId, employeeId } of newAssessments) {
      const id = String(assessmentId);
      this.#recordedIds.add(id);
      const { overallTrip } = await this.service.readResult(id);
      const earlierAssessments = this.assessmentsByEmployee.get(String(employeeId)) ?? [];
      expect(earlierAssessments.filter((earlier) => earlier.round === round)).toEqual([]);
      this.assessmentsByEmployee.set(String(employeeId), [
        ...earlierAssessments,
        { round, id, overall: Number(overallTrip) },
      ]);
    }
    return newAssessments.length;
  }

  edit(change: (rows: string[]) => string[]): void {
    const lines = readFileSync(this.path, 'utf8').split('\r\n');
    const rows = lines.slice(3).filter((line) => line !== '');
    writeFileSync(this.path, [...lines.slice(0, 3), ...change(rows), ''].join('\r\n'));
  }

  readExpected(employee: string): ShownResults {
    const [last, before] = (this.assessmentsByEmployee.get(employee) ?? []).toReversed();
    return createShown(last?.id ?? '', last?.overall ?? Number.NaN, before?.overall);
  }

  check(rows: Map<string, ShownResults> = this.readShown()): void {
    for (const [employee, row] of rows) {
      expect(row, employee).toEqual(this.readExpected(employee));
    }
  }

  readShown(): Map<string, ShownResults> {
    const { data } = Papa.parse<string[]>(readFileSync(this.path, 'utf8').trimEnd(), {
      delimiter: ';',
    });
    return readShownRows(data);
  }
}

function createShown(id: string, overall: number, previous: number | undefined): ShownResults {
  const change =
    previous === undefined ? undefined : Math.round((overall - previous) * 10) / 10 + 0;
  return { id, overall, previous, change };
}

function readShownRows([, , head = [], ...rows]: string[][]): Map<string, ShownResults> {
  const readNumber = (row: string[], heading: string) => {
    const text = row[head.indexOf(heading)] ?? '';
    return text === '' ? undefined : Number(text.replace(',', '.'));
  };
  return new Map(
    rows.map((row) => [
      row[0] ?? '',
      {
        id: row[head.indexOf('Assessment ID')] ?? '',
        overall: readNumber(row, 'Overall trip risk') ?? Number.NaN,
        previous: readNumber(row, 'Previous overall risk'),
        change: readNumber(row, 'Change'),
      },
    ]),
  );
}

const readEmployee = (row: string) => row.split(';', 1)[0] ?? '';
/** Reads the inputs of a row: its first twenty columns. A remark contains the delimiter in quotes. */
const readInputs = (row: string) => {
  const inputs = /^(?:(?:"(?:[^"]|"")*"|[^;"]*)(?:;|$)){20}/.exec(row)?.[0] ?? row;
  // In a row without results, the last delimiter precedes an empty input.
  return inputs === row ? row : inputs.replace(/;$/, '');
};
const changeInput = (employee: string, from: string, to: string) => (rows: string[]) =>
  rows.map((row) => {
    if (readEmployee(row) !== employee) return row;
    expect(row).toContain(from);
    return row.replace(from, to);
  });
/** Returns an edit that adds a row with the inputs of another employee. */
const copyInputs = (employee: string, other: string) => (rows: string[]) => [
  ...rows,
  readInputs(rows.find((row) => readEmployee(row) === other) ?? '').replace(other, employee),
];
const removeRows =
  (...employees: string[]) =>
  (rows: string[]) =>
    rows.filter((row) => !employees.includes(readEmployee(row)));

async function runAndCollectLines(args: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const terminal = createPlainTerminal({
    out: (text) => {
      lines.push(text);
    },
    err: (text) => {
      lines.push(String(text));
    },
  });
  expect(await rwa(args, terminal)).toBe(0);
  return lines;
}

test('after a year of quarterly rounds, history and changes are correct for every row', async () => {
  const year = new Year(await startTestSandbox());

  // First quarter: 24 first assessments.
  expect(await year.run()).toMatchObject({ outcome: 'done', counts: { Scored: 24 } });
  expect(await year.recordRound(1)).toBe(24);
  year.check();

  // Second quarter: inputs change, one row is removed, another row is added, and the sheet is sorted.
  year.quarter = 1;
  year.edit(changeInput('00042', ';Spain;', ';Portugal;'));
  year.edit(changeInput('01004', ';Senior;', ';Mid;'));
  year.edit(removeRows('00113'));
  year.edit(copyInputs('02001', '01005'));
  year.edit((rows) => rows.toReversed());
  expect(await year.run({ operation: reassess })).toMatchObject({ outcome: 'done', round: 2 });
  expect(await year.recordRound(2)).toBe(23);
  expect(await year.run()).toMatchObject({ outcome: 'done', counts: { Scored: 24 } });
  expect(await year.recordRound(1)).toBe(1);
  year.check();

  // Third quarter: one change is undone, another input changes, and the sheet is sorted. The results
  // are written to a workbook only.
  year.quarter = 2;
  year.edit(changeInput('00042', ';Portugal;', ';Spain;'));
  year.edit(changeInput('01008', ';India;', ';Kenya;'));
  year.edit((rows) =>
    rows.toSorted((a, b) => (a.split(';')[1] ?? '').localeCompare(b.split(';')[1] ?? '')),
  );
  const output = join(year.path, '../hires.xlsx');
  const old = year.readShown();
  expect(await year.run({ operation: reassess, output })).toMatchObject({
    outcome: 'done',
    round: 3,
  });
  expect(await year.recordRound(3)).toBe(24);
  year.check(await readShownInWorkbook(output));
  expect(year.readShown()).toEqual(old);

  // Fourth quarter: the results in the old sheet are sorted into other rows, a removed row is added
  // again without results, two rows are removed, and the run is interrupted.
  year.quarter = 3;
  const [, , , ...sample] = readFileSync(join(samples, 'hires-2026-q4.csv'), 'utf8').split('\r\n');
  year.edit((rows) => [...rows, sample.find((row) => row.startsWith('00113')) ?? '']);
  year.edit((rows) => {
    const results = rows.map((row) => row.slice(readInputs(row).length));
    return rows.map((row, index) => readInputs(row) + (results[(index + 7) % rows.length] ?? ''));
  });
  year.edit(removeRows('00301', '01012'));
  const stop = new AbortController();
  let doneRows = 0;
  const interrupted = await year.run({
    operation: reassess,
    concurrency: 2,
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'progress' && event.done && ++doneRows === 5) stop.abort();
    },
  });
  expect(interrupted).toMatchObject({ outcome: 'interrupted', round: 4 });
  expect(await year.run({ operation: reassess })).toMatchObject({ outcome: 'done', round: 4 });
  expect(await year.recordRound(4)).toBe(23);
  year.check();

  // Fifth quarter: an input changes, and the round runs twice on the same day by mistake.
  year.quarter = 4;
  year.edit(changeInput('01009', ';Estonia;', ';Latvia;'));
  expect(await year.run({ operation: reassess })).toMatchObject({ outcome: 'done', round: 5 });
  expect(await year.run({ operation: reassess })).toMatchObject({ outcome: 'done', round: 5 });
  expect(await year.recordRound(5)).toBe(23);
  expect(await year.run()).toMatchObject({ outcome: 'done', counts: { Scored: 23 } });
  expect(await year.recordRound(6)).toBe(0);
  year.check();

  // The history matches the service. Rows that were removed from the sheet are listed by their IDs.
  const lines = await runAndCollectLines(['history', year.path, '--json']);
  const past = lines.map((line) => JSON.parse(line) as PastAssessment);
  const employees = [...year.readShown().keys()];
  for (const [employee, assessments] of year.assessmentsByEmployee) {
    const isRemoved = !employees.includes(employee);
    const listed = past.filter(({ assessmentId }) =>
      assessments.some(({ id }) => id === assessmentId),
    );
    expect(listed).toMatchObject(
      assessments.map(({ round, id, overall }, index) => {
        const { change } = createShown(id, overall, assessments[index - 1]?.overall);
        return {
          ...(isRemoved ? {} : { row: employees.indexOf(employee) + 4, employeeId: employee }),
          round,
          assessmentId: id,
          scores: { overallTrip: overall },
          status: 'Scored',
          ...(change === undefined ? {} : { change }),
        };
      }),
    );
    expect(listed.some(({ row }) => row === undefined)).toBe(isRemoved);
  }
  expect(past).toHaveLength([...year.assessmentsByEmployee.values()].flat().length);
  // The row that was missing for two rounds continues its own history.
  expect(year.assessmentsByEmployee.get('00113')?.map(({ round }) => round)).toEqual([1, 4, 5]);

  const table = await runAndCollectLines(['history', year.path]);
  expect(table).toHaveLength(past.length + 1);
  expect(table.filter((line) => /^ *not in sheet/.test(line))).toHaveLength(6);
  const csv = Papa.parse<Record<string, string>>(
    (await runAndCollectLines(['history', year.path, '--csv'])).join('\n'),
    { header: true },
  );
  expect(csv.data.map((row) => row['Assessment ID'])).toEqual(
    past.map(({ assessmentId }) => assessmentId),
  );
});

test('rwa reassess writes into the sample workbook, with the colour scale only in score columns', async () => {
  const service = await startTestSandbox();
  const path = join(testFolder(), 'hires.xlsx');
  copyFileSync(join(samples, 'hires-2026-q4.xlsx'), path);
  await runOn(path, service.sandbox, { colourScale: true });
  const before = await readShownInWorkbook(path);
  for (const newRound of [false, true]) {
    const settings = { operation: reassess, colourScale: true, newRound };
    const { summary } = await runOn(path, service.sandbox, settings);
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 24 } });
  }
  const sheet = await readFirstSheet(path);
  const columns = (sheet.getRow(3).values as string[]).slice(1);
  expect(columns.filter((heading) => heading === 'Change')).toHaveLength(1);
  const findLetter = (heading: string) => sheet.getColumn(columns.indexOf(heading) + 1).letter;
  expect(sheet.getCell(`${findLetter('Change')}4`).numFmt).toMatch(/^\+0\.0;\\?-0\.0;0\.0$/);
  const scales = (
    sheet as unknown as { conditionalFormattings: { ref: string }[] }
  ).conditionalFormattings.map(({ ref }) => ref);
  expect(scales.join(' ')).toContain(`${findLetter('Previous overall risk')}4:`);
  expect(scales.join(' ')).not.toContain(`${findLetter('Change')}4:`);
  for (const [employee, row] of await readShownInWorkbook(path)) {
    const { overall } = before.get(employee) ?? { overall: Number.NaN };
    expect(row).toMatchObject({ overall, previous: overall, change: 0 });
  }
});

async function readFirstSheet(path: string): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const [sheet] = workbook.worksheets.filter(({ rowCount }) => rowCount > 20);
  if (sheet === undefined) throw new Error(`${path} has no sheet with rows.`);
  return sheet;
}

async function readShownInWorkbook(path: string): Promise<Map<string, ShownResults>> {
  const sheet = await readFirstSheet(path);
  const rows: string[][] = [];
  for (let number = 1; number <= sheet.rowCount; number++) {
    const row = sheet.getRow(number);
    rows.push(Array.from({ length: sheet.columnCount }, (_, index) => row.getCell(index + 1).text));
  }
  return readShownRows(rows.filter((row, index) => index < 3 || /^\d{5}$/.test(row[0] ?? '')));
}
