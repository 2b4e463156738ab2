import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { isOnce, type OperationName } from '../../src/operations.js';
import { readRemembering, type Remembering } from './remember.js';
import { createServiceProperty } from './serviceMemory.js';

/** The options that all nodes but Assess Sheet have. They apply to all items, so they take no expression. */
export const sharedOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    {
      displayName: 'Include Other Input Fields',
      name: 'includeOtherFields',
      type: 'boolean',
      default: false,
      noDataExpression: true,
      description:
        "Whether to include the input item's fields in the output, in addition to the fields of the answer",
    },
    {
      displayName: 'Items at Once',
      name: 'itemsAtOnce',
      type: 'number',
      default: 5,
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
      description: 'How many items to send at the same time',
    },
    {
      displayName: 'Timeout (Seconds)',
      name: 'timeoutSeconds',
      type: 'number',
      default: 60,
      noDataExpression: true,
      typeOptions: { minValue: 1 },
      description: 'How long to wait for the answer to each request',
    },
  ],
};

/** The options of Create Assessment and Create Pending User, sorted by name. */
export const rememberingOptions: INodeProperties = {
  ...sharedOptions,
  options: [...(sharedOptions.options as INodeProperties[]), createServiceProperty('item')].sort(
    (one, other) => (one.displayName < other.displayName ? -1 : 1),
  ),
};

/** The settings that apply to all items of a run. */
export interface SharedOptions {
  readonly itemsAtOnce: number;
  readonly timeoutMs: number;
  /** Used only by the nodes that wait; see `createWaitingProperties`. */
  readonly pollIntervalMs: number;
  readonly maximumWaitMs: number;
  /** `off` for operations that may be repeated. */
  readonly remembering: Remembering;
  /** The code that a person has entered after a change of the service. */
  readonly sameService: string;
}

/**
 * Reads the settings. Throws for a setting that should be a number and is not: an imported or
 * generated workflow can contain an expression although the editor allows none. Also throws if
 * {@link readRemembering} does.
 */
export function readOptions(context: IExecuteFunctions, operation: OperationName): SharedOptions {
  const readNumber = (name: string, fallback: number, min: number, max = Infinity): number => {
    // Each option is read separately, because an expression in another option may fail for the
    // first item.
    const value: unknown = context.getNodeParameter(name, 0, fallback);
    const given = toNumber(value);
    if (given === undefined) {
      const label = name.replace(/^.*\./, '');
      throw new NodeOperationError(context.getNode(), `${label} must be a number`, {
        description: 'Correct it in the node. Nothing was sent.',
      });
    }
    return Math.min(max, Math.max(min, given));
  };
  const code: unknown = context.getNodeParameter('options.sameService', 0, '');
  return {
    itemsAtOnce: Math.round(readNumber('options.itemsAtOnce', 5, 1, 50)),
    timeoutMs: readNumber('options.timeoutSeconds', 60, 1) * 1_000,
    pollIntervalMs: readNumber('pollIntervalSeconds', 2, 0.05) * 1_000,
    maximumWaitMs: readNumber('maximumWaitSeconds', 600, 0) * 1_000,
    remembering: isOnce(operation) ? readRemembering(context, 'day') : 'off',
    sameService: typeof code === 'string' || typeof code === 'number' ? String(code).trim() : '',
  };
}

/** Returns the number in a parameter's value, which may be text; undefined for other values. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function includesOtherFields(context: IExecuteFunctions): boolean {
  return context.getNodeParameter('options.includeOtherFields', 0, false) === true;
}
