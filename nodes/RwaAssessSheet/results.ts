import type { IDataObject } from 'n8n-workflow';
import type { RowRemark } from '../../batch/engine/intake/remark.js';
import type { GroupedWarning } from '../../batch/engine/intake/columnFacts.js';
import type { Message } from '../../batch/engine/message.js';
import type { ReportRow, ReportData } from '../../batch/engine/report/reportData.js';
import type { CheckedWorkbook } from './checkWorkbook.js';
import { toSince } from '../shared/sendings.js';
import { calculateChange, countRows, type RowsByReason } from './counts.js';
import type { SheetNodeOperation } from './properties.js';
import { adviseNextStep, formatSummary, timeIsOver, formatWarning } from './words/results.js';
import { remarks } from './words/values.js';
import { wording } from './words/wording.js';

/** The data for the JSON of the first output. */
export interface SheetFacts extends RowsByReason {
  readonly operation: SheetNodeOperation;
  readonly fileName: string;
  readonly data: ReportData;
  readonly headingRow: number;
  readonly sent?: number;
  /** Why the run stopped early, or why its results are not in the workbook. */
  readonly stopped?: readonly Message[];
  readonly isTimeOver?: boolean;
  readonly notes: readonly Message[];
  readonly warnings: readonly GroupedWarning[];
}

export function createSheetJson(facts: SheetFacts): IDataObject {
  const { operation, fileName, data, headingRow, sent, stopped = [] } = facts;
  const counts = countRows(data.rows, facts);
  const { risen, fallen, sentBefore, waiting, ...others } = counts;
  const reasons = [...(facts.isTimeOver === true ? [timeIsOver] : []), ...stopped.map(wording)];
  const stopText = reasons.length === 0 ? undefined : reasons.join(' ');
  const notes = [...facts.warnings.map(formatWarning), ...facts.notes.map(wording)];
  return {
    operation,
    fileName,
    worksheet: data.sheet,
    headingRow,
    ...others,
    ...(operation === 'assessAgain' ? { risen, fallen } : {}),
    ...(sent === undefined ? {} : { sent, sentBefore, waiting }),
    summary: formatSummary(operation, counts),
    nextStep: adviseNextStep(operation, counts, stopText, listLeftRows(facts), facts.notes),
    ...(stopText === undefined ? {} : { stopped: stopText }),
    notes: [...new Set(notes)],
  };
}

/** Lists the unsent rows that do not wait for another row, and the pending rows. */
function listLeftRows({ data, waiting }: SheetFacts): Record<'unsent' | 'pending', number[]> {
  const withStatus = (wanted: ReportRow['status']) =>
    data.rows.filter(({ status }) => status === wanted).map(({ row }) => row);
  return {
    unsent: withStatus('Not sent').filter((row) => waiting?.has(row) !== true),
    pending: withStatus('Pending'),
  };
}

type FoundByCheck = Pick<CheckedWorkbook, 'problems' | 'warnings'>;

/** Returns the JSON of a row in the second output. */
export function createRowJson(
  reportRow: ReportRow,
  found?: FoundByCheck,
  remembered?: ReadonlyMap<string, number>,
): IDataObject {
  const { row, status, message, scores, previous, ...ids } = reportRow;
  const change = calculateChange(reportRow);
  const sinceMs = remembered?.get(reportRow.assessmentId ?? '');
  return {
    row,
    status,
    ...ids,
    ...scores,
    ...(previous === undefined ? {} : { previousOverallTrip: previous.overallTrip }),
    ...(change === undefined ? {} : { change }),
    message,
    ...(sinceMs === undefined ? {} : { remembered: toSince(sinceMs) }),
    ...(found === undefined ? {} : { problems: toJson(found.problems.get(row)) }),
    ...(found?.warnings.has(row) === true ? { warnings: toJson(found.warnings.get(row)) } : {}),
  };
}

function toJson(problems: readonly RowRemark[] = []): IDataObject[] {
  return problems.map(createProblemJson);
}

function createProblemJson(problem: RowRemark): IDataObject {
  const { row, column, field, label, value, suggestion } = problem;
  return {
    ...(column === undefined ? {} : { cell: `${column}${row}` }),
    field,
    label,
    value,
    ...(suggestion === undefined ? {} : { suggestion }),
    message: remarks.remarkText(problem),
  };
}
