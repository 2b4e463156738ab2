// A workbook that went in and the one that came out, as other programs read them: only our columns may
// differ.
import { strict as assert } from 'node:assert';
import { mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import ExcelJS from 'exceljs';
import {
  compareInOpenpyxl,
  hasLibreOffice,
  listOf,
  showInLibreOffice,
} from '../independent/programs.mjs';

/**
 * Compares workbooks before and after: every part, and every cell of every sheet. The scores are those
 * of the service. Returns in words what was compared.
 */
export async function assertOnlyScoresDiffer(folder, service, workbooks) {
  const own = await mkdtemp(join(folder, 'compared-'));
  const cases = [];
  for (const { source, result, sheet, headerRow } of workbooks) {
    const { headings, rows } = await resultsIn({ source, result, sheet, headerRow });
    for (const [assessmentId, overall] of Object.values(rows)) {
      const { overallTrip } = await service.retrieve(assessmentId);
      assert.equal(overall, overallTrip);
    }
    cases.push({ name: basename(source), source, result, sheet, headerRow, headings, rows });
  }
  const compared = compareInOpenpyxl(listOf(cases, own));
  assert.ok(compared.isSame, compared.report);
  if (!hasLibreOffice()) return `${compared.report}; LibreOffice is not installed`;
  const shown = showInLibreOffice(cases, own);
  assert.ok(shown.isSame, shown.report);
  return `${compared.report.trim()}; ${shown.report}`;
}

/** Our headings, with the assessment and its overall risk in each row that has them. */
async function resultsIn({ source, result, sheet, headerRow }) {
  const [before, after] = await Promise.all([source, result].map((file) => open(file, sheet)));
  const named = (row) => row.values.filter((each) => typeof each === 'string');
  const theirs = named(before.getRow(headerRow));
  const ours = named(after.getRow(headerRow)).filter((each) => !theirs.includes(each));
  const first = ['Assessment ID', 'Overall trip risk'];
  const columns = first.map((heading) => after.getRow(headerRow).values.indexOf(heading));
  const rows = {};
  after.eachRow((row, number) => {
    const values = columns.map((column) => row.getCell(column).value);
    if (number > headerRow && typeof values[1] === 'number') rows[number] = values;
  });
  return { headings: [...first, ...ours.filter((each) => !first.includes(each))], rows };
}

async function open(file, sheet) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  return workbook.getWorksheet(sheet);
}
