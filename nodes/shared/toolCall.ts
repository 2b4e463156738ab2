import { createHash } from 'crypto';
import {
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type ISupplyDataFunctions,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';

/**
 * Returns the arguments object of the tool call in which a node runs, or undefined if it runs as a
 * normal node. All attempts of a call have the same object, and every call has its own. The run
 * index does not identify a call: n8n gives simultaneous calls the same index, and each attempt of
 * a call a different index. Agents of version 3 let the workflow run their tools as normal nodes,
 * with one run index for all attempts of a call.
 */
export function getToolCall(context: IExecuteFunctions): IDataObject | undefined {
  return context.getInputData(0, NodeConnectionTypes.AiTool)[0]?.json;
}

/**
 * Returns a hash of the arguments of a tool call. It is the same for each repetition of the call, even
 * with `$now` in its inputs. An agent of version 3 passes the arguments in the item, with the fields of
 * the agent's item and an ID of the call. Returns undefined if inputs are also read from other nodes: in
 * a loop, calls with the same arguments may be about different trips.
 */
export function hashArguments(context: IExecuteFunctions, itemIndex: number): string | undefined {
  const call = getToolCall(context);
  // `$('Node')`, `$node` and `$items` read from other nodes. In a tool call,
  // `$input` and `$json` do not contain its arguments, so they also count as other sources.
  const otherSources =
    call === undefined ? /\$\(|\$(?:node|items)\b/ : /\$\(|\$(?:node|items|input|json)\b/;
  if (otherSources.test(JSON.stringify(context.getNode().parameters))) return undefined;
  const given = call ?? context.getInputData()[itemIndex]?.json ?? {};
  const named = Object.entries(given).filter(([name]) => name !== 'toolCallId');
  // A model may give the arguments in another order.
  named.sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(named)).digest('base64');
}

/** Returns whether a node is connected as a tool: n8n then adds "Tool" to the name of its type. */
export const isTool = ({ type }: Pick<INode, 'type'>) => type.endsWith('Tool');

/**
 * Makes the expressions of a tool read the arguments of this call. `$fromAI` finds the arguments by
 * run index, so with several calls at once, n8n can give a call the arguments of another call: one
 * person would be assessed twice, and another person never. Throws, before anything is sent, if the
 * arguments cannot be found.
 */
export function useOwnArguments(context: IExecuteFunctions): void {
  const call = getToolCall(context);
  if (call === undefined || seesArguments(context, call)) return;
  const run = context as ToolRun;
  for (let runIndex = 0; runIndex < run.getNextRunIndex(); runIndex++) {
    run.runIndex = runIndex;
    if (seesArguments(context, call)) return;
  }
  throw new NodeOperationError(
    context.getNode(),
    'n8n mixed up the inputs of simultaneous tool calls. Nothing was sent; call the tool again.',
  );
}

/** The context of a node that n8n runs as a tool; n8n's own type lacks the run index. */
type ToolRun = IExecuteFunctions &
  Pick<ISupplyDataFunctions, 'getNextRunIndex'> & { runIndex: number };

// Returns whether `$fromAI` reads from this object, by briefly adding a value to it.
function seesArguments(context: IExecuteFunctions, call: IDataObject): boolean {
  const key = 'rwa_own_arguments';
  const value = {};
  call[key] = value;
  try {
    const fromAi = context.getWorkflowDataProxy(0).$fromAI as (key: string) => unknown;
    return fromAi(key) === value;
  } catch {
    return false; // There is no call with this run index.
  } finally {
    Reflect.deleteProperty(call, key);
  }
}
