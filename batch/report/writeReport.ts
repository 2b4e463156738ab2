import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { messageOf, UsageError } from '../engine/errors.js';
import { faultAdvice } from '../../sheets/files/account.js';
import { openAsPrivate } from '../../sheets/files/privacy.js';
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
 * Throws a UsageError when it cannot.
 */
export async function writeReport(
  file: string,
  sheet: string,
  data: ReportData,
  assess: string,
): Promise<void> {
  const page = await renderReport(data, assess);
  try {
    await writeFor(sheet, file, page);
  } catch (error) {
    throw new UsageError(
      `The report ${file} cannot be written: ${messageOf(error)}. ${faultAdvice(error, file)}`,
    );
  }
}

async function writeFor(sheet: string, file: string, page: string): Promise<void> {
  const handle = await openAsPrivate(file, sheet);
  try {
    await handle.truncate();
    await handle.writeFile(page);
  } finally {
    await handle.close();
  }
}
