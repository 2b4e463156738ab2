import {
  type IBinaryData,
  type IExecuteFunctions,
  type INodeExecutionData,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import type { Plan } from '../../batch/engine/run/events.js';
import { failureJson, type Outcome } from '../shared/items.js';
import type { NodeFailure } from '../shared/nodeError.js';
import { type AssessedWorkbook, assessWorkbook } from './assessWorkbook.js';
import { type CheckedWorkbook, checkWorkbook } from './checkWorkbook.js';
import { rowJson, type SheetFacts, sheetJson } from './results.js';
import { forgetJournals, hasWorked } from './itemJournal.js';
import { readSettings, type SheetSettings } from './settings.js';
import { outputName, readWorkbook, type WorkbookIn, workbookOut } from './workbook.js';
import { resumeHint } from './words/results.js';
import { errorText } from './words/wording.js';

/** The result for one workbook. */
interface Done {
  readonly bytes: Uint8Array;
  readonly facts: SheetFacts;
  /** For Check: problems and warnings about the values of a row. */
  readonly found?: Pick<CheckedWorkbook, 'problems' | 'warnings'>;
  readonly remembered?: AssessedWorkbook['remembered'];
}

/** The result for one workbook, in the form that n8n stores. */
interface Out extends Omit<Done, 'bytes'> {
  readonly file: IBinaryData;
  readonly outputField: string;
}

/**
 * Runs the node for its items, which are workbooks, one after the other. The first output has each
 * workbook with a summary, the second one its rows. In the modes that continue, a workbook that cannot
 * be read is an error of its item.
 */
export async function executeSheets(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const workbooks: INodeExecutionData[] = [];
  const rows: INodeExecutionData[] = [];
  let hasFailed = false;
  for (const [itemIndex, item] of context.getInputData().entries()) {
    const pairedItem = { item: itemIndex };
    // The rows are returned even if their workbook cannot be.
    const addRows = ({ facts, found, remembered }: Omit<Done, 'bytes'>) => {
      for (const one of facts.data.rows) {
        rows.push({ json: rowJson(one, found, remembered), pairedItem });
      }
    };
    const outcome = await tryWorkbook(context, itemIndex, addRows);
    if (outcome.ok) {
      const { facts, file, outputField } = outcome.value;
      const binary = { ...item.binary, [outputField]: file };
      workbooks.push({ json: sheetJson(facts), binary, pairedItem });
    } else if (context.continueOnFail()) {
      const { binary = {} } = item;
      workbooks.push({ json: failureJson(context, outcome, item.json), binary, pairedItem });
      hasFailed = true;
    } else {
      const { error } = outcome;
      const more = hasWorked(context) ? [resumeHint(context.getExecutionId())] : [];
      error.description = [error.description ?? '', ...more].join(' ').trim();
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
  onDone: (done: Done) => void,
): Promise<Outcome<Out>> {
  try {
    const settings = readSettings(context, itemIndex);
    const given = await readWorkbook(context, itemIndex, settings);
    const worked = await work(context, itemIndex, given, settings);
    onDone(worked);
    const { bytes, ...done } = worked;
    const file = await workbookOut(context, bytes, done.facts.fileName, given);
    return { ok: true, value: { ...done, file, outputField: settings.outputField } };
  } catch (error) {
    return { ok: false, error: toNodeError(context, error), details: { item: itemIndex + 1 } };
  }
}

async function work(
  context: IExecuteFunctions,
  itemIndex: number,
  given: WorkbookIn,
  settings: SheetSettings,
): Promise<Done> {
  const { operation } = settings;
  const fileName = outputName(given.fileName, operation);
  if (operation === 'check') {
    const { bytes, plan, data, ...found } = await checkWorkbook(context, given, fileName, settings);
    return { bytes, facts: { operation, fileName, data, ...planFacts(plan) }, found };
  }
  const assessed = await assessWorkbook(context, itemIndex, given, fileName, settings);
  const { bytes, plan, summary, data, remembered, sentBefore, waiting, isTimeOver } = assessed;
  const { sent, notInPlace } = summary;
  const stopped = [...(summary.stopped ?? []), ...(notInPlace ?? [])];
  const { notes, ...found } = planFacts(plan);
  return {
    bytes,
    remembered,
    facts: {
      operation,
      fileName,
      data,
      ...found,
      notes: [...notes, ...summary.notes],
      sent,
      sentBefore,
      waiting,
      isTimeOver,
      stopped,
    },
  };
}

function planFacts({ headerRow, notes, warnings }: Plan) {
  // In n8n, the workbook itself is the record of its results, so it is normal that only it has them.
  const otherNotes = notes.filter(({ code }) => code !== 'rowsDoneInSheet');
  return { headingRow: headerRow, notes: otherNotes, warnings };
}

/** Creates the error that n8n shows, with the problem, the workbook and the remedy. */
function toNodeError(context: IExecuteFunctions, error: unknown): NodeFailure {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const [message, description] = titleAndRest(errorText(error));
  const failed = new NodeOperationError(context.getNode(), message, { description });
  // n8n replaces a message that contains an error code with its own advice.
  failed.message = message;
  return failed;
}

/** Returns the first sentence, which is the title of n8n's message. Quoted texts may contain full stops. */
function titleAndRest(text: string): [title: string, rest: string] {
  for (const { index } of text.matchAll(/(?<=[.?!])\s+(?=["A-Z])/g)) {
    const title = text.slice(0, index);
    if (title.split('"').length % 2 === 1) return [title, text.slice(index).trim()];
  }
  return [text, ''];
}
