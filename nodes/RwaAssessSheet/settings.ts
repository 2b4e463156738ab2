import type { IExecuteFunctions } from 'n8n-workflow';
import type { IntakeOptions } from '../../batch/engine/intake/intakeOptions.js';
import {
  assess,
  createAssessOperation,
  createReassessment,
} from '../../batch/engine/operations/assess.js';
import type { Selection } from '../../batch/engine/rows/selection.js';
import {
  type SheetOperation,
  toNodeOperation,
} from '../../batch/engine/operations/sheetOperation.js';
import { readRemembering, type Remembering } from '../shared/remember.js';
import { Options } from './options.js';
import { rememberedByDefault, type SheetNodeOperation } from './properties.js';
import { readSelection } from './selection.js';
import { readColumns, readSheetOptions } from './sheetOptions.js';

/** Timers cannot wait longer than 24 days; a day is enough here. */
const maxSeconds = 86_400;

const operations = { assess: createAssessOperation, assessAgain: createReassessment } as const;

export interface SheetSettings {
  readonly operation: SheetNodeOperation;
  readonly inputField: string;
  readonly outputField: string;
  readonly maximumBytes: number;
  readonly maximumRows: number;
  /** The operation of the engine; Check reads a sheet as Assess does. */
  readonly sheetOperation: SheetOperation;
  readonly intake: IntakeOptions;
  readonly acceptsIds: boolean;
  /** The rows that may be sent again, once a person has cleared their status; undefined for none. */
  readonly resendableRows: Selection['rows'];
  /** The code that a person has entered after a change of the service. */
  readonly sameService: string;
  readonly remembering: Remembering;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The time after which the run stops early; undefined for no limit. */
  readonly maximumTimeMs: number | undefined;
}

/** Throws a NodeOperationError that names the parameter to correct. */
export function readSettings(context: IExecuteFunctions, itemIndex: number): SheetSettings {
  const options = new Options(context, itemIndex);
  const readLimited = (name: string, min: number, max = maxSeconds) =>
    Math.min(max, Math.max(min, options.readNumber(name)));
  const inputField = context.getNodeParameter('binaryPropertyName', itemIndex).trim();
  const operation = parseOperation(context.getNodeParameter('operation', itemIndex), options);
  const selection =
    operation === 'check' ? {} : readSelection(context, itemIndex, options, operation);
  const sheetOperation = toNodeOperation(
    operation === 'check' ? assess : operations[operation](selection),
  );
  const remembering = operation === 'check' ? 'off' : readRemembering(context, rememberedByDefault);
  return {
    operation,
    inputField,
    sheetOperation,
    outputField: options.readText('outputField') || inputField,
    maximumBytes: readLimited('maximumSizeMb', 0, Infinity) * 1_000_000,
    maximumRows: readLimited('maximumRows', 1, Infinity),
    intake: {
      inputs: sheetOperation,
      columns: readColumns(context, itemIndex, options),
      ...readSheetOptions(options),
    },
    sameService: options.readText('sameService'),
    remembering,
    acceptsIds: options.isOn('acceptIds'),
    resendableRows: remembering === 'off' ? selection.rows : undefined,
    concurrency: Math.round(readLimited('rowsAtOnce', 1, 50)),
    timeoutMs: readLimited('timeoutSeconds', 1) * 1_000,
    pollIntervalMs: readLimited('pollIntervalSeconds', 0.05) * 1_000,
    pollTimeoutMs: readLimited('maximumWaitSeconds', 0) * 1_000,
    maximumTimeMs: options.isSet('maximumTimeSeconds')
      ? readLimited('maximumTimeSeconds', 0) * 1_000
      : undefined,
  };
}

// An unknown value in an imported workflow must not start an assessment.
function parseOperation(value: unknown, options: Options): SheetNodeOperation {
  if (value === 'assess' || value === 'assessAgain' || value === 'check') return value;
  throw options.createError(`"${String(value)}" is not an operation`, 'Choose one from the list.');
}
