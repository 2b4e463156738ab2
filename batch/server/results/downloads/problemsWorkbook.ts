import { setImmediate as turn } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { markTexts } from '../../../../sheets/csv/workbook/textFormats.js';
import type { Store } from '../../db/store.js';
import { streamProblems } from '../../sheets/problemStore.js';
import { readSheetWords } from '../../sheets/sheetWords.js';

/** Widths in characters. */
const columns = [
  ['row', 8],
  ['cell', 8],
  ['employeeId', 18],
  ['column', 26],
  ['value', 30],
  ['problem', 50],
  ['remedy', 50],
  ['suggestion', 26],
] as const;

/** After this many rows, the event loop gets a turn, so that these rows are written to the disk. */
const rowsPerTurn = 100;

/** Values are written as text, so that no program runs them as formulas, even after an edit. */
export async function writeProblems(store: Store, sheet: string, path: string): Promise<void> {
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true });
  const { problemList, templateWords } = await readSheetWords(store, sheet);
  const worksheet = writer.addWorksheet(problemList.worksheet, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToHeight: 0 },
  });
  worksheet.columns = columns.map(([, width]) => ({ width }));
  const headingRow = worksheet.addRow(columns.map(([column]) => problemList.headings[column]));
  headingRow.font = { bold: true };
  headingRow.commit();
  let rows = 0;
  for await (const problem of streamProblems(store, sheet)) {
    if (++rows % rowsPerTurn === 0) await turn();
    const row = worksheet.addRow([
      problem.row,
      problem.cell,
      problem.employeeId,
      templateWords.nameInput(problem.field, problem.label),
      problem.value,
      problem.message,
      problem.remedy,
      problem.suggestion,
    ]);
    row.eachCell((cell, column) => {
      if (column > 1) cell.numFmt = '@';
      cell.alignment = { wrapText: true, vertical: 'top' };
    });
    row.commit();
  }
  worksheet.autoFilter = { from: 'A1', to: 'H1' };
  worksheet.commit();
  markTexts(writer);
  await writer.commit();
}
