import ExcelJS from 'exceljs';
import type { TemplateField } from './field.js';
import { addHelpSheet } from './help.js';
import { addInputRules } from './inputRules.js';
import { styleHeadings } from './headings.js';
import { type TemplateWords, templateWords } from './words.js';

/** Replaces an existing file. `fields` must be in the language of `words`. */
export async function writeTemplate(
  path: string,
  name: string,
  fields: readonly TemplateField[],
  words = templateWords,
): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToHeight: 0 },
  });
  addHelpSheet(workbook, fields, words);
  const lists = workbook.addWorksheet('Lists', { state: 'hidden' });

  sheet.columns = fields.map(({ kind, label, examples }) => ({
    width: chooseWidth([label, ...examples]),
    style: { numFmt: NUMBER_FORMATS[kind] },
  }));
  sheet.addRow(fields.map(({ label }) => label));
  for (const example of [0, 1] as const) {
    const row = sheet.addRow(fields.map((field) => toExampleValue(field, example)));
    row.font = { italic: true, color: { argb: 'FF7F7F7F' } };
  }
  fields.forEach((field, index) => {
    sheet.getCell(1, index + 1).note = createNote(field, words);
    addInputRules(sheet, index + 1, field, lists, words);
  });
  styleHeadings(sheet.getRow(1));
  await workbook.xlsx.writeFile(path);
}

/** As text, a Staff ID keeps its leading zeros. */
const NUMBER_FORMATS: Readonly<Record<TemplateField['kind'], string>> = {
  text: '@',
  choice: '@',
  integer: '0',
  date: 'yyyy-mm-dd',
};

function toExampleValue({ kind, examples }: TemplateField, row: 0 | 1): ExcelJS.CellValue {
  const example = examples[row];
  if (example === '') return null;
  if (kind === 'integer') return Number(example);
  return kind === 'date' ? new Date(`${example.slice(0, 10)}T00:00:00Z`) : example;
}

function createNote({ help, requiredWhen }: TemplateField, { required }: TemplateWords): string {
  return `${help}\n\n${required(requiredWhen)}`;
}

/** Returns a width in characters. */
function chooseWidth(texts: readonly string[]): number {
  return Math.min(Math.max(12, ...texts.map((text) => text.length + 3)), 36);
}
