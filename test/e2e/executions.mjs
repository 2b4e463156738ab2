// Checks n8n's Retry and Stop buttons, and a schedule, on executions of our nodes.
import { strict as assert } from 'node:assert';
import { until } from './processes.mjs';
import { callWebhook, listenTo, createWebhookWorkflow } from './webhookWorkflow.mjs';

export const createExecutionWorkflows = () =>
  Promise.all([
    createWebhookWorkflow('retry'),
    createWebhookWorkflow('stop', { waitForResult: true, pollIntervalSeconds: 0.5 }),
  ]);

/** Checks that the Retry button resends nothing after an execution lost one answer. */
export async function checkRetryButton(n8n, service) {
  await service.reset();
  await listenTo(n8n, 'retry');
  const response = await callWebhook(n8n, 'retry', ['E-1', 'SANDBOX-LOST-ANSWER', 'E-3']);
  assert.equal(response.status, 500);
  const { status } = await retryLast(n8n, 'retry', 'error');
  const { requests, commits } = await service.readLedger();
  assert.deepEqual([status, requests.rwa_create, commits.rwa_create], ['error', 3, 3]);
}

/**
 * Follows the advice in the error of a stopped node: sets the error output, saves the workflow and
 * presses Retry. Checks that only unsent items are sent, and that the execution succeeds.
 */
export async function checkRetryAsAdvised(n8n, service) {
  await service.reset();
  await listenTo(n8n, 'retry');
  // Use other people than the previous check: the node remembers those for a day.
  const ids = Array.from({ length: 10 }, (_, index) => `R-${index + 1}`);
  await callWebhook(n8n, 'retry', ids.with(2, 'SANDBOX-LOST-ANSWER-2'));
  await lastExecution(n8n, 'retry', (execution) => execution.status === 'error');
  const sent = (await service.readLedger()).requests.rwa_create;
  assert.ok(sent < 10, `${sent} of 10 were sent by the first execution`);

  await useErrorOutput(n8n, 'retry', 'Create Assessment');
  const { status } = await retryLast(n8n, 'retry', 'error', true);
  assert.equal(status, 'success');
  const { requests, commits } = await service.readLedger();
  assert.deepEqual([requests.rwa_create, commits.rwa_create], [10, 10]);
}

/** Checks that the Stop button ends the polling of an execution that waits for a result. */
export async function checkStopButton(n8n, service) {
  await service.reset();
  await listenTo(n8n, 'stop');
  const calling = callWebhook(n8n, 'stop', ['SANDBOX-ALWAYS-PENDING']);
  const countPolls = async () => (await service.readLedger()).requests.rwa_retrieve;
  await until('the first polls', async () => (await countPolls()) >= 3);
  const running = await lastExecution(n8n, 'stop', (execution) => execution.status === 'running');
  await n8n.rest('POST', `executions/${running.id}/stop`);
  await lastExecution(n8n, 'stop', (execution) => execution.status === 'canceled');
  // Requests that were in flight may still arrive.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const polls = await countPolls();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  assert.equal(await countPolls(), polls);
  await calling;
}

/** Runs the scheduled sample every two seconds instead of every month. */
export async function checkScheduleTrigger(n8n) {
  await n8n.activate('scheduled-here');
  try {
    // The execution ends with an error, since a row of its sheet is refused.
    const isScheduled = ({ mode, status }) => mode === 'trigger' && status === 'error';
    await lastExecution(n8n, 'scheduled-here', isScheduled);
  } finally {
    await n8n.rest('POST', 'workflows/scheduled-here/deactivate');
    // Requests of running executions must not affect later checks.
    await until('the end of the scheduled executions', async () => {
      const { results } = await listExecutions(n8n, 'scheduled-here');
      return results.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
    });
  }
}

/** Lets a node continue with its error output, and saves the workflow. */
export async function useErrorOutput(n8n, workflowId, nodeName) {
  const path = `workflows/${workflowId}`;
  const { nodes, connections, settings, versionId } = await n8n.rest('GET', path);
  nodes.find(({ name }) => name === nodeName).onError = 'continueErrorOutput';
  await n8n.rest('PATCH', path, { nodes, connections, settings, versionId });
}

/**
 * Retries the last execution with this status, like the button in n8n's list, and waits for its
 * end. With `loadWorkflow`, the retry uses the workflow as it is saved now.
 */
export async function retryLast(n8n, workflowId, status, loadWorkflow = false) {
  const last = await lastExecution(n8n, workflowId, (execution) => execution.status === status);
  await n8n.rest('POST', `executions/${last.id}/retry`, { loadWorkflow });
  return lastExecution(
    n8n,
    workflowId,
    ({ id, status: currentStatus }) =>
      Number(id) > Number(last.id) && !['new', 'running'].includes(currentStatus),
  );
}

/** Waits until one of the last executions of a workflow matches, and returns its entry in n8n's list. */
export function lastExecution(n8n, workflowId, matches) {
  return until(`an execution of ${workflowId}`, async () => {
    const { results } = await listExecutions(n8n, workflowId);
    return results.find(matches);
  });
}

function listExecutions(n8n, workflowId) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  return n8n.rest('GET', `executions?filter=${filter}&limit=5`);
}
