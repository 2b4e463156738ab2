import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

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
    'A key of each item, such as the ID of its row. n8n keeps it in its database, and an item whose key is known fails as already sent or as unconfirmed, and is not sent again by a later execution, such as one after a crash. Forgotten when this node is deleted or the workflow is copied.',
};

/** The options that all nodes have. They hold for all items, so they take no expression. */
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
      description: "Whether to pass the input item's fields on, besides the fields of the answer",
    },
    {
      displayName: 'Items at Once',
      name: 'itemsAtOnce',
      type: 'number',
      default: 5,
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
      description: 'How many items are sent at the same time',
    },
    {
      displayName: 'Timeout (Seconds)',
      name: 'timeoutSeconds',
      type: 'number',
      default: 60,
      noDataExpression: true,
      typeOptions: { minValue: 1 },
      description: 'How long to wait for the answer to one request',
    },
  ];
}

/** {@link sharedOptions} as they are set. */
export interface SharedOptions {
  readonly includeOtherFields: boolean;
  readonly itemsAtOnce: number;
  readonly timeoutMs: number;
}

/** Reads {@link sharedOptions}. */
export function readOptions(context: IExecuteFunctions): SharedOptions {
  // One by one: an expression in another option may fail for the first item, which is not for here.
  const option = (name: string, fallback: unknown): unknown =>
    context.getNodeParameter(`options.${name}`, 0, fallback);
  const includeOtherFields = option('includeOtherFields', false);
  const itemsAtOnce = option('itemsAtOnce', 5);
  const timeoutSeconds = option('timeoutSeconds', 60);
  return {
    includeOtherFields: includeOtherFields === true,
    itemsAtOnce: Math.max(1, Number(itemsAtOnce)),
    timeoutMs: Math.max(1, Number(timeoutSeconds)) * 1_000,
  };
}
