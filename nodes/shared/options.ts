import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** The options that all nodes have. They hold for all items, so they take no expression. */
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
  ],
};

/** {@link sharedOptions} as they are set. */
export interface SharedOptions {
  readonly includeOtherFields: boolean;
  readonly itemsAtOnce: number;
  readonly timeoutMs: number;
}

/** Reads {@link sharedOptions}. */
export function readOptions(context: IExecuteFunctions): SharedOptions {
  const {
    includeOtherFields = false,
    itemsAtOnce = 5,
    timeoutSeconds = 60,
  } = context.getNodeParameter('options', 0, {});
  return {
    includeOtherFields: includeOtherFields === true,
    itemsAtOnce: Math.max(1, Number(itemsAtOnce)),
    timeoutMs: Math.max(1, Number(timeoutSeconds)) * 1_000,
  };
}
