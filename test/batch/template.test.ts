import ExcelJS from 'exceljs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openSheet } from '../../sheets/files/open.js';
import type { TemplateField } from '../../batch/template/field.js';
import { writeTemplate } from '../../batch/template/write.js';

const COUNTRIES = Array.from({ length: 250 }, (_, i) => `Country, number ${i}`);

const FIELDS: readonly TemplateField[] = [
  {
    name: 'purpose',
    label: 'Purpose',
    help: 'Why the person works from another country.',
    kind: 'choice',
    values: ['Work From Anywhere', 'Hire From Anywhere'],
    requiredWhen: 'always',
    examples: ['Work From Anywhere', 'Hire From Anywhere'],
  },
  {
    name: 'destination',
    label: 'Destination country',
    help: 'Where the work is done.',
    kind: 'choice',
    suggestions: COUNTRIES,
    requiredWhen: 'always',
    examples: ['Spain', 'Portugal'],
  },
  {
    name: 'numberHires',
    label: 'Hires over the next two years',
    help: 'How many hires you expect there.',
    kind: 'integer',
    requiredWhen: 'for Hire From Anywhere',
    examples: ['', '3'],
  },
  {
    name: 'startDate',
    label: 'Start date',
    help: 'The first day.',
    kind: 'date',
    requiredWhen: 'always',
    examples: ['2026-11-03', '2027-01-01'],
  },
  {
    name: 'employeeId',
    label: 'Employee ID',
    help: 'Your own staff ID of the employee.',
    kind: 'text',
    requiredWhen: 'always',
    examples: ['00042', '00043'],
  },
];

let file: string;

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'template-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  file = path.join(folder, 'template.xlsx');
  await writeTemplate(file, 'Assessments', FIELDS);
});

it('the template has headings and an example row for each purpose, and our reader reads them', async () => {
  const sheet = await openSheet(file);
  onTestFinished(() => sheet.close());
  expect(sheet.sheets.map(({ name, visible }) => [name, visible])).toEqual([
    ['Assessments', true],
    ['Help', true],
    ['Lists', false],
  ]);
  const rows = [];
  for await (const batch of sheet.rows('Assessments')) rows.push(...batch);
  expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
    [1, ...FIELDS.map(({ label }) => ({ kind: 'text', text: label }))],
    [
      2,
      { kind: 'text', text: 'Work From Anywhere' },
      { kind: 'text', text: 'Spain' },
      undefined,
      { kind: 'date', iso: '2026-11-03' },
      { kind: 'text', text: '00042' },
    ],
    [
      3,
      { kind: 'text', text: 'Hire From Anywhere' },
      { kind: 'text', text: 'Portugal' },
      { kind: 'number', value: 3, text: '3' },
      { kind: 'date', iso: '2027-01-01' },
      { kind: 'text', text: '00043' },
    ],
  ]);
});

it('the headings are frozen and explained in notes', async () => {
  const sheet = await loadSheet('Assessments');
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  expect(JSON.stringify(sheet.getCell('C1').note)).toMatch(
    /How many hires.*Required: for Hire From Anywhere/,
  );
});

it('the template has drop-down lists up to row 1000, and complete lists refuse other values', async () => {
  const sheet = await loadSheet('Assessments');
  expect(sheet.getCell('A1000').dataValidation).toMatchObject({
    type: 'list',
    formulae: ['Lists!$A$2:$A$3'],
    showErrorMessage: true,
  });
  expect(sheet.getCell('B2').dataValidation).toMatchObject({ formulae: ['Lists!$B$2:$B$251'] });
  expect(sheet.getCell('B2').dataValidation.showErrorMessage).toBeUndefined();
  expect(sheet.getCell('A1001').dataValidation).toBeUndefined();
  expect((await loadSheet('Lists')).getCell('B251').value).toBe(COUNTRIES[249]);
});

it('cells are prepared for dates, whole numbers and Employee IDs', async () => {
  const sheet = await loadSheet('Assessments');
  expect(sheet.getCell('C9').dataValidation).toMatchObject({ type: 'whole', formulae: [0] });
  expect(sheet.getCell('D9').dataValidation).toMatchObject({ type: 'date' });
  expect(sheet.getColumn('D').numFmt).toBe('yyyy-mm-dd');
  expect(sheet.getColumn('E').numFmt).toBe('@');
});

it('the help sheet describes the fields', async () => {
  const help = await loadSheet('Help');
  expect(help.getRow(4).values).toEqual([
    undefined,
    'Hires over the next two years',
    'numberHires',
    'for Hire From Anywhere',
    'a whole number',
    'How many hires you expect there.',
  ]);
  expect(help.getCell('D2').value).toBe('Work From Anywhere, Hire From Anywhere');
  expect(help.getCell('D3').value).toMatch(/^for example Country, number 0, .* more in the drop/);
});

async function loadSheet(name: string): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const sheet = workbook.getWorksheet(name);
  if (!sheet) throw new Error(`The workbook has no sheet ${name}.`);
  return sheet;
}
