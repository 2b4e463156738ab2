import type { IExecuteFunctions } from 'n8n-workflow';
import type { RowRemark } from '../../batch/engine/intake/remark.js';
import type { ReportData } from '../../batch/engine/report/reportData.js';
import type { Plan } from '../../batch/engine/run/events.js';
import { MemoryStorage } from '../../batch/engine/run/memoryStorage.js';
import { readSheet } from '../../batch/engine/intake/readSheet.js';
import { intakeOf } from '../../batch/engine/run/runSheet.js';
import { readRunSheet } from '../../batch/engine/run/readRunSheet.js';
import { findResultColumns } from '../../batch/engine/run/resultColumns.js';
import type { RunOptions } from '../../batch/engine/run/runOptions.js';
import { planOf } from '../../batch/engine/run/runPlan.js';
import { connectionOf } from '../shared/session.js';
import { recallingStorage } from './recalledJournal.js';
import { writeRemarks } from './remarksColumn.js';
import { saltOf } from './rowLedger.js';
import { assertRows, limitedRows } from './rowLimit.js';
import { SavedAssessments } from './savedAssessments.js';
import type { SheetSettings } from './settings.js';
import type { WorkbookIn } from './workbook.js';
import { remarkOf } from './words/results.js';
import { wording } from './words/wording.js';

/** A workbook that was checked: its bytes with the remarks in it, and what an assessment would do. */
export interface CheckedWorkbook {
  readonly bytes: Uint8Array;
  readonly plan: Plan;
  readonly data: ReportData;
  /** What is wrong with the values of a row, by its number. */
  readonly problems: ReadonlyMap<number, readonly RowRemark[]>;
  /** What looks wrong in a row that can be sent all the same. */
  readonly warnings: ReadonlyMap<number, readonly RowRemark[]>;
}

/** Reads a workbook as an assessment would, and sends nothing. Throws for what would end the assessment. */
export async function checkWorkbook(
  context: IExecuteFunctions,
  { bytes, fileName: input }: WorkbookIn,
  output: string,
  settings: SheetSettings,
): Promise<CheckedWorkbook> {
  const now = () => Date.now();
  // Only to know what the scores in it were made for.
  const { baseUrl } = await connectionOf(context, settings.timeoutMs);
  const salt = saltOf(context, baseUrl.url);
  const options: RunOptions = {
    ...{ operation: settings.sheetOperation, intake: settings.intake, input, output },
    // Nothing is sent, so that there is no pace.
    ...{ service: baseUrl.url, isSandboxRun: false, concurrency: 1, spacingMs: 0, maxErrors: 1 },
    ...{ pollIntervalMs: 0, pollTimeoutMs: 0, sendDuplicates: false, colourScale: true },
    retryRejected: false,
  };
  const memory = new MemoryStorage({ ...options, bytes, now, salt });
  const saved = new SavedAssessments(context, salt);
  const limited = limitedRows(memory, settings.maximumRows);
  const storage = recallingStorage(limited, options, saved, now);
  const file = await storage.openSheet();
  const journal = await storage.openJournal(await storage.lock());
  const sheet = await readRunSheet(file, journal, options, { storage, wording, nowMs: now() });
  const { intake } = sheet.read;
  const warnings = new Map<number, readonly RowRemark[]>();
  await readSheet(file, intakeOf(options, journal), ({ number }, read) => {
    if (read.warnings.length > 0) warnings.set(number, read.warnings);
  });
  const found = await findResultColumns(file, intake, sheet.columnsToWrite, output);
  const plan = planOf(sheet, sheet.work, found, 0);
  assertRows(plan, settings.maximumRows);

  const problems = new Map<number, readonly RowRemark[]>();
  for (const { row, message } of plan.reports) {
    if (message?.code === 'rowInvalid') problems.set(row, message.problems ?? []);
  }
  const data = sheet.reportData(new Date(now()).toISOString());
  const remarks = new Map(
    data.cases.flatMap(({ row, message }) => {
      const doubts = (warnings.get(row) ?? []).map(remarkOf);
      const told = [message, ...doubts].join(' ').trim();
      return told === '' ? [] : [[row, told] as const];
    }),
  );
  const { sheet: name, headerRow } = intake;
  await writeRemarks(file, { sheet: name, headerRow, output }, remarks);
  return { bytes: memory.written ?? bytes, plan, data, problems, warnings };
}
