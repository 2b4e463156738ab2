// The sheets that the story is told with: the sample with things that go wrong, and a messy one.
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { root } from '../e2e/root.mjs';

export const sample = join(root, 'samples/hires-2026-q4.xlsx');
const HEADER_ROW = 3;

/** Numbers of rows of {@link troubled}, and what happens to them. */
export const troubles = { misspelt: [4, 5], lost: 6, rejected: 7 };

/**
 * The sample with other people: two have a seniority that nobody understands, the answer of one is lost,
 * and one is rejected.
 */
export async function troubled(path, prefix = 'T') {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(sample);
  const sheet = book.getWorksheet('Q4 2026');
  const headings = sheet.getRow(HEADER_ROW).values;
  const column = (heading) => headings.indexOf(heading);
  for (let number = HEADER_ROW + 1; number <= sheet.rowCount; number++) {
    const cell = sheet.getRow(number).getCell(column('Employee ID'));
    if (cell.value !== null) cell.value = `${prefix}-${number}`;
  }
  const set = (number, heading, value) => {
    sheet.getRow(number).getCell(column(heading)).value = value;
  };
  for (const number of troubles.misspelt) set(number, 'Seniority', 'Principal');
  set(troubles.lost, 'Employee ID', `SANDBOX-LOST-ANSWER-${prefix}`);
  set(troubles.rejected, 'Employee ID', `SANDBOX-REJECTED-${prefix}`);
  await book.xlsx.writeFile(path);
  return path;
}

/** German headings below a title, countries as people write them, and a legend below the rows. */
export async function messy(path) {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Deckblatt').addRow(['Bitte das zweite Blatt beachten']);
  const sheet = book.addWorksheet('Einsätze Q4');
  sheet.addRow(['Auslandseinsätze, viertes Quartal 2026']);
  sheet.addRow(['Stand: 21.09.2026', '', 'vertraulich']);
  sheet.addRow([]);
  sheet.addRow([
    ...['Pers.-Nr.', 'Name', 'Anlass', 'Stufe', 'Tätigkeit', 'Staatsangehörigkeit', 'Wohnsitzland'],
    ...['Zielland', 'Beginn', 'Ende', 'Arbeitserlaubnis', 'Verträge', 'Nutzen vor Ort'],
    ...['Bisherige Tage'],
  ]);
  const people = [
    ['Anna Berger', 'Germany', 'UK'],
    ['Bram de Vries', 'Germany', 'Holland'],
    ['Carla Conti', 'Italy', 'UK'],
    ['Dora Diaz', 'Spain', 'Portugal'],
    ['Emil Ek', 'Sweden', 'Spain'],
  ];
  for (const [index, [name, citizenship, destination]] of people.entries()) {
    sheet.addRow([
      ...[`M-${index + 1}`, name, 'Work From Anywhere', 'Mid', 'Other', citizenship, 'Germany'],
      ...[destination, `${10 + index}.11.2026`, `${20 + index}.11.2026`, 'Ja', 'Nein', 'Nein', 0],
    ]);
  }
  sheet.addRow([]);
  sheet.addRow(['', 'Legende: Stufe = Low, Mid oder Senior']);
  await book.xlsx.writeFile(path);
  return { path, ids: people.map((_, index) => `M-${index + 1}`) };
}
