// Checks `rwa mcp` with n8n's own clients: an agent's tool, and the node MCP Client.
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hire } from '../chaos/hire.mjs';
import { findFreePort } from '../freePort.ts';
import { createAiNode } from './agentWorkflows.mjs';
import { run, start, until } from './processes.mjs';
import { root } from './root.mjs';
import { createScriptedModelNode } from './scriptedModel.mjs';
import { callWebhook, listenTo, createWebhookWorkflow } from './webhookWorkflow.mjs';

const credential = { id: 'rwaMcp', name: 'rwa mcp' };

/** Follows docs/agents.md: starts the server, and lets an agent and the node MCP Client call its tools. */
export async function checkRwaMcp(n8n, service, model) {
  await service.reset();
  const { server, url, token } = await startServer(n8n, service);
  try {
    await n8n.import('credentials', [{ ...credential, type: 'httpBearerAuth', data: { token } }]);
    await n8n.import('workflow', [await createAgentWorkflow(url), await createNodeWorkflow(url)]);
    for (const id of ['rwa-mcp-agent', 'rwa-mcp-node']) await listenTo(n8n, id);
    await checkAgent(n8n, service, model);
    await checkNode(n8n, service);
  } finally {
    await server.stop();
  }
}

async function startServer(n8n, { baseUrl, tokens }) {
  await run('the build of rwa', 'npm', ['run', 'build:batch'], { cwd: root });
  const folder = join(n8n.folder, 'rwa-mcp');
  const port = await findFreePort();
  const rwa = join(root, 'batch', 'bin', 'rwa.js');
  const options = ['--allow', n8n.folder, '--folder', folder, '--http', `${port}`];
  const env = { PATH: process.env.PATH, RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] };
  const server = start('rwa mcp', process.execPath, [rwa, 'mcp', ...options], { env });
  const readToken = () => readFile(join(folder, 'http-token'), 'utf8');
  const token = (await until('the token of rwa mcp', readToken)).trim();
  const url = `http://127.0.0.1:${port}/mcp`;
  await until('rwa mcp', async () => (await fetch(url)).status === 401);
  return { server, url, token };
}

/** Checks that an agent's repeated call sends once, and that a lost answer leads to a message. */
async function checkAgent(n8n, service, model) {
  const ask = async (person) => {
    model.follow(planAndSendTwice);
    const response = await callWebhook(n8n, 'rwa-mcp-agent', [person]);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text)[0].output;
  };
  const answer = await ask('E-1');
  const { assessments } = await service.readLedger();
  assert.equal(assessments.length, 1, answer);
  assert.ok(answer.includes(assessments[0].assessmentId), answer);

  await service.loseAnswer('E-2');
  assert.match(await ask('E-2'), /it is unknown whether it took effect/);
  assert.equal((await service.readLedger()).requests.rwa_create, 2);
}

// The script of a model: plans, sends with the confirmation, sends again, and repeats the answer.
function planAndSendTwice({ prompt, calls, tools }) {
  const findName = (suffix) => tools.find(({ name }) => name.endsWith(suffix)).name;
  const inputs = { employeeId: prompt, ...hire };
  const [planned] = calls;
  if (planned === undefined) return [{ tool: findName('plan_assessment'), args: inputs }];
  if (calls.length > 2) return calls.at(-1).result;
  const [, confirmation] = /the confirmation ([\w-]+)/.exec(planned.result);
  return [{ tool: findName('create_assessment'), args: { ...inputs, confirmation } }];
}

/** Checks that the node MCP Client reads the results of the agent's assessment. */
async function checkNode(n8n, service) {
  const [{ assessmentId }] = (await service.readLedger()).assessments;
  const response = await fetch(`${n8n.origin}/webhook/rwa-mcp-node`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assessmentId }),
  });
  const [{ structuredContent }] = await response.json();
  const { assessmentId: id, ready, overallTrip } = structuredContent;
  const expected = await service.retrieve(assessmentId);
  assert.deepEqual([id, ready, overallTrip], [assessmentId, true, expected.overallTrip]);
}

async function createAgentWorkflow(endpointUrl) {
  const workflow = await createWebhookWorkflow('rwa-mcp-agent');
  workflow.nodes.pop();
  const text = '={{ $json.employeeId }}';
  const clientParameters = {
    endpointUrl,
    authentication: 'bearerAuth',
    serverTransport: 'httpStreamable',
  };
  workflow.nodes.push(
    createAiNode('Agent', 'agent', 3.1, { promptType: 'define', text }),
    createScriptedModelNode(),
    { ...createAiNode('Tools', 'mcpClientTool', 1.4, clientParameters), ...credentials },
  );
  const to = (type) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
  workflow.connections['Each Person'] = to('main');
  workflow.connections.Model = to('ai_languageModel');
  workflow.connections.Tools = to('ai_tool');
  return workflow;
}

async function createNodeWorkflow(endpointUrl) {
  const workflow = await createWebhookWorkflow('rwa-mcp-node');
  const [webhook] = workflow.nodes;
  const parameters = {
    serverTransport: 'httpStreamable',
    endpointUrl,
    authentication: 'bearerAuth',
    tool: { __rl: true, mode: 'id', value: 'get_assessment' },
    inputMode: 'json',
    jsonInput: '={{ { assessmentId: $json.body.assessmentId } }}',
    options: {},
  };
  workflow.nodes = [
    webhook,
    { ...createAiNode('Client', 'mcpClient', 1.1, parameters), ...credentials },
  ];
  workflow.connections = { Webhook: { main: [[{ node: 'Client', type: 'main', index: 0 }]] } };
  return workflow;
}

const credentials = { credentials: { httpBearerAuth: credential } };
