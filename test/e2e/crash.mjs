// Checks retries and new executions after a crash of n8n in the middle of 50 items.
import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { retryLast } from './executions.mjs';
import { N8n } from './n8n.mjs';
import { until } from './processes.mjs';
import { readSampleWorkflows } from './samples.mjs';
import { startService } from './service.mjs';
import { callWebhook, listenTo, createWebhookWorkflow } from './webhookWorkflow.mjs';

const ITEMS = 50;
/** The number of items that a workflow sends at the same time. */
const BATCH_SIZE = 5;
/** The index of the first item of the batch during which n8n is killed. */
const MIDDLE = 20;
/** Long enough to kill n8n while a batch waits for its answers. */
const TIMEOUT_MS = 180_000;
const createIds = (prefix) => Array.from({ length: ITEMS }, (_, item) => `${prefix}-${item}`);

/**
 * Kills n8n after three workflows have sent a part of their items: one that avoids duplicates only with
 * *Remember Across Executions*, and the samples for batches and for a Data Table.
 */
export async function checkCrash(folder, tarball) {
  const crashFolder = join(folder, 'crash');
  await mkdir(crashFolder);
  const service = await startService(crashFolder);
  const n8n = await N8n.install(join(crashFolder, 'user'), tarball);
  try {
    await n8n.import('credentials', [service.credential]);
    const workflows = await createCrashWorkflows();
    await n8n.import('workflow', workflows);
    await n8n.start();
    for (const { id } of workflows) await listenTo(n8n, id);
    await crashInTheMiddle(n8n, service);
    const listCreatedBefore = await readCreated(service);
    await n8n.start();
    return [
      `${listCreatedBefore('R').length}, ${listCreatedBefore('B').length} and ${listCreatedBefore('T').length} of ${ITEMS} created before the crash`,
      await checkRemembered(n8n, service),
      await checkBatches(n8n, service),
      await checkDataTable(n8n, service),
    ].join('; ');
  } finally {
    await n8n.stop();
    await service.close();
  }
}

async function createCrashWorkflows() {
  const remembered = await createWebhookWorkflow('remembered', {
    options: {
      includeOtherFields: true,
      itemsAtOnce: BATCH_SIZE,
      timeoutSeconds: TIMEOUT_MS / 1_000,
    },
  });
  remembered.nodes.find(({ name }) => name === 'Create Assessment').onError =
    'continueRegularOutput';
  return [
    remembered,
    await createWebhookSample('batches'),
    await createWebhookSample('data-table'),
  ];
}

/** Returns a sample that a webhook starts, for the people in the body of the call. */
async function createWebhookSample(id) {
  const sample = (await readSampleWorkflows()).find((workflow) => workflow.id === id);
  const [webhook] = (await createWebhookWorkflow(id)).nodes;
  const start = sample.nodes.find(({ name }) => name === 'Run Now');
  Object.assign(start, webhook, { name: 'Run Now', id: start.id });
  const create = sample.nodes.find(({ name }) => name === 'Create Assessment');
  create.parameters.options.timeoutSeconds = TIMEOUT_MS / 1_000;
  const trips = sample.nodes.find(({ name }) => name === 'Trips');
  trips.parameters.jsonOutput =
    "={{ { trips: $('Run Now').first().json.body.people.map((person) => ({ ...person, destination: 'Spain' })) } }}";
  return sample;
}

async function crashInTheMiddle(n8n, service) {
  const prefixes = ['R', 'B', 'T'];
  // The assessments of one batch of each workflow are created, but their answers are lost, so the
  // workflow waits and sends no further batch.
  const unansweredIds = prefixes.flatMap((prefix) =>
    createIds(prefix).slice(MIDDLE, MIDDLE + BATCH_SIZE),
  );
  for (const employeeId of unansweredIds) await service.loseAnswer(employeeId);
  // The calls fail, because n8n is killed.
  const call = (id, prefix) => callWebhook(n8n, id, createIds(prefix)).catch(() => undefined);
  const calls = [call('remembered', 'R'), call('batches', 'B'), call('data-table', 'T')];
  await until(
    'the middle',
    async () => {
      const listCreated = await readCreated(service);
      const all = prefixes.flatMap(listCreated);
      return unansweredIds.every((employeeId) => all.includes(employeeId));
    },
    TIMEOUT_MS,
  );
  await n8n.crash();
  await Promise.all(calls);
}

