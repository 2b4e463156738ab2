// Run it after a change to people.mjs, and commit both files. Their bytes are the same every time.
import { writeFile } from 'node:fs/promises';
import { headings, people } from './people.mjs';

const MADE_AT = Date.parse('2026-09-21T08:00:00Z');
const TITLE = 'Remote hires and work trips, fourth quarter 2026';
const HEADER_ROW = 3;
const FIRST_ROW = HEADER_ROW + 1;
const LAST_ROW = HEADER_ROW + people.length;
const DATES = ['Start date', 'End date'];
const DROP_DOWNS = {
  Purpose: 'Work From Anywhere,Hire From Anywhere',
  Seniority: 'Low,Mid,Senior',
  'Sales contracts': 'Yes,No',
};

// exceljs and its zip library write the current time into the file.
globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [MADE_AT]));
  }
};
const { default: ExcelJS } = await import('exceljs');

const base = new URL('hires-2026-q4', import.meta.url).pathname;
await writeFile(`${base}.csv`, createCsv());
await createWorkbook().xlsx.writeFile(`${base}.xlsx`);

/** Writes CSV as a German Excel does, with a byte order mark, semicolons and CRLF. */
function createCsv() {
  const rows = [
    [TITLE],
    [],
    headings,
    ...people.map((person) =>
      headings.map((heading) =>
        heading === 'Employee ID' ? String(person[heading]).padStart(5, '0') : person[heading],
      ),
    ),
  ];
  const lines = rows.map((row) => headings.map((_, index) => toCsvCell(row[index])).join(';'));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function toCsvCell(value = '') {
  const text = String(value);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function createWorkbook() {
  const book = new ExcelJS.Workbook();
  Object.assign(book, { creator: 'People team', lastModifiedBy: 'People team' });
  book.created = book.modified = new Date();
  addHires(
    book.addWorksheet('Q4 2026', { views: [{ state: 'frozen', ySplit: HEADER_ROW, xSplit: 2 }] }),
  );
  addSummary(book.addWorksheet('Summary'));
  return book;
}

function addHires(sheet) {
  sheet.getCell('A1').value = TITLE;
  sheet.getCell('A1').font = { bold: true, size: 14 };
  sheet.addTable({
    name: 'Hires',
    ref: `A${HEADER_ROW}`,
    headerRow: true,
    style: { theme: 'TableStyleMedium2', showRowStripes: true },
    columns: headings.map((name) => ({ name, filterButton: true })),
    rows: people.map((person) =>
      headings.map((heading) => {
        const value = person[heading] ?? null;
        return DATES.includes(heading) ? new Date(`${value}T00:00:00Z`) : value;
      }),
    ),
  });
  headings.forEach((heading, index) => {
    const column = sheet.getColumn(index + 1);
    const longest = Math.max(...people.map((person) => String(person[heading] ?? '').length));
    column.width = Math.max(longest + 2, Math.min(heading.length + 4, 16));
    for (let row = FIRST_ROW; row <= LAST_ROW; row++) {
      const cell = sheet.getCell(row, index + 1);
      if (DATES.includes(heading)) cell.numFmt = 'dd/mm/yyyy';
      if (heading === 'Employee ID') cell.numFmt = '00000';
      cell.alignment = { horizontal: 'left' };
      const options = DROP_DOWNS[heading];
      if (options) {
        cell.dataValidation = { type: 'list', allowBlank: true, formulae: [`"${options}"`] };
      }
    }
  });
  sheet.getRow(HEADER_ROW).eachCell((cell) => {
    cell.font = { bold: true, color: { argb: 'FFFFFFFF' } };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF2F5496' } };
    cell.alignment = { wrapText: true, vertical: 'middle' };
  });
  sheet.getRow(HEADER_ROW).height = 32;
  sheet.getCell(HEADER_ROW, headings.indexOf('Past trips duration') + 1).note =
    'Only for work trips; 0 when there were none.';
  sheet.pageSetup = { orientation: 'landscape', fitToPage: true, fitToHeight: 0 };
}

function addSummary(sheet) {
  const toLetter = (heading) => String.fromCharCode(65 + headings.indexOf(heading));
  const toRange = (heading) =>
    `'Q4 2026'!$${toLetter(heading)}$${FIRST_ROW}:$${toLetter(heading)}$${LAST_ROW}`;
  const createCount = (heading, value) => ({
    formula: `COUNTIF(${toRange(heading)},"${value}")`,
    result: people.filter((person) => person[heading] === value).length,
  });
  const createSum = (heading) => ({
    formula: `SUM(${toRange(heading)})`,
    result: people.reduce((total, person) => total + (person[heading] ?? 0), 0),
  });
  sheet.columns = [{ width: 32 }, { width: 12 }];
  sheet.addRows([
    ['Fourth quarter 2026', null],
    ['Work trips', createCount('Purpose', 'Work From Anywhere')],
    ['Remote hires', createCount('Purpose', 'Hire From Anywhere')],
    ['Working days on trips', createSum('Working days')],
    ['Hires over the next two years', createSum('Hires over the next two years')],
    ['Right to work to be clarified', createCount('Legal right to work', 'Unsure')],
  ]);
  sheet.getRow(1).font = { bold: true };
}
