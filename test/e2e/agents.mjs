// Our nodes as tools, in a real n8n: each person once, each answer the caller's own, also when n8n
// tries a call again whose answer was lost.
import { strict as assert } from 'node:assert';
import { agentWorkflow, agents, mcpWorkflow } from './agentWorkflows.mjs';
import { connectMcp } from './mcpClient.mjs';
import { until } from './processes.mjs';
import { callFor, listenTo } from './webhookWorkflow.mjs';

/** The names of the agents to check. */
export const agentNames = Object.keys(agents);

const server = 'mcp-server-trigger-2';

/** The workflows for these checks. */
export const agentsWorkflows = () =>
  Promise.all([...agentNames.map(agentWorkflow), mcpWorkflow(server)]);

// What the model calls for whom, as the arguments of the call.
const tools = {
  rwa_create: { tool: 'Create_Assessment', id: 'Employee_ID', field: 'employeeId' },
  create_pending_user: { tool: 'Create_Pending_User', id: 'Staff_ID', field: 'staff_id' },
};

/** Two people through an agent, with each operation that must not be repeated. */
export async function checkAgent(n8n, service, model, name) {
  await listenTo(n8n, name);
  const ask = async (operation, people) => {
    model.follow(scriptFor(service, name, operation, people));
    const response = await callFor(n8n, name, people);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text).map(({ output }) => output);
  };
  await checkBoth(service, ask);
}

/** Two calls at the same time by a client of the Model Context Protocol. */
export async function checkMcpServer(n8n, service) {
  await n8n.activate(server);
  const client = await until('the MCP server', () => connectMcp(`${n8n.origin}/mcp/${server}`));
  const ask = (operation, people) => {
    const { tool, id } = tools[operation];
    return Promise.all(
      people.map(async (person) => {
        const { text, isError } = await client.callTool(tool, { [id]: person });
        assert.equal(isError, text.includes('Unconfirmed'));
        return text;
      }),
    );
  };
  await checkBoth(service, ask);
}

async function checkBoth(service, ask) {
  for (const operation of Object.keys(tools)) {
    await service.reset();
    const people = ['E-1', 'E-2'];
    await assertOnce(service, operation, people, await ask(operation, people));

    await service.reset();
    // The nodes remember the first two.
    const others = ['E-3', 'E-4'];
    const match = { [tools[operation].field]: others[0] };
    await service.fault({ operation, fault: 'reset-after-commit', times: 1, match });
    const [lost, other] = await ask(operation, others);
    assert.match(lost, /Unconfirmed: .*Do not call this tool again/);
    await assertOnce(service, operation, others, [undefined, other]);
  }
}

// Each answer that is given holds the id of what was made for its own person.
async function assertOnce(service, operation, people, answers) {
  const { requests, assessments, staff } = await service.ledger();
  assert.equal(requests[operation], 2, `${operation}: requests; answers: ${answers.join(', ')}`);
  for (const [index, person] of people.entries()) {
    const made =
      operation === 'rwa_create'
        ? assessments.filter(({ employeeId }) => employeeId === person)
        : staff.filter(({ staff_id: staffId }) => staffId === person);
    assert.equal(made.length, 1, `${operation} for ${person}`);
    const id = made[0].assessmentId ?? made[0].user_id;
    const answer = answers[index];
    if (answer !== undefined) assert.ok(answer.includes(id), `${person} got ${answer}, not ${id}`);
  }
}

// A model that calls the tool once, and again after an error, before it says what it heard. An agent
// of version 3 takes up every item anew when one of them needs another round, until it gives up: its
// model does not insist.
function scriptFor(service, name, operation, people) {
  const { tool, id } = tools[operation];
  return async ({ prompt, calls, tools: offered }) => {
    if (offered.some((each) => each.name === 'Specialist')) {
      const [asked] = calls;
      return asked?.result ?? [{ tool: 'Specialist', args: { Employee_ID: prompt } }];
    }
    const call = [{ tool, args: { [id]: prompt } }];
    const heard = calls.at(-1)?.result;
    if (heard !== undefined) {
      const insists = agents[name].typeVersion < 3 && heard.includes('Unconfirmed');
      return insists && calls.length < 2 ? call : heard;
    }
    if (prompt === people[1] && agents[name].parallel === true) {
      // The tools of both were made ready; the first call is on its way or done.
      const sent = async () => (await service.ledger()).requests[operation] > 0;
      await until('the first call', sent);
    }
    return call;
  };
}
