// Workflows in which an agent, or a client of the Model Context Protocol, uses our nodes as tools.
import { createScriptedModelNode } from './scriptedModel.mjs';
import { createWebhookWorkflow } from './webhookWorkflow.mjs';

/**
 * Agents that run tools in different ways. With `within`, the tools belong to an AI Agent Tool of
 * this version. `parallel` agents call the tools for two people at the same time.
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
 * Creates a workflow with a webhook and an agent. The agent runs for each of the `people` in a webhook
 * call, with the Employee ID as its prompt. The workflow returns the agent's answers. `id` is a key of
 * {@link agents}.
 */
export async function createAgentWorkflow(id) {
  const { typeVersion, options = {}, within } = agents[id];
  const workflow = await createWebhookWorkflow(id);
  const assessmentNode = workflow.nodes.pop();
  const text = '={{ $json.employeeId }}';
  workflow.nodes.push(
    createAiNode('Agent', 'agent', typeVersion, { promptType: 'define', text, options }),
  );
  workflow.nodes.push(
    createScriptedModelNode(),
    createAssessmentTool(assessmentNode),
    createInvitationTool(assessmentNode),
  );
  workflow.connections['Each Person'] = connectTo('Agent', 'main');
  const toolOwner = within === undefined ? 'Agent' : 'Specialist';
  if (within !== undefined) {
    const parameters = { toolDescription: 'Assesses one person', text: fromAi('Employee_ID') };
    workflow.nodes.push(createAiNode('Specialist', 'agentTool', within, parameters));
    workflow.connections.Specialist = connectTo('Agent', 'ai_tool');
  }
  const model = [...new Set(['Agent', toolOwner])].map((node) =>
    createEdge(node, 'ai_languageModel'),
  );
  workflow.connections.Model = { ai_languageModel: [model] };
  for (const tool of ['Create Assessment', 'Create Pending User']) {
    workflow.connections[tool] = connectTo(toolOwner, 'ai_tool');
  }
  return workflow;
}

/** Creates a workflow with an MCP server at the path `mcp/ID` that offers two of our nodes as tools. */
export async function createMcpWorkflow(id) {
  const workflow = await createWebhookWorkflow(id);
  const assessmentNode = workflow.nodes.pop();
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
      createAssessmentTool(assessmentNode),
      createInvitationTool(assessmentNode),
    ],
    connections: {
      'Create Assessment': connectTo('Server', 'ai_tool'),
      'Create Pending User': connectTo('Server', 'ai_tool'),
    },
  };
}

/** Creates a node from n8n's package for AI. */
export function createAiNode(name, type, typeVersion, parameters) {
  return {
    id: name,
    name,
    type: `@n8n/n8n-nodes-langchain.${type}`,
    typeVersion,
    position: [0, 0],
    parameters,
  };
}

// Turns the node into a tool, as n8n's editor does: with the type of a tool, and $fromAI for values
// from the model.
function createAssessmentTool(assessmentNode) {
  const employeeId = fromAi('Employee_ID');
  return {
    ...assessmentNode,
    ...retries,
    type: `${assessmentNode.type}Tool`,
    parameters: { ...assessmentNode.parameters, employeeId },
  };
}

function createInvitationTool({ credentials }) {
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
const createEdge = (node, type) => ({ node, type, index: 0 });
const connectTo = (node, type) => ({ [type]: [[createEdge(node, type)]] });
