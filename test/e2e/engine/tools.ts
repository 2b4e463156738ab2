import type { IConnections, IDataObject, INode, INodeType } from 'n8n-workflow';
import {
  createRunData,
  type EngineRun,
  createAdditionalData,
  core,
  n8nWorkflow,
  createNode,
  loadPackedNode,
  createDescription,
  createStartNode,
  typePrefix,
  createWorkflowId,
} from './engine.js';

/** A LangChain tool, as n8n passes it to an agent. */
interface Tool {
  invoke(args: IDataObject): Promise<string>;
}

export interface ToolRun extends Pick<EngineRun, 'sandbox' | 'node' | 'parameters' | 'settings'> {
  /** The agent's work. `connect` connects the tool, as n8n does for each item of an agent. */
  readonly use: (connect: () => Promise<Tool>) => Promise<void>;
}

/** Runs the workflow Start → a test agent that has the node as its tool. */
export async function runAsTool({ sandbox, node, parameters, settings, use }: ToolRun) {
  const type = `${typePrefix}${node}Tool`;
  const types: Record<string, INodeType> = {
    start: createStartNode([{}]),
    agent: createAgentNode(use),
    [type]: convertToTool(loadPackedNode(node)),
  };
  const nodes: INode[] = [
    createNode('Start', 'start', {}),
    createNode('Agent', 'agent', {}),
    {
      ...createNode('Node', type, parameters),
      credentials: { remoteWorkAssessmentApi: { id: '1', name: 'sandbox' } },
      waitBetweenTries: 10,
      ...settings,
    },
  ];
  const workflow = new n8nWorkflow.Workflow({
    id: createWorkflowId({ sandbox }),
    nodes,
    connections,
    active: false,
    settings: { executionOrder: 'v1' },
    nodeTypes: {
      getByName: (name: string) => types[name],
      getByNameAndVersion: (name: string) => types[name],
      getKnownTypes: () => ({}),
    },
  });
  const engine = new core.WorkflowExecute(
    createAdditionalData({ sandbox }),
    'manual',
    createRunData(nodes[0]),
  );
  const { data } = await engine.processRunExecutionData(workflow);
  if (data.resultData.error !== undefined) throw data.resultData.error;
}

function createAgentNode(use: ToolRun['use']): INodeType {
  return {
    description: { ...createDescription('agent', []), inputs: ['main', 'ai_tool'] },
    async execute() {
      await use(async () => {
        const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
        if (tool === undefined) throw new Error('The agent has no tool');
        return tool;
      });
      return [[]];
    },
  };
}

// Converts the node to a tool, as n8n's server does.
function convertToTool(node: INodeType): INodeType {
  const { description } = node;
  node.description = { ...description, name: `${description.name}Tool`, inputs: [] };
  node.description.outputs = ['ai_tool'];
  return node;
}

const connections: IConnections = {
  Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
  Node: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
};
