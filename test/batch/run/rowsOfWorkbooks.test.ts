import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { assess, createReassessment } from '../../../batch/engine/operations/assess.js';
import type { Plan } from '../../../batch/engine/run/events.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { columnName } from '../../../sheets/xlsx/address.js';
import {
  createLinkXml,
  MAIN,
  readShown,
  readSheetText,
  createWorkbookParts,
} from '../../sheets/xlsx/workbookFixture.js';
import { buildZip, unzip } from '../../sheets/xlsx/zipFixture.js';
import {
  employees,
  headings as sheetHeadings,
  hireRow,
  type RunSettings,
  runOn,
  writeHires,
} from './testRun.js';

const visibleOnly: RunSettings = { intake: { inputs: assess, visibleOnly: true } };

const headings = sheetHeadings.split(',');
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowXml = (values: readonly string[], attributes = '') =>
  `<row${attributes}>${values.map(cell).join('')}</row>`;
const hireXml = (employeeId: string, attributes = '') =>
  rowXml(hireRow(employeeId).split(','), attributes);
const hidden = ' hidden="1"';

/** Saves a workbook with these rows below its headings. */
function save(path: string, rows: readonly string[], fixture = {}): string {
  const parts = createWorkbookParts({ rows: rowXml(headings) + rows.join(''), ...fixture });
  writeFileSync(path, buildZip(parts));
  return path;
}

async function runWithPlan(...args: Parameters<typeof runOn>) {
  const [path, sandbox, settings = {}] = args;
  let plan: Plan | undefined;
  const result = await runOn(path, sandbox, {
    ...settings,
    onEvent(event) {
      if (event.type === 'plan') ({ plan } = event);
      settings.onEvent?.(event);
    },
  });
  return { ...result, plan };
}

/** Returns each row's number and the first cell to the right of its inputs. */
const readResults = async (path: string) =>
  (await readShown(path)).slice(1).map(([row, ...cells]) => [row, cells[headings.length] ?? '']);

test('a run neither sends nor changes the totals row of a table', async () => {
  const service = await startTestSandbox();
  const total = headings.map((text) => (text === 'Number of hires' ? '4' : ''));
  const path = save(
    join(testFolder(), 'hires.xlsx'),
    [hireXml('E-1'), hireXml('E-2'), rowXml(['Total', ...total.slice(1)])],
    {
      sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
      parts: {
        'xl/tables/table1.xml': `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:N4" totalsRowCount="1"><tableColumns count="14">${headings.map((name, at) => `<tableColumn id="${at + 1}" name="${name}"/>`).join('')}</tableColumns></table>`,
      },
    },
  );
  const { summary, plan } = await runWithPlan(path, service.sandbox);
  expect([summary.outcome, plan?.rows]).toEqual(['done', 2]);
  expect(plan?.notes).toEqual([{ code: 'rowsSkipped', kind: 'totals', rows: [4] }]);
  expect(await readResults(path)).toEqual([
    [2, 'Scored'],
    [3, 'Scored'],
    [4, ''],
  ]);
  expect((await runWithPlan(path, service.sandbox)).summary).toMatchObject({ outcome: 'done' });
});

test('a run skips hidden rows with --visible-only, and counts and sends them without that option', async () => {
  const service = await startTestSandbox();
  const path = save(join(testFolder(), 'hires.xlsx'), [
    hireXml('E-1', hidden),
    hireXml('E-2'),
    hireXml('E-3', hidden),
  ]);
  const first = await runWithPlan(path, service.sandbox, visibleOnly);
  expect(first.plan?.hidden).toEqual({ rows: 0, new: 0, skipped: 2 });
  expect(first.plan?.notes).toEqual([{ code: 'hiddenRowsSkipped', rows: 2 }]);
  expect(first.summary).toMatchObject({ outcome: 'done', counts: { Scored: 1 } });
  expect(await readResults(path)).toEqual([
    [2, ''],
    [3, 'Scored'],
    [4, ''],
  ]);
  const all = await runWithPlan(path, service.sandbox);
  expect(all.plan).toMatchObject({ rows: 3, hidden: { rows: 2, new: 2, skipped: 0 } });
  expect((await service.readLedger()).assessments.map(({ employeeId }) => employeeId)).toEqual([
    'E-2',
    'E-1',
    'E-3',
  ]);
});

