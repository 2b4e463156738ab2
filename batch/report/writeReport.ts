import { constants } from 'node:fs';
import { access, type FileHandle } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { messageOf, UsageError } from '../engine/errors.js';
import { faultAdvice } from '../engine/files/faultAdvice.js';
import { putInPlace } from '../../sheets/files/draft.js';
import { throughDraft } from '../../sheets/files/throughDraft.js';
import { SheetError } from '../../sheets/sheet.js';
import { specialFile } from '../../sheets/files/specialFile.js';
import { renderReport } from './renderReport.js';
import type { ReportData } from '../engine/report/reportData.js';

/** Before anything is sent: throws a UsageError for a file that a report cannot become. */
export async function refuseReport(file: string): Promise<void> {
  if (!/^[.]html?$/i.test(extname(file))) {
    throw new UsageError(`The report is a page: give ${file} a name that ends in .html.`);
  }
  const special = specialFile(file);
  if (special !== undefined) {
    throw new UsageError(`${file} is ${special}. Give the report the name of a file.`);
  }
  await access(dirname(resolve(file)), constants.W_OK).catch(() => {
    throw new UsageError(`The folder of ${file} does not exist or cannot be written.`);
  });
}

/**
 * Writes the report of a sheet, in place of one that is there, for those who may read the sheet.
 * Throws a UsageError when it cannot; an earlier report is whole then.
 */
export async function writeReport(
  file: string,
  sheet: string,
  data: ReportData,
  assess: string,
): Promise<void> {
  const page = await renderReport(data, assess);
  const content = {
    ...{ source: sheet, output: file },
    write: (draft: FileHandle) => draft.writeFile(page),
  };
  await throughDraft(content, putInPlace).catch((error: unknown) => {
    if (error instanceof SheetError) throw new UsageError(error.message);
    throw new UsageError(
      `The report ${file} could not be written: ${messageOf(error)}. ${faultAdvice(error, file)}`,
    );
  });
}
