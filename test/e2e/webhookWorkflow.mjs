// A test workflow: a webhook, and the Create node for each of `people`.
import { until } from './processes.mjs';
import { readSampleWorkflows } from './samples.mjs';

export const createN8nNode = (name, type, typeVersion, rest) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  ...rest,
});

/** Creates the workflow. Its webhook has the path `id`, and returns the output of the Create node. */
export async function createWebhookWorkflow(id, parameters = {}) {
  const sample = (await readSampleWorkflows()).find((workflow) => workflow.id === 'long-wait');
  const create = sample.nodes.find(({ name }) => name === 'Create Assessment');
  create.parameters.destination.value = 'Spain';
  Object.assign(create.parameters, parameters);
  const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
  const webhookParameters = {
    httpMethod: 'POST',
    path: id,
    responseMode: 'lastNode',
    responseData: 'allEntries',
  };
  return {
    id,
    name: id,
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: [
      createN8nNode('Webhook', 'webhook', 2, { webhookId: id, parameters: webhookParameters }),
      createN8nNode('Each Person', 'splitOut', 1, {
        parameters: { fieldToSplitOut: 'body.people' },
      }),
      create,
    ],
    connections: { Webhook: to('Each Person'), 'Each Person': to('Create Assessment') },
  };
}

/** Activates the workflow, and waits until it listens. */
export async function listenTo(n8n, id) {
  await n8n.activate(id);
  await until(`the webhook ${id}`, async () => {
    const response = await fetch(`${n8n.origin}/webhook/${id}`);
    const { message } = await response.json();
    // As soon as the webhook is registered, n8n answers that it needs POST.
    return /POST/.test(message);
  });
}

export function callWebhook(n8n, id, employeeIds) {
  return fetch(`${n8n.origin}/webhook/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ people: employeeIds.map((employeeId) => ({ employeeId })) }),
  });
}
