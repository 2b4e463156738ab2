import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { toolCallOf } from './toolCall.js';

/** How often a tool call was tried, by its arguments. */
const triesOfCalls = new WeakMap<IDataObject, number>();

/**
 * Runs a node, and says in its output why a tool call failed. Agents below version 3 hide from the
 * model what a tool throws: it gets an empty answer, and may call again or take it for a success.
 * As long as n8n tries the call again, the failure is thrown, and also for the MCP Server Trigger,
 * which passes it on as an error.
 */
export async function tellingCaller(
  context: IExecuteFunctions,
  run: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  const call = toolCallOf(context);
  if (call === undefined) return run();
  const node = context.getNode();
  const tries = (triesOfCalls.get(call) ?? 0) + 1;
  triesOfCalls.set(call, tries);
  if (tries < triesOf(node) || passesErrorsOn(context.getExecuteData().node, node)) return run();
  try {
    return await run();
  } catch (error) {
    return [[{ json: { error: wordsOf(error) } }]];
  }
}

// As n8n counts them.
function triesOf({ retryOnFail, maxTries = 3 }: INode): number {
  return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

// A worker in queue mode, which serves that trigger, names the tool itself as the caller.
function passesErrorsOn(caller: INode, tool: INode): boolean {
  return caller.type.endsWith('.mcpTrigger') || caller.name === tool.name;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, description } = error as Error & { description?: string | null };
  return [message, description].filter(Boolean).join(' ');
}
