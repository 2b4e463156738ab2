// Workflows in which an agent, or a client of the Model Context Protocol, uses our nodes as tools.
import { scriptedModelNode } from './scriptedModel.mjs';
import { webhookWorkflow } from './webhookWorkflow.mjs';

/**
 * Agents that run tools in different ways. `within` is the version of an AI Agent Tool that contains the tools.
 * `parallel` agents call the tools for two people at the same time.
 */
export const agents = {
  'agent-1.9': { typeVersion: 1.9 },
  'agent-2.2': { typeVersion: 2.2 },
  'agent-2.2-batches': {
    typeVersion: 2.2,
    options: { batching: { batchSize: 2 } },
    parallel: true,
  },
  'agent-3.1': { typeVersion: 3.1 },
  'agent-3.1-batches': { typeVersion: 3.1, options: { batching: { batchSize: 2 } } },
  'agent-tool-2.2': { typeVersion: 2.2, within: 2.2 },
  'agent-tool-3': { typeVersion: 3.1, within: 3 },
};

const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };

/**
 * Creates a workflow with a webhook, and an agent for each of `people` with the Employee ID as its prompt.
 * It returns the answer of the agent. `id` is that of {@link agents}.
 */
export async function agentWorkflow(id) {
  const { typeVersion, options = {}, within } = agents[id];
  const workflow = await webhookWorkflow(id);
  const create = workflow.nodes.pop();
  const text = '={{ $json.employeeId }}';
  workflow.nodes.push(
    agentNode('Agent', 'agent', typeVersion, { promptType: 'define', text, options }),
  );
  workflow.nodes.push(scriptedModelNode(), createTool(create), invitationTool(create));
  workflow.connections['Each Person'] = to('Agent', 'main');
  const holder = within === undefined ? 'Agent' : 'Specialist';
  if (within !== undefined) {
    const parameters = { toolDescription: 'Assesses one person', text: fromAi('Employee_ID') };
    workflow.nodes.push(agentNode('Specialist', 'agentTool', within, parameters));
    workflow.connections.Specialist = to('Agent', 'ai_tool');
  }
  const model = [...new Set(['Agent', holder])].map((node) => edge(node, 'ai_languageModel'));
  workflow.connections.Model = { ai_languageModel: [model] };
  for (const tool of ['Create Assessment', 'Create Pending User']) {
    workflow.connections[tool] = to(holder, 'ai_tool');
  }
  return workflow;
}

/** Creates a workflow with an MCP server at the path `mcp/ID` that offers our nodes. */
export async function mcpWorkflow(id) {
  const workflow = await webhookWorkflow(id);
  const create = workflow.nodes.pop();
  return {
    ...workflow,
    nodes: [
      {
        id: 'trigger',
        name: 'Server',
        type: '@n8n/n8n-nodes-langchain.mcpTrigger',
        typeVersion: 2,
        position: [0, 0],
        webhookId: id,
        parameters: { path: id },
      },
      createTool(create),
      invitationTool(create),
    ],
    connections: {
      'Create Assessment': to('Server', 'ai_tool'),
      'Create Pending User': to('Server', 'ai_tool'),
    },
  };
}

/** Creates a node of n8n's package for AI. */
export function agentNode(name, type, typeVersion, parameters) {
  return {
    id: name,
    name,
    type: `@n8n/n8n-nodes-langchain.${type}`,
    typeVersion,
    position: [0, 0],
    parameters,
  };
}

// Like in n8n's editor: the type of the tool, and $fromAI for values from the model.
function createTool(create) {
  const employeeId = fromAi('Employee_ID');
  return {
    ...create,
    ...retries,
    type: `${create.type}Tool`,
    parameters: { ...create.parameters, employeeId },
  };
}

function invitationTool({ credentials }) {
  return {
    id: 'invite',
    name: 'Create Pending User',
    typeVersion: 1,
    position: [0, 0],
    credentials,
    type: 'n8n-nodes-remote-work-assessment.rwaCreatePendingUserTool',
    ...retries,
    parameters: {
      first_name: 'Ada',
      last_name: 'Byron',
      email: "={{ $fromAI('Staff_ID', '', 'string') }}@example.com",
      staff_id: fromAi('Staff_ID'),
    },
  };
}

const fromAi = (key) => `={{ $fromAI('${key}', '', 'string') }}`;
const edge = (node, type) => ({ node, type, index: 0 });
const to = (node, type) => ({ [type]: [[edge(node, type)]] });
