import type { IExecuteFunctions } from 'n8n-workflow';
import type { RowRemark } from '../../batch/engine/intake/remark.js';
import type { ReportData } from '../../batch/engine/report/reportData.js';
import type { Plan } from '../../batch/engine/run/events.js';
import { hasResults } from '../../batch/engine/rows/shownStatus.js';
import type { RowListener } from '../../batch/engine/intake/readSheet.js';
import { readRunSheet } from '../../batch/engine/run/runSheet.js';
import { findResultColumns } from '../../batch/engine/run/resultColumns.js';
import { createPlan } from '../../batch/engine/run/runPlan.js';
import { openConnection } from '../shared/session.js';
import { writeRemarks } from './remarksColumn.js';
import { assertRowLimit } from './rowLimit.js';
import type { SheetSettings } from './settings.js';
import { ServiceMemory } from '../shared/serviceMemory.js';
import { prepareSheetRun } from './sheetRun.js';
import type { WorkbookIn } from './workbook.js';
import { remarks } from './words/values.js';
import { wording } from './words/wording.js';
import type { PlannedRow } from '../../batch/engine/rows/plannedRow.js';

export interface CheckedWorkbook {
  readonly bytes: Uint8Array;
  readonly plan: Plan;
  readonly data: ReportData;
  /** The value problems, by row number. */
  readonly problems: ReadonlyMap<number, readonly RowRemark[]>;
  /** The warnings, by row number. They do not prevent a row from being sent. */
  readonly warnings: ReadonlyMap<number, readonly RowRemark[]>;
}

/** Reads a workbook like an assessment, but sends nothing. `output` is the file name of the result. */
export async function checkWorkbook(
  context: IExecuteFunctions,
  given: WorkbookIn,
  output: string,
  settings: SheetSettings,
): Promise<CheckedWorkbook> {
  const connection = await openConnection(context, settings.timeoutMs);
  // With the salt, the keys of rows match those of the assessments that n8n has saved.
  const { salt } = await ServiceMemory.open(context, settings.sameService, 'row');
  const { options, memory, storage } = prepareSheetRun(
    context,
    connection,
    given,
    output,
    settings,
    salt,
  );
  const nowMs = connection.timing.now();
  const warnings = new Map<number, readonly RowRemark[]>();
  const onRow: RowListener = ({ number }, read) => {
    if (read.warnings.length > 0) warnings.set(number, read.warnings);
  };
  const file = await storage.openSheet();
  const journal = await storage.openJournal(await storage.lock());
  const sheet = await readRunSheet(file, journal, options, { storage, wording, nowMs, onRow });
  const { intake } = sheet.read;
  const resultColumns = await findResultColumns(file, intake, sheet.columnsToWrite, output);
  // The duration of an answer is 0, because a check sends nothing.
  const plan = createPlan(sheet, sheet.work, resultColumns, 0);
  assertRowLimit(plan, settings.maximumRows);

  const problems = new Map<number, readonly RowRemark[]>();
  for (const { row, message } of plan.reports) {
    if (message?.code === 'rowInvalid') problems.set(row, message.problems ?? []);
  }
  const data = sheet.reportData(new Date(nowMs).toISOString());
  const remarksByRow = new Map(
    data.rows.flatMap(({ row, message }) => {
      const warningTexts = (warnings.get(row) ?? []).map(remarks.remarkText);
      const text = [message, ...warningTexts].join(' ').trim();
      return text === '' ? [] : [[row, text] as const];
    }),
  );
  const { sheet: name, headerRow, columns } = intake;
  const keyColumns = [...columns.fields.values()];
  const isOutdated = (row: PlannedRow) =>
    sheet.status(row) === 'Invalid' && hasResults(row.previous);
  const outdated = new Set(sheet.read.rows.filter(isOutdated).map(({ number }) => number));
  await writeRemarks(file, { sheet: name, headerRow, keyColumns, output }, remarksByRow, {
    rows: outdated,
    cells: sheet.createCells(),
  });
  return { bytes: memory.written ?? given.bytes, plan, data, problems, warnings };
}
