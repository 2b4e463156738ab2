import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';

/** Its name in the options of a node that has {@link rememberOption}. */
export const rememberName = 'rememberAcrossExecutions';

/** The option of nodes that must not send an item twice; see {@link ExecutionMemory}. */
export const rememberOption: INodeProperties = {
  displayName: 'Remember Across Executions',
  name: rememberName,
  type: 'string',
  default: '',
  placeholder: 'e.g. {{ $json.rowId }}',
  description:
    'A unique key for each item, such as its row ID. n8n stores the keys in its database. If a later execution meets a stored key, for example after a crash, it does not send the item again: the item fails as already sent or unconfirmed. The keys are lost when this node is deleted or the workflow is copied.',
};

/** The options of all nodes. They apply to all items, so they take no expression. */
export const sharedOptions = optionsWith();

/** {@link sharedOptions}, and further ones. */
export function optionsWith(...further: readonly INodeProperties[]): INodeProperties {
  return {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [...optionsOfAll(), ...further].sort((a, b) =>
      a.displayName < b.displayName ? -1 : 1,
    ),
  };
}

function optionsOfAll(): INodeProperties[] {
  return [
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
  ];
}

/** The settings that apply to all items of a run. */
export interface SharedOptions {
  readonly itemsAtOnce: number;
  readonly timeoutMs: number;
  /** Only for the nodes that wait; see `waitingProperties`. */
  readonly pollIntervalMs: number;
  readonly maximumWaitMs: number;
}

/**
 * Reads {@link sharedOptions} and how a node waits. Throws for a value that is not a number: an
 * imported or generated workflow can contain an expression where the editor allows none.
 */
export function readOptions(context: IExecuteFunctions): SharedOptions {
  const number = (name: string, fallback: number, least: number, most = Infinity): number => {
    // Read one by one: an expression in another option may fail for the first item.
    const value: unknown = context.getNodeParameter(name, 0, fallback);
    const given = numberIn(value);
    if (given === undefined) {
      const label = name.replace(/^.*\./, '');
      throw new NodeOperationError(context.getNode(), `${label} must be a number`, {
        description: 'Correct it in the node. Nothing was sent.',
      });
    }
    return Math.min(most, Math.max(least, given));
  };
  return {
    itemsAtOnce: Math.round(number('options.itemsAtOnce', 5, 1, 50)),
    timeoutMs: number('options.timeoutSeconds', 60, 1) * 1_000,
    pollIntervalMs: number('pollIntervalSeconds', 2, 0.05) * 1_000,
    maximumWaitMs: number('maximumWaitSeconds', 600, 0) * 1_000,
  };
}

/** The number that a parameter holds, or its text is; undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Whether a node adds the input's fields to those of the answer. */
export function includesOtherFields(context: IExecuteFunctions): boolean {
  return context.getNodeParameter('options.includeOtherFields', 0, false) === true;
}
