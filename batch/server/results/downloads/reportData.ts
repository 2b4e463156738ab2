import type { ReportData } from '../../../engine/report/reportData.js';
import type { Store } from '../../db/store.js';
import type { LiveSheet } from '../../sheets/liveSheet.js';
import { reportCases } from '../reportCases.js';
import { listRounds } from '../../rounds/roundStore.js';

/** Returns the numbers of a report on a sheet, from the rows in the store; `at` in ISO 8601. */
export async function createReportData(
  store: Store,
  sheet: LiveSheet,
  service: { readonly name: string; readonly isSandbox: boolean },
  at: string,
): Promise<ReportData> {
  const [latest] = await listRounds(store, sheet.id);
  // The first assessments are no round to compare with another one.
  const round = latest !== undefined && latest.number > 1 ? latest : undefined;
  return {
    file: sheet.name,
    sheet: sheet.worksheet,
    service: service.name,
    generatedAt: at,
    isSandboxRun: service.isSandbox,
    ...(round && { round: { number: round.number, startedAt: round.startedAt } }),
    cases: await reportCases(store, sheet.id),
  };
}
