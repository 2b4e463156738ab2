/* oxlint-disable typescript/no-deprecated -- Server is deprecated except for advanced uses: see createMcpServer */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { showValues } from '../../wording/sentence.js';
import { CommandError } from '../output/commandError.js';
import { toFailure } from '../output/failure.js';
import manifest from '../../package.json' with { type: 'json' };
import { statusAdvice, answerError } from './answers.js';
import type { McpContext } from './context.js';
import { instructions, listResources, prompts, createPromptText, readResource } from './guides.js';
import { createRequestTools } from './requestTools.js';
import { createSheetTools } from './sheetTools.js';

/**
 * Several servers can share a context. Uses the SDK's low-level server, because its other server
 * cannot read the schemas of our version of zod.
 */
export function createMcpServer(context: McpContext): Server {
  const { version } = manifest;
  const server = new Server(
    { name: 'remote-work-assessment', title: 'Remote Work Assessment', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const tools = [...createRequestTools(context), ...createSheetTools(context)];
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ listed }) => listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId }) => {
    const tool = byName.get(params.name);
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    }
    try {
      return await tool.call(params.arguments ?? {}, (question) =>
        askPerson(server, question, requestId),
      );
    } catch (error) {
      return answerError(error, context.secrets);
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: listResources(context),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    withMcpErrors(context, async () => ({ contents: [await readResource(params.uri, context)] })),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    withMcpErrors(context, () => {
      const text = createPromptText(params.name, params.arguments ?? {});
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
    }),
  );
  return server;
}

/** Asks the person directly if possible, so that the model cannot answer for them. */
async function askPerson(
  server: Server,
  message: string,
  relatedRequestId: RequestId,
): Promise<void> {
  if (server.getClientCapabilities()?.elicitation === undefined) return;
  const requestedSchema = { type: 'object' as const, properties: {} };
  const answer = await server.elicitInput({ message, requestedSchema }, { relatedRequestId });
  if (answer.action !== 'accept') {
    throw new CommandError('The person did not agree. Nothing was sent.');
  }
}

async function withMcpErrors<T>({ secrets }: McpContext, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message = '' } = toFailure(error, statusAdvice, secrets);
    throw new McpError(ErrorCode.InvalidParams, showValues(message));
  }
}
