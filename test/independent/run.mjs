// Writes results into real workbooks and a generated one, and checks them in other programs: openpyxl
// compares all cells before and after, lxml validates the parts against the schema of ECMA-376, and
// LibreOffice shows the scores. A check is skipped with a report if its program or folder is missing; if CI
// is set, it fails. Without openpyxl, all checks are skipped.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import ExcelJS from 'exceljs';
import { reportSkippedCheck } from '../skips.ts';
import {
  compareInOpenpyxl,
  hasLibreOffice,
  writeCases,
  python,
  describeMissingSchema,
  checkInLibreOffice,
  validateAgainstSchema,
} from './programs.mjs';

const root = path.join(import.meta.dirname, '../..');
const workbooksFolder = path.join(root, '../shared/workbooks');
const COLOURS = [
  { value: 0, colour: '63BE7B' },
  { value: 5, colour: 'FFEB84' },
  { value: 10, colour: 'F8696B' },
];
const COLUMNS = [
  { heading: 'rwa id', kind: 'text' },
  { heading: 'rwa overall', kind: 'number', format: '0.0', colours: COLOURS },
  { heading: 'rwa report', kind: 'link' },
  { heading: 'rwa checked', kind: 'dateTime' },
];

if (python === undefined) {
  reportSkippedCheck('openpyxl is not installed (apt-get install -y python3-openpyxl).');
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'independent-'));
try {
  const openXlsx = await bundleOpenXlsx();
  const cases = [];
  for (const source of [await createWorkbook(), ...listRealWorkbooks()]) {
    const testCase = await writeResults(openXlsx, source);
    if (testCase) cases.push(testCase);
  }
  const list = writeCases(cases, folder);
  const isUnchanged = printReport(compareInOpenpyxl(list));
  const isValid = validateResults(list);
  const isShown = checkScoresInLibreOffice(cases);
  process.exitCode = isUnchanged && isValid && isShown ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bundleOpenXlsx() {
  const outfile = path.join(folder, 'open.mjs');
  await build({
    entryPoints: [path.join(root, 'sheets/files/openXlsx.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  return (await import(outfile)).openXlsx;
}

function listRealWorkbooks() {
  if (!existsSync(workbooksFolder)) {
    reportSkippedCheck('There is no folder ../shared/workbooks beside the checkout.');
    return [];
  }
  const names = readdirSync(workbooksFolder).filter((name) => /\.xls[xm]$/.test(name));
  return names.map((name) => path.join(workbooksFolder, name));
}

async function createWorkbook() {
  const book = new ExcelJS.Workbook();
  const hires = book.addWorksheet('Hires');
  hires.addTable({
    name: 'Hires',
    ref: 'A1',
    headerRow: true,
    columns: [{ name: 'Name' }, { name: 'Start' }, { name: 'Days' }],
    rows: Array.from({ length: 40 }, (_, row) => [
      `Person ${row}`,
      new Date(Date.UTC(2026, row % 12, 1)),
      row / 4,
    ]),
  });
  hires.getCell('A3').font = { bold: true, color: { argb: 'FFFF0000' } };
  hires.getCell('C5').value = { formula: 'SUM(C2:C4)', result: 1.5 };
  hires.getCell('C6').dataValidation = { type: 'whole', operator: 'greaterThan', formulae: [0] };
  const other = book.addWorksheet('Sums');
  other.addRow(['Total', { formula: 'SUM(Hires!C2:C41)', result: 195 }]);
  other.autoFilter = 'A1:B1';
  const file = path.join(folder, 'generated.xlsx');
  await book.xlsx.writeFile(file);
  return file;
}

/**
 * Writes results into the first sheet with two rows or more. Returns the case; undefined if there
 * is no such sheet.
 */
async function writeResults(openXlsx, source) {
  const book = await openXlsx(source);
  try {
    for (const sheet of book.sheets) {
      const numbers = [];
      for await (const batch of book.rows(sheet.name)) {
        numbers.push(...batch.map(({ number }) => number));
      }
      if (numbers.length < 2) continue;
      const [headerRow, ...others] = numbers;
      const rows = Object.fromEntries(others.map((number) => [number, createValues(number)]));
      const { path: result, notes } = await book.write({
        sheet: sheet.name,
        headerRow,
        columns: COLUMNS,
        results: (number) => rows[number],
        output: path.join(folder, `result-${path.basename(source)}`),
        colourScale: true,
      });
      const notReplaced = notes.find(({ code }) => code === 'notReplaced');
      if (notReplaced) throw new Error(`${source}: ${JSON.stringify(notReplaced)}`);
      const headings = COLUMNS.map(({ heading }) => heading);
      const isFirst = sheet === book.sheets[0];
      const name = path.basename(source);
      return { name, source, result, sheet: sheet.name, headerRow, headings, rows, isFirst };
    }
    return undefined;
  } finally {
    await book.close();
  }
}

function createValues(row) {
  return [`=id ${row}`, (row % 101) / 10, `https://example.com/${row}`, '2026-11-21T10:15:00'];
}

/** Checks the results against the schema. Returns true if the schema or lxml is missing. */
function validateResults(list) {
  const missing = describeMissingSchema();
  if (missing === undefined) return printReport(validateAgainstSchema(list));
  reportSkippedCheck(missing);
  return true;
}

/** Checks that LibreOffice shows the scores. Returns true if LibreOffice is not installed. */
function checkScoresInLibreOffice(cases) {
  if (!hasLibreOffice()) {
    reportSkippedCheck('LibreOffice is not installed.');
    return true;
  }
  // LibreOffice writes only the first sheet as text, and does not read packages with backslashes in part names.
  const readable = cases.filter(
    ({ isFirst, result }) => isFirst && !readFileSync(result).includes('xl\\workbook.xml'),
  );
  return printReport(checkInLibreOffice(readable, folder));
}

function printReport({ hasPassed, report }) {
  console.log(report.trimEnd());
  return hasPassed;
}
