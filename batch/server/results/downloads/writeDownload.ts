import { writeFile } from 'node:fs/promises';
import { renderReport } from '../../../report/renderReport.js';
import { Refused } from '../../refused.js';
import { liveSheet } from '../../sheets/liveSheet.js';
import { asRefused } from '../../refusal.js';
import type { SheetRunPorts } from '../../runs/sheetRun.js';
import type { Download } from '../../threads/work.js';
import { reportAdvice } from '../../words/report.js';
import { createReportData } from './reportData.js';
import { writeWorkbook } from './writeWorkbook.js';

/**
 * Writes a download of a sheet into a new file. Nothing is sent. It may take seconds of work and much memory
 * for a large sheet. Throws a Refused with the reason where it cannot.
 */
export async function writeDownload(
  ports: Omit<SheetRunPorts, 'locks'>,
  id: string,
  what: Download,
  into: string,
): Promise<void> {
  const { store, service, now } = ports;
  const sheet = await liveSheet(store, id);
  if (sheet === undefined) throw new Refused('not_found', 'There is no such sheet.');
  try {
    switch (what) {
      case 'workbook':
        await writeWorkbook(ports, id, into);
        return;
      case 'report': {
        const data = await createReportData(store, sheet, service, new Date(now()).toISOString());
        await writeFile(into, await renderReport(data, reportAdvice), { mode: 0o600 });
        return;
      }
      case 'problems': {
        const { writeProblems } = await import('./problemsWorkbook.js');
        await writeProblems(store, id, into);
      }
    }
  } catch (error) {
    throw asRefused(error);
  }
}
