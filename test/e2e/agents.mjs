// Checks our nodes as tools in a real n8n: each person is sent once, and each call gets its own answer, even
// if n8n retries a call whose answer was lost.
import { strict as assert } from 'node:assert';
import { createAgentWorkflow, agents, createMcpWorkflow } from './agentWorkflows.mjs';
import { connectMcp } from './mcpClient.mjs';
import { until } from './processes.mjs';
import { callWebhook, listenTo } from './webhookWorkflow.mjs';

export const agentNames = Object.keys(agents);

const mcpServerId = 'mcp-server-trigger-2';

export const createAllAgentWorkflows = () =>
  Promise.all([...agentNames.map(createAgentWorkflow), createMcpWorkflow(mcpServerId)]);

// The tools by operation: the name, a part of the description that a model gets, the argument with
// the ID of the person, and the field of the request that the ID fills.
const tools = {
  rwa_create: {
    tool: 'Create_Assessment',
    description: /Purpose: Work From Anywhere, Hire From Anywhere\./,
    idArgument: 'Employee_ID',
    field: 'employeeId',
  },
  create_pending_user: {
    tool: 'Create_Pending_User',
    description: /that account is restored/,
    idArgument: 'Staff_ID',
    field: 'staff_id',
  },
};

/** Checks an agent with two people, for each operation that must not be repeated. */
export async function checkAgent(n8n, service, model, name) {
  await listenTo(n8n, name);
  const ask = async (operation, people) => {
    model.follow(createScript(service, name, operation, people));
    const response = await callWebhook(n8n, name, people);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text).map(({ output }) => output);
  };
  await checkBothOperations(service, ask);
}

/** Checks two parallel calls by a client of the Model Context Protocol. */
export async function checkMcpServer(n8n, service) {
  await n8n.activate(mcpServerId);
  const client = await until('the MCP server', () =>
    connectMcp(`${n8n.origin}/mcp/${mcpServerId}`),
  );
  const ask = (operation, people) => {
    const { tool, idArgument } = tools[operation];
    return Promise.all(
      people.map(async (person) => {
        const { text, isError } = await client.callTool(tool, { [idArgument]: person });
        assert.equal(isError, text.includes('Unconfirmed'));
        return text;
      }),
    );
  };
  await checkBothOperations(service, ask);
}

async function checkBothOperations(service, ask) {
  for (const operation of Object.keys(tools)) {
    await service.reset();
    const people = ['E-1', 'E-2'];
    await assertCreatedOnce(service, operation, people, await ask(operation, people));

    await service.reset();
    // Use other people: the nodes remember the first two.
    const others = ['E-3', 'E-4'];
    const match = { [tools[operation].field]: others[0] };
    await service.fault({ operation, fault: 'reset-after-commit', times: 1, match });
    const [lostAnswer, otherAnswer] = await ask(operation, others);
    assert.match(lostAnswer, /Unconfirmed: .*Do not call this tool again/);
    await assertCreatedOnce(service, operation, others, [undefined, otherAnswer]);
  }
}

// Checks that each person was created once, and that each answer contains the ID that was created
// for its person.
async function assertCreatedOnce(service, operation, people, answers) {
  const { requests, assessments, staff } = await service.readLedger();
  assert.equal(requests[operation], 2, `${operation}: requests; answers: ${answers.join(', ')}`);
  for (const [index, person] of people.entries()) {
    const created =
      operation === 'rwa_create'
        ? assessments.filter(({ employeeId }) => employeeId === person)
        : staff.filter(({ staff_id: staffId }) => staffId === person);
    assert.equal(created.length, 1, `${operation} for ${person}`);
    const id = created[0].assessmentId ?? created[0].user_id;
    const answer = answers[index];
    if (answer !== undefined) assert.ok(answer.includes(id), `${person} got ${answer}, not ${id}`);
  }
}

// Creates the script of a model that calls the tool once, calls it again after an Unconfirmed answer,
// and then repeats the last answer. An agent of version 3 gets no second call, because it would
// restart all items until it fails.
function createScript(service, name, operation, people) {
  const { tool, description, idArgument } = tools[operation];
  return async ({ prompt, calls, tools: offered }) => {
    if (offered.some((tool) => tool.name === 'Specialist')) {
      const [first] = calls;
      return first?.result ?? [{ tool: 'Specialist', args: { Employee_ID: prompt } }];
    }
    assert.match(offered.find(({ name }) => name === tool).description, description);
    const call = [{ tool, args: { [idArgument]: prompt } }];
    const answer = calls.at(-1)?.result;
    if (answer !== undefined) {
      const shouldCallAgain = agents[name].typeVersion < 3 && answer.includes('Unconfirmed');
      return shouldCallAgain && calls.length < 2 ? call : answer;
    }
    if (prompt === people[1] && agents[name].parallel === true) {
      // Wait, so that the first call has reached the service before the second one begins.
      const isSent = async () => (await service.readLedger()).requests[operation] > 0;
      await until('the first call', isSent);
    }
    return call;
  };
}
