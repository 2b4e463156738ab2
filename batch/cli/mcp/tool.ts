import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import { CommandError } from '../output/commandError.js';

/**
 * Asks only if the client can show the question. Throws a CommandError if the person does not
 * agree.
 */
type AskPerson = (question: string) => Promise<void>;

export interface ToolDefinition<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  /** If set, every answer without an error must have structured content. */
  readonly output?: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly call: (values: z.infer<I>, askPerson: AskPerson) => Promise<CallToolResult>;
}

export interface PreparedTool {
  readonly listed: Tool;
  readonly call: (given: unknown, askPerson: AskPerson) => Promise<CallToolResult>;
}

/**
 * Checks inputs in the tool itself, because the SDK cannot read the schemas of our version of zod.
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
  // The protocol requires `type`, which zod's types do not guarantee.
  return { ...(z.toJSONSchema(schema, { io }) as object), type: 'object' };
}