async function readCreated(service) {
  const { assessments } = await service.readLedger();
  return (prefix) =>
    assessments.map(({ employeeId }) => employeeId).filter((id) => id.startsWith(`${prefix}-`));
}

const countDuplicates = (created) => created.length - new Set(created).size;

async function checkRemembered(n8n, service) {
  await retryLast(n8n, 'remembered', 'crashed');
  const answers = await (await callWebhook(n8n, 'remembered', createIds('R'))).json();
  const created = (await readCreated(service))('R');
  assert.equal(countDuplicates(created), 0, 'items that were sent twice');
  const listFailures = (code) =>
    answers.filter(({ details }) => details?.failure === code).map(({ employeeId }) => employeeId);
  const unconfirmed = listFailures('unconfirmed');
  // Only the items that were in flight are Unconfirmed.
  assert.deepEqual(unconfirmed, createIds('R').slice(MIDDLE, MIDDLE + BATCH_SIZE));
  // n8n had not saved some answers before the crash: these items fail with `already_sent`.
  const others = answers.filter(
    ({ assessmentId, details }) => assessmentId ?? details?.failure === 'already_sent',
  );
  assert.equal(others.length, ITEMS - unconfirmed.length);
  assert.equal(created.length, ITEMS);

  const responses = await Promise.all([
    callWebhook(n8n, 'remembered', createIds('S')),
    callWebhook(n8n, 'remembered', createIds('S').reverse()),
  ]);
  const successes = (await Promise.all(responses.map((response) => response.json())))
    .flat()
    .filter(({ assessmentId, remembered }) => assessmentId !== undefined && !remembered);
  assert.equal(successes.length, ITEMS);
  assert.deepEqual((await readCreated(service))('S').sort(), createIds('S').sort());
  return `with Remember Across Executions no duplicate after Retry, another start and two starts at once, ${unconfirmed.length} unconfirmed`;
}

async function checkBatches(n8n, service) {
  await retryLast(n8n, 'batches', 'crashed');
  const created = (await readCreated(service))('B');
  assert.equal(new Set(created).size, ITEMS);
  assert.ok(
    countDuplicates(created) <= BATCH_SIZE,
    `${countDuplicates(created)} items were sent twice`,
  );
  return `in batches of ${BATCH_SIZE}, duplicates: ${countDuplicates(created)}`;
}

async function checkDataTable(n8n, service) {
  const retried = await retryLast(n8n, 'data-table', 'crashed');
  assert.equal(retried.status, 'error', 'rows without an Assessment ID must fail the execution');
  const { data } = await n8n.rest('GET', `executions/${retried.id}`);
  const inDoubt = createIds('T').slice(MIDDLE, MIDDLE + BATCH_SIZE);
  assert.ok(data.includes(`${BATCH_SIZE} rows have no Assessment ID: ${inDoubt.join(', ')}`));
  const created = (await readCreated(service))('T');
  assert.equal(countDuplicates(created), 0, 'items that were sent twice');
  assert.equal(created.length, ITEMS);
  return `with a Data Table no duplicate, ${BATCH_SIZE} rows to look at; ${await checkResending(n8n, service)}`;
}

/** Checks that another execution sends the refused row again, but not the unconfirmed one. */
async function checkResending(n8n, service) {
  const before = (await service.readLedger()).requests.rwa_create;
  const people = ['SANDBOX-REJECTED', 'SANDBOX-LOST-ANSWER', 'F-1'];
  for (const requests of [3, 4]) {
    const answer = await callWebhook(n8n, 'data-table', people);
    assert.equal(answer.status, 500);
    assert.equal((await service.readLedger()).requests.rwa_create, before + requests);
  }
  return 'refused rows are sent again, unconfirmed rows are not';
}
