import ExcelJS from 'exceljs';
import { inputHeadings } from '../test/inputHeadings.mjs';

export const ROWS = 10_000;

export async function makeWorkbook(file) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Hires');
  sheet.addRow([
    ...inputHeadings.filter((heading) => heading !== 'Past trips duration'),
    'Name',
    'Team',
    'Cost centre',
    'Office',
    'Grade',
    'Comment',
  ]);
  const start = new Date('2026-12-01T00:00:00Z');
  const end = new Date('2027-11-30T00:00:00Z');
  for (let row = 1; row <= ROWS; row++) {
    sheet.addRow([
      `E-${row}`,
      'Hire From Anywhere',
      'Mid',
      'Other',
      'France',
      'Portugal',
      'Germany',
      'No',
      'Yes',
      'No',
      2,
      '1-3 months',
      start,
      end,
      `Person ${row}`,
      `Team ${row % 50}`,
      row % 300,
      'Lisbon',
      row % 12,
      `Comment on ${row}`,
    ]);
  }
  await book.xlsx.writeFile(file);
}
