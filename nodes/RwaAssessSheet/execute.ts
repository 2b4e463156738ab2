import {
  type IBinaryData,
  type IExecuteFunctions,
  type INodeExecutionData,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import type { Plan } from '../../batch/engine/run/events.js';
import { createFailureJson, type Outcome } from '../shared/items.js';
import type { NodeFailure } from '../shared/nodeError.js';
import { type AssessedWorkbook, assessWorkbook } from './assessWorkbook.js';
import { type CheckedWorkbook, checkWorkbook } from './checkWorkbook.js';
import { createRowJson, type SheetFacts, createSheetJson } from './results.js';
import { forgetJournals, hasWorked } from './itemJournal.js';
import { readSettings, type SheetSettings } from './settings.js';
import { toOutputName, readWorkbook, type WorkbookIn, toBinaryData } from './workbook.js';
import { createResumeHint } from './words/results.js';
import { formatError } from './words/wording.js';

interface WorkbookResult {
  readonly bytes: Uint8Array;
  readonly facts: SheetFacts;
  /** Set only by a check. */
  readonly found?: Pick<CheckedWorkbook, 'problems' | 'warnings'>;
  readonly remembered?: AssessedWorkbook['remembered'];
}

interface StoredResult extends Omit<WorkbookResult, 'bytes'> {
  readonly file: IBinaryData;
  readonly outputField: string;
}

/**
 * Runs the node for the workbooks of its items, one after the other. The first output gets each
 * workbook with a summary, and the second output gets the rows. If *On Error* is set to continue,
 * the item of a failed workbook gets the error.
 */
export async function executeSheets(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const workbooks: INodeExecutionData[] = [];
  const rows: INodeExecutionData[] = [];
  let hasFailed = false;
  for (const [itemIndex, item] of context.getInputData().entries()) {
    const pairedItem = { item: itemIndex };
    // If On Error is set to continue, the rows are returned even if their workbook cannot be
    // returned.
    const addRows = ({ facts, found, remembered }: Omit<WorkbookResult, 'bytes'>) => {
      for (const row of facts.data.rows) {
        rows.push({ json: createRowJson(row, found, remembered), pairedItem });
      }
    };
    const outcome = await tryWorkbook(context, itemIndex, addRows);
    if (outcome.ok) {
      const { facts, file, outputField } = outcome.value;
      const binary = { ...item.binary, [outputField]: file };
      workbooks.push({ json: createSheetJson(facts), binary, pairedItem });
    } else if (context.continueOnFail()) {
      const { binary = {} } = item;
      workbooks.push({ json: createFailureJson(context, outcome, item.json), binary, pairedItem });
      hasFailed = true;
    } else {
      const { error } = outcome;
      const hints = hasWorked(context) ? [createResumeHint(context.getExecutionId())] : [];
      error.description = [error.description ?? '', ...hints].join(' ').trim();
      throw error;
    }
  }
  // If a workbook could not be returned, a retry of the execution needs the journals.
  if (!hasFailed) forgetJournals(context);
  return [workbooks, rows];
}

async function tryWorkbook(
  context: IExecuteFunctions,
  itemIndex: number,
  onResult: (result: WorkbookResult) => void,
): Promise<Outcome<StoredResult>> {
  try {
    const settings = readSettings(context, itemIndex);
    const given = await readWorkbook(context, itemIndex, settings);
    const result = await assessOrCheck(context, itemIndex, given, settings);
    onResult(result);
    const { bytes, ...otherFields } = result;
    const file = await toBinaryData(context, bytes, result.facts.fileName, given);
    return { ok: true, value: { ...otherFields, file, outputField: settings.outputField } };
  } catch (error) {
    return { ok: false, error: toNodeError(context, error), details: { item: itemIndex + 1 } };
  }
}

async function assessOrCheck(
  context: IExecuteFunctions,
  itemIndex: number,
  given: WorkbookIn,
  settings: SheetSettings,
): Promise<WorkbookResult> {
  const { operation } = settings;
  const fileName = toOutputName(given.fileName, operation);
  if (operation === 'check') {
    const { bytes, plan, data, ...found } = await checkWorkbook(context, given, fileName, settings);
    return { bytes, facts: { operation, fileName, data, ...selectPlanFacts(plan) }, found };
  }
  const assessed = await assessWorkbook(context, itemIndex, given, fileName, settings);
  const { bytes, plan, summary, data, remembered, sentBefore, waiting, isTimeOver } = assessed;
  const { sent, notInPlace } = summary;
  const stopped = [...(summary.stopped ?? []), ...(notInPlace ?? [])];
  const { notes, ...planFacts } = selectPlanFacts(plan);
  return {
    bytes,
    remembered,
    facts: {
      operation,
      fileName,
      data,
      ...planFacts,
      notes: [...notes, ...summary.notes],
      sent,
      sentBefore,
      waiting,
      isTimeOver,
      stopped,
    },
  };
}

function selectPlanFacts({ headerRow, notes, warnings }: Plan) {
  // Results that only the workbook has are normal here, because an execution does not have the
  // journals of earlier executions.
  const otherNotes = notes.filter(({ code }) => code !== 'rowsDoneInSheet');
  return { headingRow: headerRow, notes: otherNotes, warnings };
}

/**
 * Creates the error that n8n shows, with the first sentence as its title and the other sentences as its
 * description. Returns an error of n8n unchanged.
 */
function toNodeError(context: IExecuteFunctions, error: unknown): NodeFailure {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const [message, description] = splitTitle(formatError(error));
  const failed = new NodeOperationError(context.getNode(), message, { description });
  // n8n replaces a message that contains an error code with its own advice.
  failed.message = message;
  return failed;
}

function splitTitle(text: string): [title: string, rest: string] {
  for (const { index } of text.matchAll(/(?<=[.?!])\s+(?=["A-Z])/g)) {
    const title = text.slice(0, index);
    // After an odd number of quotation marks, the full stop is within a quoted text.
    if (title.split('"').length % 2 === 1) return [title, text.slice(index).trim()];
  }
  return [text, ''];
}
