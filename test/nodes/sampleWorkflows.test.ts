import ExcelJS from 'exceljs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { assessmentExample } from '../../batch/engine/operations/assessmentExample.js';
import { assessmentFields } from '../../src/assessmentFields.js';
import { embedded, inputsOf } from '../../samples/workflows/embed.mjs';
import { readRows } from '../../samples/workflows/code/readRows.mjs';
import { rowIdProblem } from '../../samples/workflows/code/rowIdProblem.mjs';
import { scoredWorkbook } from '../../samples/workflows/code/scoredWorkbook.mjs';
import { unzip } from '../sheets/xlsx/zipFixture.js';

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
const ours = (await embedded(assessmentFields, assessmentExample)) as [string, Sample][];

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

describe('of the template', async () => {
  const inputs = inputsOf(assessmentFields, assessmentExample);
  const archive = unzip(await readFile(join(samples, 'template.xlsx')));
  const parts = Object.fromEntries(
    [...archive].map(([path, { content }]) => [path, content.toString()]),
  );
  const withCell = (from: string, to: string) =>
    readRows(
      Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, xml.replace(from, to)])),
      inputs,
    );

  test('the examples are nobody: without other rows that is told plainly', () => {
    expect(readRows(parts, inputs)).toEqual([
      {
        problem:
          'Below the headings in row 1 are only the examples of the template. Type over them.',
      },
    ]);
  });

  test('an example that somebody has changed in one cell is a row', () => {
    const rows = withCell('00456', '00457');
    expect(rows.map(({ row, inputs }) => [row, inputs?.employeeId])).toEqual([[3, '00457']]);
    const serial = (day: string) => `${Date.parse(day) / 86_400_000 + 25_569}`;
    const later = withCell(`>${serial('2026-11-20')}<`, `>${serial('2026-11-21')}<`);
    expect(later.map(({ row, inputs }) => [row, inputs?.employeeId])).toEqual([[2, '00123']]);
  });
});

/** A value of a sample's node, with the expression in it evaluated for an item. */
function evaluated(file: string, node: string, path: string, $json: object): unknown {
  const sample = ours.find(([name]) => name === file)?.[1];
  let value: unknown = sample?.nodes.find(({ name }) => name === node)?.parameters;
  for (const key of path.split('/')) value = (value as Record<string, unknown>)[key];
  return runInNewContext(/^=\{\{(.*)\}\}$/s.exec(String(value))?.[1] ?? '', { $json });
}

const failedWait = {
  error: 'Invalid Auth [row 1, Employee ID E-1]',
  message: { failure: 'unauthorized', mayHaveTakenEffect: true, assessmentId: 'a-1' },
};
const lostAnswer = {
  error: 'Unconfirmed: no answer',
  message: { failure: 'unconfirmed', mayHaveTakenEffect: true },
};
const refusal = {
  error: 'Purpose is missing',
  details: { failure: 'invalid_request', mayHaveTakenEffect: false },
};

describe('google-sheets.json', () => {
  test('writes each result to the row with its own ID, wherever that row is by now', () => {
    for (const node of ['Note Sending', 'Write Scores', 'Write Errors']) {
      const path = 'columns/value/Row ID';
      expect(evaluated('google-sheets.json', node, path, { 'Row ID': 'r-7' })).toBe('r-7');
      const { columns } = ours
        .find(([file]) => file === 'google-sheets.json')?.[1]
        .nodes.find(({ name }) => name === node)?.parameters as { columns: object };
      expect(columns).toMatchObject({ matchingColumns: ['Row ID'] });
      expect(JSON.stringify(columns)).not.toContain('row_number');
    }
  });

  const row = (row_number: number, id: unknown, rest = {}) => ({
    ...{ row_number, 'Row ID': id, 'Employee ID': `E-${row_number}`, ...rest },
  });
  test.each([
    ['unique', [row(2, 'r-1'), row(3, 2), row(4, '', { 'Employee ID': '' })], undefined],
    ['missing', [row(2, 'r-1'), row(3, ' '), { row_number: 4, 'Employee ID': 'E-4' }], 'rows 3, 4'],
    ['there twice', [row(2, '7'), row(3, 'r-1'), row(4, 7, { Status: 'Scored' })], 'rows 2, 4'],
  ])('sends nothing unless the IDs of the rows are unique: they are %s', (_what, rows, where) => {
    const problem = rowIdProblem(rows);
    if (where === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(new RegExp(`^Nothing was sent\\..+${where}\\.$`));
  });

  test.each([
    ['Not ready', failedWait],
    ['Unconfirmed', lostAnswer],
    ['Failed', refusal],
  ])('writes "%s" so that only what had no effect is called failed', (status, item) => {
    expect(evaluated('google-sheets.json', 'Write Errors', 'columns/value/Status', item)).toBe(
      status,
    );
  });

  test('takes no row that has an assessment, whatever its status', () => {
    const isNew = (rest: object) =>
      evaluated('google-sheets.json', 'New Rows', 'conditions/conditions/0/leftValue', {
        ...{ 'Employee ID': 'E-1', Status: '', 'Assessment ID': '', ...rest },
      });
    expect([isNew({}), isNew({ 'Assessment ID': 'a-1' }), isNew({ Status: 'Sending' })]).toEqual([
      ...[true, false, false],
    ]);
  });
});

test.each([
  [true, failedWait],
  [true, lostAnswer],
  [true, { error: 'Already sent', message: { mayHaveTakenEffect: true } }],
  [false, refusal],
])('hr-webhook.json says whether the assessment may exist: %s', (mayExist, item) => {
  const path = 'conditions/conditions/0/leftValue';
  expect(evaluated('hr-webhook.json', 'May Exist?', path, item)).toBe(mayExist);
});

// A repeated call in one execution is answered with the first one's assessment.
test('agent.json does not tell the model that each call makes another assessment', () => {
  const [, agent] = ours.find(([file]) => file === 'agent.json') ?? [];
  const told = agent?.nodes.flatMap(({ parameters }) => parameters.toolDescription ?? []) ?? [];
  expect(told).toHaveLength(2);
  for (const text of told) {
    expect(text).toMatch(/Call it once for each (trip|hire): a call with other inputs, /);
    expect(text).not.toMatch(/each call makes/i);
  }
});

const fields = [
  { name: 'employeeId', headings: ['Employee ID', 'Staff ID'], required: true },
  { name: 'purpose', headings: ['Purpose'], required: true },
  { name: 'startDate', headings: ['Start date'], required: true, isDate: true },
  { name: 'workingDays', headings: ['Working days'] },
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

test('a cell of which Excel made a date is neither a Staff ID nor a number', () => {
  const [row] = readRows(
    workbookOf([
      headings,
      '<row r="4"><c r="A4" s="4"><v>46025</v></c><c r="C4" s="4"><v>46330</v></c><c r="ZZZZZ4"><v>1</v></c></row>',
    ]),
    fields,
  );
  expect(row?.inputs).toMatchObject({ employeeId: { dateInExcel: 46_025 }, startDate: 46_330 });
});

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
    [7, { employeeId: 1004 }],
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
