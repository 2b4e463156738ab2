import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { getToolCall } from './toolCall.js';

/** The number of attempts of a tool call, by its arguments. */
const attemptsByCall = new WeakMap<IDataObject, number>();

/**
 * Runs a node. If a tool call fails, its output contains the reason: agents below version 3 hide errors
 * of tools from the model, which gets an empty answer, and may call again or assume success. The error
 * is still thrown while n8n retries the call, and for the MCP Server Trigger, which passes on errors.
 */
export async function returnToolFailure(
  context: IExecuteFunctions,
  run: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  const call = getToolCall(context);
  if (call === undefined) return run();
  const node = context.getNode();
  const attempts = (attemptsByCall.get(call) ?? 0) + 1;
  attemptsByCall.set(call, attempts);
  if (attempts < getMaxAttempts(node) || isMcpTrigger(context.getExecuteData().node, node))
    return run();
  try {
    return await run();
  } catch (error) {
    return [[{ json: { error: toErrorText(error) } }]];
  }
}

// n8n allows 2 to 5 attempts.
function getMaxAttempts({ retryOnFail, maxTries = 3 }: INode): number {
  return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

// A worker in queue mode that serves the MCP Server Trigger names the tool itself as the caller.
function isMcpTrigger(caller: INode, tool: INode): boolean {
  return caller.type.endsWith('.mcpTrigger') || caller.name === tool.name;
}

function toErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, description } = error as Error & { description?: string | null };
  return [message, description].filter(Boolean).join(' ');
}
