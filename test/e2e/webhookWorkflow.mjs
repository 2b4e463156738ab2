// A workflow of our own for tests: a webhook, and the Create node for each of `people`.
import { until } from './processes.mjs';
import { sampleWorkflows } from './samples.mjs';

/** A node of n8n's own; its name is its id. */
export const n8nNode = (name, type, typeVersion, rest) => ({
  ...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0] },
  ...rest,
});

/** Its answer is what the Create node returns; id and path are the same. */
export async function webhookWorkflow(id, parameters = {}) {
  const sample = (await sampleWorkflows()).find((each) => each.id === 'long-wait');
  const create = sample.nodes.find(({ name }) => name === 'Create Assessment');
  create.parameters.destination.value = 'Spain';
  Object.assign(create.parameters, parameters);
  const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
  const listening = {
    httpMethod: 'POST',
    path: id,
    responseMode: 'lastNode',
    responseData: 'allEntries',
  };
  return {
    ...{ id, name: id, active: false, settings: { executionOrder: 'v1' } },
    nodes: [
      n8nNode('Webhook', 'webhook', 2, { webhookId: id, parameters: listening }),
      n8nNode('Each Person', 'splitOut', 1, { parameters: { fieldToSplitOut: 'body.people' } }),
      create,
    ],
    connections: { Webhook: to('Each Person'), 'Each Person': to('Create Assessment') },
  };
}

/** Activates it, and waits until it listens. */
export async function listenTo(n8n, id) {
  await n8n.activate(id);
  await until(`the webhook ${id}`, async () => {
    const response = await fetch(`${n8n.origin}/webhook/${id}`);
    const { message } = await response.json();
    // It is there when n8n says that it takes another method.
    return /POST/.test(message);
  });
}

/** Calls it for people with these employee ids. */
export function callFor(n8n, id, employeeIds) {
  return fetch(`${n8n.origin}/webhook/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ people: employeeIds.map((employeeId) => ({ employeeId })) }),
  });
}
