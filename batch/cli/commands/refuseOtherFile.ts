import { readFile, stat } from 'node:fs/promises';
import { openSheet } from '../../../sheets/files/open.js';
import { readCellText } from '../../engine/intake/cellValues.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { findReportSheet } from '../../engine/report/reportData.js';
import { CommandError } from '../output/commandError.js';

/**
 * Refuses to replace a file that is not the result of an earlier run. The file would have no
 * backup, and nobody sees the plan of an unattended run. Call this before anything is sent.
 */
export async function refuseOtherSheet(
  operation: Pick<SheetOperation, 'columns'>,
  output: string,
): Promise<void> {
  if (!(await hasContent(output))) return;
  const isResult = await containsResults(operation, output).catch(() => false);
  if (!isResult) throw createOtherFileError(output, 'contains no results of an earlier run');
}

/** Call this before anything is sent. */
export async function refuseOtherReport(report: string): Promise<void> {
  if (!(await hasContent(report))) return;
  const page = await readFile(report, 'utf8').catch(() => '');
  if (findReportSheet(page) === undefined)
    throw createOtherFileError(report, 'is not an earlier report');
}

async function hasContent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.size > 0;
}

async function containsResults(
  { columns }: Pick<SheetOperation, 'columns'>,
  output: string,
): Promise<boolean> {
  const headings = columns.flatMap(({ name, heading }) =>
    name === 'status' || name === 'message' ? [heading] : [],
  );
  const file = await openSheet(output);
  try {
    for (const { name } of file.sheets) {
      for await (const rows of file.rows(name)) {
        for (const { cells } of rows) {
          const texts = cells.map((cell) => (cell === undefined ? '' : readCellText(cell)));
          // If a column of the user has this heading, our heading has an addition in brackets.
          const isShown = (heading: string) => texts.some((text) => text.startsWith(heading));
          if (headings.every(isShown)) return true;
        }
      }
    }
    return false;
  } finally {
    await file.close();
  }
}

function createOtherFileError(file: string, why: string): CommandError {
  return new CommandError(
    `${file} exists and ${why}, so it is not replaced. Choose another name, or delete that file. Nothing was sent.`,
  );
}
