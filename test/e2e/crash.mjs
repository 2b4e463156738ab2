// Checks Retry and another start after a crash of n8n in the middle of 50 items.
import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { retryLast } from './executions.mjs';
import { N8n } from './n8n.mjs';
import { until } from './processes.mjs';
import { sampleWorkflows } from './samples.mjs';
import { startService } from './service.mjs';
import { callFor, listenTo, webhookWorkflow } from './webhookWorkflow.mjs';

const ITEMS = 50;
const BATCH = 5;
const MIDDLE = 20;
const PATIENCE_MS = 180_000;
const ids = (prefix) => Array.from({ length: ITEMS }, (_, item) => `${prefix}-${item}`);

/**
 * Kills n8n while three workflows have sent a part of their items: one with *Remember Across Executions*,
 * and the samples for batches and for a Data Table.
 */
export async function checkCrash(folder, tarball) {
  const own = join(folder, 'crash');
  await mkdir(own);
  const service = await startService(own);
  const n8n = await N8n.install(join(own, 'user'), tarball);
  try {
    await n8n.import('credentials', [service.credential]);
    const workflows = await crashWorkflows();
    await n8n.import('workflow', workflows);
    await n8n.start();
    for (const { id } of workflows) await listenTo(n8n, id);
    await crashInTheMiddle(n8n, service);
    const created = await readCreated(service);
    await n8n.start();
    return [
      `${created('R').length}, ${created('B').length} and ${created('T').length} of ${ITEMS} created before`,
      await checkRemembered(n8n, service),
      await checkBatches(n8n, service),
      await checkDataTable(n8n, service),
    ].join('; ');
  } finally {
    await n8n.stop();
    await service.close();
  }
}

async function crashWorkflows() {
  const remembered = await webhookWorkflow('remembered', {
    options: {
      includeOtherFields: true,
      itemsAtOnce: BATCH,
      timeoutSeconds: PATIENCE_MS / 1_000,
    },
  });
  remembered.nodes.find(({ name }) => name === 'Create Assessment').onError =
    'continueRegularOutput';
  return [remembered, await sampleFor('batches'), await sampleFor('data-table')];
}

/** Returns a sample with a webhook as its trigger, for the people in the call. */
async function sampleFor(id) {
  const sample = (await sampleWorkflows()).find((each) => each.id === id);
  const [called] = (await webhookWorkflow(id)).nodes;
  const start = sample.nodes.find(({ name }) => name === 'Run Now');
  Object.assign(start, called, { name: 'Run Now', id: start.id });
  const create = sample.nodes.find(({ name }) => name === 'Create Assessment');
  create.parameters.options.timeoutSeconds = PATIENCE_MS / 1_000;
  const trips = sample.nodes.find(({ name }) => name === 'Trips');
  trips.parameters.jsonOutput =
    "={{ { trips: $('Run Now').first().json.body.people.map((person) => ({ ...person, destination: 'Spain' })) } }}";
  return sample;
}

async function crashInTheMiddle(n8n, service) {
  const prefixes = ['R', 'B', 'T'];
  // One batch of each workflow is created and gets no answer, so that nothing follows it.
  const held = prefixes.flatMap((prefix) => ids(prefix).slice(MIDDLE, MIDDLE + BATCH));
  for (const employeeId of held) await service.loseAnswer(employeeId);
  // The webhooks do not answer either.
  const call = (id, prefix) => callFor(n8n, id, ids(prefix)).catch(() => undefined);
  const calls = [call('remembered', 'R'), call('batches', 'B'), call('data-table', 'T')];
  await until(
    'the middle',
    async () => {
      const created = await readCreated(service);
      const all = prefixes.flatMap(created);
      return held.every((employeeId) => all.includes(employeeId));
    },
    PATIENCE_MS,
  );
  await n8n.crash();
  await Promise.all(calls);
}

/** Returns the Employee IDs of all assessments, by prefix. */
async function readCreated(service) {
  const { assessments } = await service.ledger();
  return (prefix) =>
    assessments.map(({ employeeId }) => employeeId).filter((id) => id.startsWith(`${prefix}-`));
}

const countDuplicates = (created) => created.length - new Set(created).size;

async function checkRemembered(n8n, service) {
  await retryLast(n8n, 'remembered', 'crashed');
  const again = await (await callFor(n8n, 'remembered', ids('R'))).json();
  const created = (await readCreated(service))('R');
  assert.equal(countDuplicates(created), 0, 'items that were sent twice');
  const failedAs = (code) =>
    again.filter(({ details }) => details?.failure === code).map(({ employeeId }) => employeeId);
  const unconfirmed = failedAs('unconfirmed');
  // Only items in flight are Unconfirmed.
  assert.deepEqual(unconfirmed, ids('R').slice(MIDDLE, MIDDLE + BATCH));
  // After a crash, n8n has not saved the answers of that process.
  const others = again.filter(
    ({ assessmentId, details }) => assessmentId ?? details?.failure === 'already_sent',
  );
  assert.equal(others.length, ITEMS - unconfirmed.length);
  assert.equal(created.length, ITEMS);

  const both = await Promise.all([
    callFor(n8n, 'remembered', ids('S')),
    callFor(n8n, 'remembered', ids('S').reverse()),
  ]);
  const successes = (await Promise.all(both.map((answer) => answer.json())))
    .flat()
    .filter(({ assessmentId, remembered }) => assessmentId !== undefined && !remembered);
  assert.equal(successes.length, ITEMS);
  assert.deepEqual((await readCreated(service))('S').sort(), ids('S').sort());
  return `with Remember Across Executions no duplicate after Retry, another start and two starts at once, ${unconfirmed.length} unconfirmed`;
}

async function checkBatches(n8n, service) {
  await retryLast(n8n, 'batches', 'crashed');
  const created = (await readCreated(service))('B');
  assert.equal(new Set(created).size, ITEMS);
  assert.ok(countDuplicates(created) <= BATCH, `${countDuplicates(created)} items were sent twice`);
  return `in batches of ${BATCH}, duplicates: ${countDuplicates(created)}`;
}

async function checkDataTable(n8n, service) {
  const retried = await retryLast(n8n, 'data-table', 'crashed');
  assert.equal(retried.status, 'error', 'rows without an Assessment ID must not end well');
  const { data } = await n8n.rest('GET', `executions/${retried.id}`);
  const inDoubt = ids('T').slice(MIDDLE, MIDDLE + BATCH);
  assert.ok(data.includes(`${BATCH} rows have no Assessment ID: ${inDoubt.join(', ')}`));
  const created = (await readCreated(service))('T');
  assert.equal(countDuplicates(created), 0, 'items that were sent twice');
  assert.equal(created.length, ITEMS);
  return `with a Data Table no duplicate, ${BATCH} rows to look at; ${await checkFailures(n8n, service)}`;
}

/** Checks that another start sends the refused row again, and not the unconfirmed one. */
async function checkFailures(n8n, service) {
  const before = (await service.ledger()).requests.rwa_create;
  const people = ['SANDBOX-REJECTED', 'SANDBOX-LOST-ANSWER', 'F-1'];
  for (const requests of [3, 4]) {
    const answer = await callFor(n8n, 'data-table', people);
    assert.equal(answer.status, 500);
    assert.equal((await service.ledger()).requests.rwa_create, before + requests);
  }
  return 'refused rows are sent again, unconfirmed rows are not';
}
