import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';

/** The time during which a node skips requests that other executions have sent. */
export type Remembering = 'off' | 'day' | 'forever';

const name = 'rememberAcrossExecutions';
const displayName = 'Remember Across Executions';

/**
 * Creates the parameter of the nodes that must not send anything twice. It takes no expression: an agent
 * or a wrong field must not turn it off. `identity` names the inputs that identify a request, and
 * `reason` explains a default other than a day.
 */
export function createRememberProperty(
  defaultValue: Remembering,
  identity: string,
  reason?: string,
): INodeProperties {
  return {
    displayName,
    name,
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'Off',
        value: 'off',
        description: 'Other executions may send the same request again',
      },
      {
        name: 'For a Day',
        value: 'day',
        description: 'The same request is not sent again within 24 hours',
      },
      {
        name: 'For Ever',
        value: 'forever',
        description:
          'The same request is not sent again until this node or the workflow is deleted',
      },
    ],
    default: defaultValue,
    description: [
      'How long other executions of this node skip requests that were already sent.',
      ...(reason === undefined ? [] : [reason]),
      `A request is recognised by ${identity}, and n8n stores its hash.`,
      'A request without a known outcome is never repeated automatically, unless this is Off.',
      'A copied workflow or node starts with an empty memory.',
    ].join(' '),
  };
}

/**
 * Reads the stored parameter without evaluating expressions. Throws a NodeOperationError for an
 * unknown value. Also throws, unless the value is `off`, if n8n cannot store anything for this
 * workflow.
 */
export function readRemembering(
  context: IExecuteFunctions,
  defaultValue: Remembering,
): Remembering {
  const value = context.getNode().parameters[name] ?? defaultValue;
  const createError = (message: string, remedy: string) =>
    new NodeOperationError(context.getNode(), message, {
      description: `${remedy} Nothing was sent.`,
    });
  if (value === 'off') return value;
  if (value !== 'day' && value !== 'forever') {
    throw createError(
      `${displayName} must be Off, For a Day or For Ever`,
      'Choose one in the node; expressions are not accepted.',
    );
  }
  if (!hasHelpers(context)) {
    throw createError(`This version of n8n cannot store keys for ${displayName}`, 'Update n8n.');
  }
  if (!isSaved(context)) {
    throw createError(
      `${displayName} works only in a saved workflow`,
      'Save the workflow, then execute it again. A sub-workflow must come from the database.',
    );
  }
  return value;
}

export function canRemember(context: IExecuteFunctions): boolean {
  return hasHelpers(context) && isSaved(context);
}

function hasHelpers({ helpers }: { helpers: Partial<IExecuteFunctions['helpers']> }): boolean {
  return helpers.checkProcessedAndRecord !== undefined && helpers.removeProcessed !== undefined;
}

function isSaved(context: IExecuteFunctions): boolean {
  const { id } = context.getWorkflow();
  return id !== undefined && id !== '';
}