test('with --visible-only, a row that was hidden after it was sent does not count as missing', async () => {
  const service = await startTestSandbox();
  await service.control('POST faults', {
    operation: 'rwa_create',
    fault: 'reset-after-commit',
    times: 1,
  });
  const path = join(testFolder(), 'hires.xlsx');
  save(path, [hireXml('E-1')]);
  expect((await runWithPlan(path, service.sandbox)).summary.outcome).toBe('unconfirmed');
  save(path, [hireXml('E-1', hidden), hireXml('E-2')]);
  const { summary } = await runWithPlan(path, service.sandbox, visibleOnly);
  expect(summary).toMatchObject({
    outcome: 'done',
    missing: 0,
    counts: { Scored: 1, Unconfirmed: 0 },
  });
  expect((await runWithPlan(path, service.sandbox)).summary.outcome).toBe('unconfirmed');
});

test('a visible row is a duplicate of an identical hidden row above it', async () => {
  const service = await startTestSandbox();
  const path = join(testFolder(), 'hires.xlsx');
  save(path, [hireXml('E-1', hidden), hireXml('E-1')]);
  const { summary } = await runWithPlan(path, service.sandbox, visibleOnly);
  expect(summary.counts).toMatchObject({ Scored: 0, Duplicate: 1 });
  expect((await service.readLedger()).assessments).toEqual([]);
});

test('hiding or showing rows during a run does not change which rows it sends', async () => {
  const service = await startTestSandbox();
  const path = join(testFolder(), 'hires.xlsx');
  save(path, [hireXml('E-1', hidden), hireXml('E-2')]);
  const { summary } = await runWithPlan(path, service.sandbox, {
    ...visibleOnly,
    onEvent: ({ type }) => {
      if (type === 'start') save(path, [hireXml('E-1'), hireXml('E-2', hidden)]);
    },
  });
  // The sheet was edited during the run, so the results are in another file.
  expect(summary.outcome).toBe('notInPlace');
  expect(await readResults(summary.output ?? '')).toEqual([
    [2, ''],
    [3, 'Scored'],
  ]);
});

test('a sheet whose rows are all hidden is refused with --visible-only', async () => {
  const service = await startTestSandbox();
  const path = save(join(testFolder(), 'hires.xlsx'), [hireXml('E-1', hidden)]);
  await expect(runWithPlan(path, service.sandbox, visibleOnly)).rejects.toThrow('allRowsHidden');
});

test('with --visible-only, a note reports that a CSV file has no hidden rows', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  const { plan, summary } = await runWithPlan(path, service.sandbox, visibleOnly);
  expect(plan?.hidden).toBeUndefined();
  expect(plan?.notes).toEqual([{ code: 'csvHidesNoRows' }]);
  expect(summary.counts.Scored).toBe(2);
});

const sheetPart = 'xl/worksheets/sheet1.xml';

function editSheet(path: string, change: (xml: string) => string): void {
  const parts = Object.fromEntries(
    Array.from(unzip(readFileSync(path)), ([name, { content }]) => [name, content]),
  );
  writeFileSync(path, buildZip({ ...parts, [sheetPart]: change(String(parts[sheetPart])) }));
}

async function findColumn(path: string, heading: string): Promise<number> {
  const [first] = await readShown(path);
  return (first?.indexOf(heading) ?? 0) - 1;
}

/** Fills a formula down in rows 2 and 3. The cells keep their current values. */
async function fillDown(path: string, heading: string): Promise<void> {
  const column = columnName(await findColumn(path, heading));
  const formulas = [`<f t="shared" ref="${column}2:${column}3" si="0">T(A2)</f>`];
  editSheet(path, (xml) =>
    xml.replaceAll(
      new RegExp(`(<c r="${column}[23]"[^>]*>)(.*?)</c>`, 'g'),
      (_, tag: string, content: string) => {
        const formula = formulas.shift() ?? '<f t="shared" si="0"/>';
        const text = /<is><t[^>]*>(.*?)<[/]t>/.exec(content)?.[1];
        if (text === undefined) return `${tag}${formula}${content}</c>`;
        return `${tag.replace('inlineStr', 'str')}${formula}<v>${text}</v></c>`;
      },
    ),
  );
}

const listFormulas = async (path: string) =>
  (await readSheetText(path)).match(/<c r="[A-Z]+[0-9]+"[^>]*><f t="shared".*?<[/]c>/g) ?? [];

