import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { messageOf, UsageError } from '../output/errors.js';
import { renderReport } from './renderReport.js';
import type { ReportData } from './reportData.js';

/** Before anything is sent: throws a UsageError for a file that a report cannot become. */
export async function refuseReport(file: string): Promise<void> {
  if (!/^[.]html?$/i.test(extname(file))) {
    throw new UsageError(`The report is a page: give ${file} a name that ends in .html.`);
  }
  await access(dirname(resolve(file)), constants.W_OK).catch(() => {
    throw new UsageError(`The folder of ${file} does not exist or cannot be written.`);
  });
}

/** Writes the report, in place of one that is there. Throws a UsageError when it cannot. */
export async function writeReport(file: string, data: ReportData): Promise<void> {
  const page = await renderReport(data);
  await writeFile(file, page).catch((error: unknown) => {
    throw new UsageError(`The report ${file} cannot be written: ${messageOf(error)}`);
  });
}
