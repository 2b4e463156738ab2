import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { command, toEnv } from '../cli/rwaUnderTest.js';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Inputs = Readonly<Record<string, unknown>>;

/** A client that is connected to a server and calls its tools, as an agent does. */
export class AgentUnderTest {
  constructor(
    readonly client: Client,
    readonly pid?: number,
  ) {}

  async call(name: string, inputs: Inputs = {}): Promise<ToolAnswer> {
    const answer = await this.client.callTool({ name, arguments: { ...inputs } });
    const content = answer.content as readonly { readonly text: string }[];
    const text = content.map((part) => part.text).join('\n');
    const data = (answer.structuredContent ?? {}) as Readonly<Record<string, unknown>>;
    return { text, isError: answer.isError === true, data };
  }

  /** Calls a tool that plans. Returns the confirmation; undefined if the answer has none. */
  async plan(tool: string, inputs: Inputs): Promise<string | undefined> {
    return findConfirmation((await this.call(tool, inputs)).text);
  }

  /** Plans and sends a request, like an agent whose user agrees to everything. */
  async send(planTool: string, sendTool: string, inputs: Inputs): Promise<ToolAnswer> {
    const planned = await this.call(planTool, inputs);
    const confirmation = findConfirmation(planned.text);
    if (confirmation === undefined) return planned;
    return this.call(sendTool, { ...inputs, confirmation });
  }

  create(inputs: Inputs): Promise<ToolAnswer> {
    return this.send('plan_assessment', 'create_assessment', inputs);
  }
}

function findConfirmation(text: string): string | undefined {
  return /the confirmation (\S+)$/.exec(text)?.[1];
}

export async function startAgent(
  folder: string,
  sandbox: SandboxUnderTest,
  {
    args = [],
    cwd,
    ...options
  }: ClientOptions & { readonly args?: readonly string[]; readonly cwd?: string } = {},
): Promise<AgentUnderTest> {
  const { PATH = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--folder', `${folder}/own`, '--allow', folder, ...args],
    env: { PATH, ...toEnv(sandbox) },
    ...(cwd === undefined ? {} : { cwd }),
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1' }, options);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return new AgentUnderTest(client, transport.pid ?? undefined);
}
