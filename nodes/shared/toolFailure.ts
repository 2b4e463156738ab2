import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { getToolCall } from './toolCall.js';

/** How often a tool call was tried, by its arguments. */
const triesOfCalls = new WeakMap<IDataObject, number>();

/**
 * Runs a node and, if a tool call fails, says why in its output. Agents below version 3 hide errors of
 * tools from the model: it gets an empty answer, and may call again or assume success. The failure is
 * thrown while n8n still retries the call, and for the MCP Server Trigger, which passes on errors.
 */
export async function tellingCaller(
  context: IExecuteFunctions,
  run: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  const call = getToolCall(context);
  if (call === undefined) return run();
  const node = context.getNode();
  const tries = (triesOfCalls.get(call) ?? 0) + 1;
  triesOfCalls.set(call, tries);
  if (tries < countTries(node) || passesErrorsOn(context.getExecuteData().node, node)) return run();
  try {
    return await run();
  } catch (error) {
    return [[{ json: { error: errorText(error) } }]];
  }
}

// Counted as n8n does.
function countTries({ retryOnFail, maxTries = 3 }: INode): number {
  return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

// A worker in queue mode that serves that trigger names the tool itself as the caller.
function passesErrorsOn(caller: INode, tool: INode): boolean {
  return caller.type.endsWith('.mcpTrigger') || caller.name === tool.name;
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, description } = error as Error & { description?: string | null };
  return [message, description].filter(Boolean).join(' ');
}
