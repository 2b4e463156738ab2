import ExcelJS from 'exceljs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assessmentFields } from '../../src/assessment.js';
import { embedded } from '../../samples/workflows/embed.mjs';
import { readRows } from '../../samples/workflows/code/readRows.mjs';
import { scoredWorkbook } from '../../samples/workflows/code/scoredWorkbook.mjs';

interface SampleNode {
  readonly name: string;
  readonly type: string;
  readonly onError?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
interface Sample {
  readonly nodes: readonly SampleNode[];
}

const samples = join(import.meta.dirname, '..', '..', 'samples');
const ours = (await embedded(assessmentFields)) as [string, Sample][];

describe.each(ours)('%s', (file, sample) => {
  test('holds the code of samples/workflows/code (run samples/workflows/embed.mjs)', async () => {
    const text = await readFile(join(samples, 'workflows', file), 'utf8');
    expect(JSON.parse(text)).toEqual(sample);
  });

  test('says what is to be done, in the words of n8n 2', () => {
    const note = sample.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
    expect(note?.parameters.content).toContain('**To do**\n');
    const starts = sample.nodes.some(({ type }) => /trigger|webhook$/i.test(type));
    if (starts) expect(note?.parameters.content).toMatch(/publish/i);
  });

  test('fails loudly: what fails is shown to the caller, or ends the execution with an error', () => {
    // What fails in a tool is told to the model.
    const failing = sample.nodes.filter(
      ({ onError, type }) => onError?.startsWith('continue') && !type.endsWith('Tool'),
    );
    const loud = ['stopAndError', 'respondToWebhook', 'form'];
    const isLoud = sample.nodes.some(({ type }) => loud.includes(type.replace(/^.*\./, '')));
    expect(failing.length === 0 || isLoud).toBe(true);
  });

  test('removes nobody as it is', () => {
    for (const { parameters } of sample.nodes)
      expect(parameters.confirmRemoval ?? false).toBe(false);
  });
});

test('the template has the headings of all inputs', async () => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(join(samples, 'template.xlsx'));
  const headings = (workbook.worksheets[0]?.getRow(1).values ?? []) as unknown[];
  expect(headings.slice(1).toSorted()).toEqual(
    Object.values(assessmentFields)
      .map(({ label }) => label)
      .toSorted(),
  );
});

const fields = [
  { name: 'employeeId', headings: ['Employee ID', 'Staff ID'], required: true },
  { name: 'purpose', headings: ['Purpose'], required: true },
  { name: 'startDate', headings: ['Start date'], required: true },
  { name: 'workingDays', headings: ['Working days'], isNumber: true },
];
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;E-&quot;0000"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
const strings =
  '<sst><si><t>Purpose</t></si><si><r><t>Work From </t></r><r><t>Anywhere</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si></sst>';

/** A workbook with these rows of cells as XML. */
const workbookOf = (rows: readonly string[], properties = '') => ({
  'xl/workbook.xml': `<workbook>${properties}<sheets><sheet name="Hidden" state="hidden" r:id="rId1"/><sheet name="A" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet9.xml"/><Relationship Target="/xl/worksheets/sheet1.xml" Id="rId2"/></Relationships>',
  'xl/sharedStrings.xml': strings,
  'xl/styles.xml': styles,
  'xl/worksheets/sheet1.xml': `<worksheet><cols><col min="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`,
});
const text = (at: string, value: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const headings = `<row r="3">${text('A3', ' Staff&#160;ID')}<c r="B3" t="s"><v>0</v></c>${text('C3', 'Start date *')}${text('D3', 'Working days')}${text('F3', 'Notes')}</row>`;
const title = `<row r="1">${text('A1', 'Trips &amp; hires')}</row><row r="2"/>`;

test('rows are read below a title, with the zeros of Staff IDs and the numbers of dates', () => {
  const rows = readRows(
    workbookOf([
      title,
      headings,
      '<row r="4"><c r="A4" s="1"><v>42</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" s="3"><v>46329</v></c><c r="D4"><v>5</v></c></row>',
      '<row r="5"><c r="A5" s="2"><v>7</v></c><c r="C5" s="4"><v>46330</v></c><c r="D5" t="e"><v>#N/A</v></c></row>',
      '<row r="6"><c r="A6" s="1"/></row>',
      `<row r="7"><c r="A7"><v>1004</v></c>${text('F7', 'x')}</row>`,
    ]),
    fields,
  );
  expect(rows.map(({ row, inputs }) => [row, inputs])).toEqual([
    [4, { employeeId: '00042', purpose: 'Work From Anywhere', startDate: 46_329, workingDays: 5 }],
    [5, { employeeId: 'E-0007', startDate: 46_330 }],
    [7, { employeeId: '1004' }],
  ]);
});

test('dates that are counted from 1904 are of the same day', () => {
  const row = '<row r="4"><c r="C4" s="3"><v>44867</v></c></row>';
  const rows = readRows(workbookOf([headings, row], '<workbookPr date1904="1"/>'), fields);
  expect(rows[0]?.inputs).toEqual({ startDate: 46_329 });
});

test.each([
  ['a file that is no workbook', {}, /^This file is no Excel workbook/],
  ['a sheet without headings', workbookOf([title]), /has a row with the headings "Employee ID", /],
  [
    'headings that lack one',
    workbookOf([
      `<row>${text('A1', 'Employee ID')}${text('B1', 'Working days')}<c r="C1" t="s"><v>0</v></c></row>`,
    ]),
    /^Row 1 has headings, but lacks "Start date"\.$/,
  ],
  [
    'two columns for one input',
    workbookOf([headings.replace('</row>', `${text('G3', 'Employee ID')}</row>`)]),
    /^Row 3 has two headings for Employee ID: "Staff.ID" and "Employee ID"\.$/,
  ],
  [
    'nothing below the headings',
    workbookOf([headings]),
    /^There is nothing below the headings in row 3/,
  ],
])('%s is told plainly', (_what, parts, message) => {
  const rows = readRows(parts, fields);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.problem).toMatch(message);
});

test('what is written can be read again: dates, formats and texts that look like formulas', () => {
  const rows = readRows(
    workbookOf([
      headings,
      `<row r="4"><c r="A4" s="1"><v>42</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" s="3"><v>46329</v></c>${text('F4', '=1+1 &lt;b&gt;')}</row>`,
    ]),
    fields,
  );
  const parts = scoredWorkbook(rows, [{ assessmentId: 'a-1', overallTrip: 3.5 }]);
  const again = readRows(parts, fields);
  expect(again[0]?.inputs).toEqual(rows[0]?.inputs);
  const columns = again[0]?.columns ?? [];
  const valueOf = (heading: string) => columns.find((column) => column.heading === heading)?.value;
  expect(valueOf('Notes')).toBe('=1+1 <b>');
  expect(valueOf('Overall trip risk')).toBe(3.5);
  expect(columns.find(({ heading }) => heading.startsWith('Start'))).toMatchObject({
    isDate: true,
  });
});

test('results of an earlier run are kept as earlier ones', () => {
  const rows = [{ columns: [{ heading: 'Overall trip risk', value: 7 }] }];
  const sheet = scoredWorkbook(rows, [{ error: 'Unconfirmed: no answer' }])[
    'xl/worksheets/sheet1.xml'
  ];
  expect(sheet).toContain('Overall trip risk (before)');
  expect(sheet).toContain('Unconfirmed: no answer');
});
