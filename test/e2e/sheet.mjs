// The sheets that the sample workflows read and write.
import ExcelJS from 'exceljs';
import { inputHeadings } from '../inputHeadings.mjs';

const headings = [...inputHeadings, 'Overall trip risk'];

const trip = (employeeId, risk) => [
  ...[employeeId, 'Work From Anywhere', 'Mid', 'Other', 'Portugal', 'Spain', 'Germany', 'No', 30],
  ...['Yes', 'No', null, null, '2027-01-11', new Date('2027-01-22T00:00:00Z'), risk],
];
const hire = (employeeId, risk) => [
  ...[employeeId, 'Hire From Anywhere', 'Senior', 'Other', 'France', 'Poland', 'Poland', 'Yes'],
  ...[null, 'Unsure', 'Yes', 2, '1-3 months', '2027-02-01', '2028-01-31', risk],
];

/** A trip by headings, with its dates as text. */
export function inputsOfTrip(employeeId) {
  const cells = trip(employeeId).slice(0, inputHeadings.length);
  cells[inputHeadings.indexOf('End date')] = '2027-01-22';
  return Object.fromEntries(inputHeadings.map((heading, index) => [heading, cells[index] ?? '']));
}

/** Two trips and a hire, with the overall risks of last time, and one row that is refused. */
export const sampleRows = [
  trip('00042', 0),
  hire('H-7', 10),
  trip('SANDBOX-REJECTED', 5),
  trip('E-3', null),
];

/** Writes {@link sampleRows} as a workbook. */
export async function writeSampleSheet(file) {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('People');
  sheet.addRows([headings, ...sampleRows]);
  sheet.getColumn(headings.indexOf('End date') + 1).numFmt = 'yyyy-mm-dd';
  await workbook.xlsx.writeFile(file);
}

/** Writes rows of cells as a workbook. */
export async function writeRows(file, rows) {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Rows').addRows(rows);
  await workbook.xlsx.writeFile(file);
}

/** The rows of a workbook's first sheet, as objects by heading. */
export async function readSheet(file) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const [first, ...rows] = workbook.worksheets[0].getSheetValues().slice(1);
  return rows.map((cells) =>
    Object.fromEntries(first.map((heading, column) => [heading, cells[column]]).filter(Boolean)),
  );
}