async function runOnce(rows = [hireXml('E-1'), hireXml('E-2')]) {
  const service = await startTestSandbox();
  const { sandbox } = service;
  const path = save(join(testFolder(), 'hires.xlsx'), rows);
  await runOn(path, sandbox);
  const reassess = () => runOn(path, sandbox, { operation: createReassessment({}) });
  const countCreated = async () => (await service.readLedger()).commits.rwa_create;
  return { path, countCreated, run: () => runOn(path, sandbox), reassess };
}

test.each([
  { heading: 'Assessment status', noted: { inRun: [2, 3], inRound: [] } },
  { heading: 'Overall trip risk', noted: { inRun: [2, 3], inRound: [2, 3] } },
  { heading: 'Assessment message', noted: { inRun: [], inRound: [] } },
  { heading: 'Assessment ID', noted: { inRun: [], inRound: [2, 3] } },
  { heading: 'Row reference', noted: { inRun: [2, 3], inRound: [2, 3] } },
])('a formula stays, even if its value is what a run wrote: $heading', async (example) => {
  const { heading, noted } = example;
  const { path, run, reassess } = await runOnce();
  if (heading === 'Assessment message') {
    editSheet(path, (xml) => xml.replaceAll('Portugal', 'Italy'));
    await run();
  }
  await fillDown(path, heading);
  const formulas = await listFormulas(path);
  expect(formulas).toHaveLength(2);
  const listNotes = (rows: readonly number[]) =>
    rows.map((row) => ({ code: 'cellKept', row, heading }));
  // The inputs are changed, so that the run clears the scores.
  editSheet(path, (xml) => xml.replaceAll(/Portugal|Italy/g, 'Spain'));
  const { summary } = await run();
  expect(summary).toMatchObject({ counts: { Invalid: 2 }, notes: listNotes(noted.inRun) });
  expect(await listFormulas(path)).toEqual(formulas);
  const { summary: next } = await reassess();
  expect(next).toMatchObject({ counts: { Scored: 2 }, notes: listNotes(noted.inRound) });
  expect(await listFormulas(path)).toEqual(formulas);
});

test('an assessment whose ID is not written over a formula counts as never shown', async () => {
  const { path, countCreated, run, reassess } = await runOnce();
  await fillDown(path, 'Assessment ID');
  editSheet(path, (xml) => xml.replaceAll('Portugal', 'Spain'));
  await reassess();
  expect(await countCreated()).toBe(4);
  // The results are removed, and the inputs are changed once more.
  const place = await findColumn(path, 'Assessment status');
  const [head = []] = await readShown(path);
  const removed = head.slice(place + 1).map((_, at) => columnName(place + at));
  const cells = new RegExp(`<c r="(?:${removed.join('|')})[23]"[^>]*?(?:/>|>.*?</c>)`, 'g');
  editSheet(path, (xml) => xml.replaceAll('Spain', 'Italy').replaceAll(cells, ''));
  const { summary } = await run();
  expect(summary.counts).toMatchObject({ Invalid: 2 });
  expect(await countCreated()).toBe(4);
});

test('a reference does not prove an earlier score that a formula still shows', async () => {
  const { path, run, reassess } = await runOnce();
  await fillDown(path, 'Overall trip risk');
  editSheet(path, (xml) => xml.replaceAll('Portugal', 'Spain'));
  const { summary } = await reassess();
  expect(summary.notes).toHaveLength(2);
  // Without the journal, a run imports the scores that references prove, and retrieves the others.
  rmSync(toSheetFiles(path, {}).journal);
  expect((await run()).summary.notes).toEqual(summary.notes);
});

test('a formula stays in a row that is no longer read', async () => {
  const inputs = ['E-1', 'E-2'].map((id) => hireXml(id).replace('Mid', 'Mdi'));
  const { path, run } = await runOnce(inputs);
  await fillDown(path, 'Assessment status');
  const formulas = await listFormulas(path);
  expect(formulas).toHaveLength(2);
  const removeTags = (row = '') => row.slice('<row>'.length, -'</row>'.length);
  const blank = '<c/>'.repeat(headings.length);
  editSheet(path, (xml) => xml.replace(removeTags(inputs[0]), blank));
  await run();
  expect(await listFormulas(path)).toEqual(formulas);
  // The run clears the other cells that it wrote.
  const [, shown] = await readShown(path);
  expect(shown?.slice(1).filter((text) => text !== '')).toEqual(['Invalid']);
});
