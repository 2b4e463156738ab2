import { constants } from 'node:fs';
import { access, type FileHandle } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { UsageError } from '../engine/errors.js';
import { toSheetMessage } from '../engine/files/fileMessages.js';
import { moveIntoPlace } from '../../sheets/files/draft.js';
import { writeThroughDraft } from '../../sheets/files/writeThroughDraft.js';
import { SheetError } from '../../sheets/sheet.js';
import { findSpecialKind } from '../../sheets/files/specialFile.js';
import { commandAdvice } from './advice.js';
import { englishReport } from './english.js';
import { renderReport } from './renderReport.js';
import type { ReportData } from '../engine/report/reportData.js';

/**
 * Throws a UsageError for a name that does not end in .html or .htm, a special file, or a folder
 * that is not writable. Call this before anything is sent.
 */
export async function refuseReport(file: string): Promise<void> {
  if (!/^[.]html?$/i.test(extname(file))) {
    throw new UsageError({ code: 'reportIsNoHtml', file });
  }
  const special = findSpecialKind(file);
  if (special !== undefined) {
    throw new UsageError({ code: 'reportIsNoFile', file, kind: special });
  }
  await access(dirname(resolve(file)), constants.W_OK).catch(() => {
    throw new UsageError({ code: 'reportFolderNotWritable', file });
  });
}

/**
 * Only accounts that may read the sheet may read the report. Throws a UsageError and leaves the
 * earlier report unchanged if the file cannot be written. `assess` is the command in the advice.
 */
export async function writeReport(
  file: string,
  sheet: string,
  data: ReportData,
  assess: string,
): Promise<void> {
  const page = await renderReport(data, englishReport, commandAdvice(assess));
  const content = {
    source: sheet,
    output: file,
    write: (draft: FileHandle) => draft.writeFile(page),
  };
  await writeThroughDraft(content, moveIntoPlace).catch((error: unknown) => {
    throw error instanceof SheetError ? new UsageError(toSheetMessage(error.problem)) : error;
  });
}
