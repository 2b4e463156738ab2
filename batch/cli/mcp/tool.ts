import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import { CommandError } from '../output/commandError.js';

/** Asks the person a question, if the client can show it. Throws a CommandError if they do not agree. */
type AskPerson = (question: string) => Promise<void>;

/** A tool that a model can call. */
export interface ToolDefinition<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** The effect of the tool and when to use it, for a model without other documentation. */
  readonly description: string;
  readonly input: I;
  /** The schema of the structured content, if every answer without an error has one. */
  readonly output?: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Runs the tool. The server turns errors into answers. */
  readonly call: (values: z.infer<I>, askPerson: AskPerson) => Promise<CallToolResult>;
}

export interface PreparedTool {
  /** The tool as the protocol lists it. */
  readonly listed: Tool;
  readonly call: (given: unknown, askPerson: AskPerson) => Promise<CallToolResult>;
}

/**
 * Prepares a tool for the server. The prepared tool checks its inputs itself, because the SDK
 * cannot read the schemas of our version of zod.
 */
export function prepareTool<I extends z.ZodObject>(tool: ToolDefinition<I>): PreparedTool {
  const { name, title, description, input, output, annotations, call } = tool;
  const outputSchema = output === undefined ? {} : { outputSchema: toJsonSchema(output, 'output') };
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: toJsonSchema(input, 'input'),
      ...outputSchema,
      annotations,
    },
    call: (given, askPerson) => {
      const parsed = input.safeParse(given);
      if (parsed.success) return call(parsed.data, askPerson);
      const problems = parsed.error.issues.map(
        ({ path, message }) => `${path.join('.') || 'The input'}: ${message}.`,
      );
      throw new CommandError(...problems, 'Nothing was sent.');
    },
  };
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  // The protocol requires `type`, which the types of zod do not guarantee.
  return { ...(z.toJSONSchema(schema, { io }) as object), type: 'object' };
}
