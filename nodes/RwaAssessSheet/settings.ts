import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { assessmentFields } from '../../src/assessmentFields.js';
import type { IntakeOptions } from '../../batch/engine/intake/intakeOptions.js';
import { readSetting } from '../../batch/engine/intake/readSetting.js';
import { assess } from '../../batch/engine/operations/assess.js';
import { assessmentExample } from '../../batch/engine/operations/assessmentExample.js';
import { reassessing } from '../../batch/engine/operations/reassess.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { titleCase } from '../shared/properties.js';
import { defaultOf, type SheetNodeOperation } from './properties.js';
import { remarks } from './words/values.js';

const dayMs = 86_400_000;

/** What the node is to do with one item, from its parameters. */
export interface SheetSettings {
  readonly operation: SheetNodeOperation;
  readonly inputField: string;
  readonly outputField: string;
  readonly maximumBytes: number;
  readonly maximumRows: number;
  /** What the engine does; Check reads a sheet as Assess does. */
  readonly sheetOperation: SheetOperation;
  readonly intake: IntakeOptions;
  readonly remembers: boolean;
  readonly retryRejected: boolean;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
}

/** Reads the parameters for one item. Throws a NodeOperationError that names the one to correct. */
export function readSettings(context: IExecuteFunctions, itemIndex: number): SheetSettings {
  // As a whole: of one that is not set, n8n would throw.
  const options = context.getNodeParameter('options', itemIndex, {}) as Record<string, unknown>;
  const option = (name: string): unknown => options[name];
  const limit = (name: string, least: number, most = Infinity): number => {
    const value = numberOf(context, name, option(name) ?? defaultOf(name));
    return Math.min(most, Math.max(least, value));
  };
  const inputField = textOf(context.getNodeParameter('binaryPropertyName', itemIndex));
  const operation = context.getNodeParameter('operation', itemIndex) as SheetNodeOperation;
  const olderThanDays = numberOf(context, 'olderThanDays', option('olderThanDays') ?? 0);
  const again = olderThanDays > 0 ? { olderThanMs: olderThanDays * dayMs } : {};
  const sheetOperation = operation === 'assessAgain' ? reassessing(again) : assess;
  return {
    ...{ operation, inputField, sheetOperation },
    outputField: textOf(option('outputField')) || inputField,
    maximumBytes: limit('maximumSizeMb', 0) * 1_000_000,
    maximumRows: limit('maximumRows', 1),
    intake: { inputs: sheetOperation, ...intakeOf(context, option) },
    remembers: option('rememberAcrossExecutions') !== false,
    retryRejected: option('sendRejectedAgain') === true,
    concurrency: Math.round(limit('rowsAtOnce', 1, 50)),
    timeoutMs: limit('timeoutSeconds', 1) * 1_000,
    pollIntervalMs: limit('pollIntervalSeconds', 0.05) * 1_000,
    pollTimeoutMs: limit('maximumWaitSeconds', 0) * 1_000,
  };
}

function intakeOf(
  context: IExecuteFunctions,
  option: (name: string) => unknown,
): Omit<IntakeOptions, 'inputs'> {
  const headingRow = option('headingRow');
  const dateOrder = textOf(option('dateOrder'));
  const reading = {
    dateOrder: dateOrder === 'dmy' || dateOrder === 'mdy' ? dateOrder : undefined,
    acceptSuggestions: option('acceptSuggestions') === true,
  } as const;
  const columns = byField(context, 'Columns', entriesOf(option('columns'), 'column', 'heading'));
  const set = byField(
    context,
    'Values for All Rows',
    entriesOf(option('values'), 'value', 'value'),
  );
  for (const [name, value = ''] of Object.entries(set)) {
    const read = readSetting(fieldOf(context, name), value, reading);
    if ('problem' in read) {
      const what = `Values for All Rows: "${value}" cannot be used for ${labelOf(name)}`;
      throw problem(context, what, remarks.settingProblemText(read.problem));
    }
  }
  return {
    ...reading,
    ...{ columns, set, exampleRows: assessmentExample },
    sheet: textOf(option('worksheet')) || undefined,
    headerRow:
      headingRow === undefined
        ? undefined
        : rowOf(context, numberOf(context, 'headingRow', headingRow)),
    visibleOnly: option('skipHiddenRows') === true,
  };
}

/** The entries of a fixed collection, as pairs of a field and its heading or value. */
function entriesOf(
  collection: unknown,
  entry: string,
  of: string,
): [field: string, text: string][] {
  const entries = (collection as Record<string, unknown> | undefined)?.[entry];
  if (!Array.isArray(entries)) return [];
  return entries.map((each: Record<string, unknown>) => [textOf(each.field), textOf(each[of])]);
}

function byField(
  context: IExecuteFunctions,
  option: string,
  entries: readonly (readonly [field: string, text: string])[],
): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = {};
  for (const [field, text] of entries) {
    fieldOf(context, field);
    if (field in found) {
      throw problem(context, `${option} names ${labelOf(field)} twice`, 'Remove one of the two.');
    }
    if (text === '') {
      const empty = `${option} has nothing for ${labelOf(field)}`;
      throw problem(context, empty, 'Fill it in, or remove the entry.');
    }
    found[field] = text;
  }
  return found;
}

function fieldOf(context: IExecuteFunctions, name: string) {
  const field = Object.entries(assessmentFields).find(([known]) => known === name)?.[1];
  if (field !== undefined) return field;
  throw problem(context, `"${name}" is not a field`, 'Choose one of the list.');
}

function labelOf(name: string): string {
  return titleCase(
    Object.entries(assessmentFields).find(([known]) => known === name)?.[1].label ?? name,
  );
}

function rowOf(context: IExecuteFunctions, row: number): number {
  if (Number.isInteger(row) && row > 0) return row;
  throw problem(
    context,
    'Heading Row must be a whole number from 1',
    'Count the rows as Excel does.',
  );
}

// An imported or generated workflow can contain a text where the editor allows only a number.
function numberOf(context: IExecuteFunctions, name: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw problem(context, `${name} must be a number`, 'Correct it in the options of the node.');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function problem(context: IExecuteFunctions, message: string, remedy: string): NodeOperationError {
  return new NodeOperationError(context.getNode(), message, {
    description: `${remedy} Nothing was sent.`,
  });
}
