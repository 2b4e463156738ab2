import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import XLSX from 'xlsx';
import { bundle } from './bundle.mjs';
import { printKept } from './sheetsKept.mjs';

const ROWS = [1_000, 10_000, 100_000];
const COLUMNS = 20;
/** The median counts. With 100,000 rows, exceljs and SheetJS take a minute, and run once. */
const RUNS = 3;
const KB_PER_MB = 1024;

export default async function benchSheets() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-sheets-'));
  const { file: code, dispose } = await bundle('sheets/files/openXlsx.ts');
  try {
    const measured = new Map();
    for (const rows of ROWS) {
      const input = path.join(folder, `${rows}.xlsx`);
      const output = path.join(folder, `${rows}-ours.xlsx`);
      await makeWorkbook(input, rows);
      const ours = median(RUNS, () => runTask('ours', input, output, code));
      const floor = median(RUNS, () => runTask('floor', output));
      const otherOutput = path.join(folder, `${rows}-others.xlsx`);
      const runs = rows === 100_000 ? 1 : RUNS;
      const exceljs = median(runs, () => runTask('exceljs', input, otherOutput));
      const sheetjs = median(runs, () => runTask('sheetjs', input, otherOutput));
      measured.set(rows, { ours, floor, exceljs, sheetjs });
    }
    await printKept(folder, {
      'sheet-splice': (input, output) => writeOurs(code, input, output),
      exceljs: writeByExceljs,
      SheetJS: writeBySheetJs,
    });
    printTable(measured);
    return { reached: printTargets(measured) };
  } finally {
    await dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTask(name, input, output = '', code = '') {
  const script = path.join(import.meta.dirname, 'sheetsTask.mjs');
  // exceljs and SheetJS keep all cells as objects, which need more heap than Node's default.
  const heap = ['exceljs', 'sheetjs'].includes(name) ? ['--max-old-space-size=8192'] : [];
  const stdout = execFileSync(process.execPath, [...heap, script, name, input, output, code]);
  return JSON.parse(stdout.toString());
}

function median(runs, measure) {
  const measurements = Array.from({ length: runs }, measure);
  const findMedian = (key) =>
    measurements.map((measured) => measured[key]).toSorted((a, b) => a - b)[runs >> 1];
  return { ms: findMedian('ms'), maxRssKb: findMedian('maxRssKb') };
}

async function makeWorkbook(file, rows) {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: file,
    useSharedStrings: true,
    useStyles: true,
  });
  const sheet = book.addWorksheet('Hires');
  sheet.addRow(Array.from({ length: COLUMNS }, (_, column) => `Column ${column + 1}`)).commit();
  for (let row = 0; row < rows; row++) {
    sheet.addRow(Array.from({ length: COLUMNS }, (_, column) => createValue(row, column))).commit();
  }
  await book.commit();
}

function createValue(row, column) {
  if (column === 3) return new Date(Date.UTC(2026, row % 12, 1 + (row % 28)));
  if (column % 4 === 0) return `Person ${row} of ${column}`;
  if (column % 4 === 1) return ['Germany', 'France', 'Spain'][row % 3];
  return row * column + 0.5;
}

function printTable(measured) {
  console.log(`\nRead and write back, ${COLUMNS} columns; sheet-splice with its check`);
  console.table(
    Object.fromEntries(
      Array.from(measured, ([rows, { ours, exceljs, sheetjs, floor }]) => [
        `${rows} rows`,
        {
          'sheet-splice s': toSeconds(ours),
          'exceljs s': toSeconds(exceljs),
          'SheetJS s': toSeconds(sheetjs),
          'zlib alone s': toSeconds(floor),
          'sheet-splice MB': toMegabytes(ours),
          'exceljs MB': toMegabytes(exceljs),
          'SheetJS MB': toMegabytes(sheetjs),
        },
      ]),
    ),
  );
}

function printTargets(measured) {
  const large = measured.get(100_000);
  const perRow = large.ours.ms / 100_000 / (measured.get(10_000).ours.ms / 10_000);
  const targets = [
    ['at least 4 times as fast as exceljs', large.exceljs.ms / large.ours.ms, (x) => x >= 4],
    [
      'at most a tenth of the memory of exceljs',
      large.ours.maxRssKb / large.exceljs.maxRssKb,
      (x) => x <= 0.1,
    ],
    ['under 250 MB', large.ours.maxRssKb / KB_PER_MB, (x) => x < 250],
    ['time per row at most 1.2 times that at 10,000 rows', perRow, (x) => x <= 1.2],
    ['at most 2.3 times zlib alone', large.ours.ms / large.floor.ms, (x) => x <= 2.3],
  ];
  console.log('At 100,000 rows:');
  for (const [target, value, isMet] of targets) {
    console.log(`  ${isMet(value) ? 'met' : 'NOT MET'}  ${target}: ${value.toFixed(2)}`);
  }
  return targets.every(([, value, isMet]) => isMet(value));
}

function toSeconds({ ms }) {
  return Number((ms / 1000).toFixed(2));
}

function toMegabytes({ maxRssKb }) {
  return Math.round(maxRssKb / KB_PER_MB);
}

const NEW_COLUMN = { heading: 'Seen', kind: 'number' };

async function writeOurs(code, input, output) {
  const { openXlsx } = await import(code);
  const book = await openXlsx(input);
  await book.write({
    sheet: 'People',
    headerRow: 1,
    columns: [NEW_COLUMN],
    output,
    results: (row) => [row],
  });
  await book.close();
}

async function writeByExceljs(input, output) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(input);
  const sheet = book.worksheets[0];
  sheet.getCell('C1').value = NEW_COLUMN.heading;
  for (let row = 2; row <= sheet.rowCount; row++) sheet.getCell(row, 3).value = row;
  await book.xlsx.writeFile(output);
}

/** With these options, SheetJS keeps styles, macros and formulas. */
function writeBySheetJs(input, output) {
  const book = XLSX.readFile(input, { cellStyles: true, bookVBA: true, cellFormula: true });
  const sheet = book.Sheets.People;
  XLSX.utils.sheet_add_aoa(sheet, [[NEW_COLUMN.heading], [2], [3], [4]], { origin: 'C1' });
  XLSX.writeFile(book, output, { bookType: 'xlsm', cellStyles: true });
}
