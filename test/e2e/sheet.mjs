// Creates, edits and reads workbooks.
import ExcelJS from 'exceljs';
import { inputHeadings } from '../inputHeadings.mjs';

const createTripCells = (employeeId) => [
  employeeId,
  'Work From Anywhere',
  'Mid',
  'Other',
  'Portugal',
  'Spain',
  'Germany',
  'No',
  30,
  'Yes',
  'No',
  null,
  null,
  '2027-01-11',
  '2027-01-22',
];
const createHireCells = (employeeId) => [
  employeeId,
  'Hire From Anywhere',
  'Senior',
  'Other',
  'France',
  'Poland',
  'Poland',
  'Yes',
  null,
  'Unsure',
  'Yes',
  2,
  '1-3 months',
  '2027-02-01',
  '2028-01-31',
];

/** Returns the headings, and a row with a trip for each employee. */
export const createTrips = (employeeIds) => [inputHeadings, ...employeeIds.map(createTripCells)];

export function createTripByHeading(employeeId) {
  const cells = createTripCells(employeeId);
  return Object.fromEntries(inputHeadings.map((heading, index) => [heading, cells[index] ?? '']));
}

/** The headings, two trips and a hire, and a trip that the service refuses. */
export const sampleRows = [
  inputHeadings,
  createTripCells('00042'),
  createHireCells('H-7'),
  createTripCells('SANDBOX-REJECTED'),
  createTripCells('E-3'),
];

export async function writeRows(file, rows) {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Rows').addRows(rows);
  await workbook.xlsx.writeFile(file);
}

/** Writes values into a column of the first sheet, by row number. The heading of the column is in row 1. */
export async function editCells(file, heading, valuesByRow) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const [sheet] = workbook.worksheets;
  const column = sheet.getRow(1).values.indexOf(heading);
  for (const [row, value] of Object.entries(valuesByRow)) {
    sheet.getCell(Number(row), column).value = value;
  }
  await workbook.xlsx.writeFile(file);
}

/** Reads the rows of a worksheet, by default the first one, as objects by heading. */
export async function readSheet(file, headingRow = 1, name = undefined) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const sheet = name === undefined ? workbook.worksheets[0] : workbook.getWorksheet(name);
  const [headings, ...rows] = sheet.getSheetValues().slice(headingRow);
  const filledRows = rows.filter((cells) => cells !== undefined);
  return filledRows.map((cells) =>
    Object.fromEntries(headings.map((heading, column) => [heading, cells[column]]).filter(Boolean)),
  );
}
