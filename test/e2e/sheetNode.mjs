// Checks the node for workbooks: its operation Check, its mapper Columns, and that it sends no row
// twice if executions fail, are retried, stopped or killed with n8n, or run in queue mode.
import { strict as assert } from 'node:assert';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lastExecution, retryLast, useErrorOutput } from './executions.mjs';
import { N8n } from './n8n.mjs';
import { until } from './processes.mjs';
import { readSampleWorkflows } from './samples.mjs';
import { startService } from './service.mjs';
import { createTrips, writeRows } from './sheet.mjs';
import { listenTo, createN8nNode, createWebhookWorkflow } from './webhookWorkflow.mjs';

const germanHeading = 'Kennung MA';

/**
 * The parameter Columns as n8n stores it; an expression maps the field Employee ID to the German
 * heading.
 */
const germanColumns = {
  mappingMode: 'defineBelow',
  value: { employeeId: "={{ ['Kennung', 'MA'].join(' ') }}" },
  matchingColumns: [],
  schema: [
    {
      id: 'employeeId',
      displayName: 'Employee ID',
      type: 'string',
      required: false,
      display: true,
      defaultMatch: false,
      removed: false,
    },
  ],
};

/** Creates the workflows for these checks, except those for the crash and for queue mode. */
export const createSheetWorkflows = () =>
  Promise.all([
    createSheetWorkflow('sheet-check', { operation: 'check' }),
    createSheetWorkflow('sheet-columns', { columns: germanColumns }),
    createSheetWorkflow(
      'sheet-retry',
      {},
      { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 },
    ),
    createSheetWorkflow('sheet-forgets', { rememberAcrossExecutions: 'off' }),
    createSheetWorkflow('sheet-stop', {
      options: { rowsAtOnce: ROWS_AT_ONCE_TO_STOP, pollIntervalSeconds: 0.5 },
    }),
  ]);

/**
 * Creates a workflow whose webhook passes each uploaded file to our node, and returns the items of
 * the output Rows.
 */
async function createSheetWorkflow(id, parameters, settings = {}) {
  const { nodes, ...workflow } = await createWebhookWorkflow(id);
  const sample = (await readSampleWorkflows()).find((workflow) => workflow.id === 'upload-form');
  const assess = sample.nodes.find(({ name }) => name === 'Assess Sheet');
  Object.assign(assess, { onError: 'stopWorkflow', ...settings });
  Object.assign(assess.parameters, { binaryPropertyName: 'data', ...parameters });
  // n8n orders the files by storage time, so sort them by name.
  const split = `const { binary } = $input.first();
return Object.keys(binary).sort().map((name) => ({ json: {}, binary: { data: binary[name] } }));`;
  const to = (name) => [{ node: name, type: 'main', index: 0 }];
  return {
    ...workflow,
    nodes: [
      nodes[0],
      createN8nNode('Each File', 'code', 2, { parameters: { jsCode: split } }),
      assess,
      createN8nNode('Rows', 'noOp', 1, { parameters: {} }),
    ],
    connections: {
      Webhook: { main: [to('Each File')] },
      'Each File': { main: [to('Assess Sheet')] },
      'Assess Sheet': { main: [[], to('Rows')] },
    },
  };
}

async function upload(n8n, id, files) {
  const body = new FormData();
  for (const [index, file] of files.entries()) {
    body.append(`file${index}`, new Blob([await readFile(file)]), basename(file));
  }
  return fetch(`${n8n.origin}/webhook/${id}`, { method: 'POST', body });
}

async function writeTrips(n8n, name, ids) {
  const file = join(n8n.folder, name);
  await writeRows(file, createTrips(ids));
  return file;
}

const readStatuses = (rows) =>
  Object.fromEntries(rows.map(({ employeeId, status }) => [employeeId, status]));

/** Checks that the operation Check reports the problems of rows and sends nothing. */
export async function checkSheetCheck(n8n, service) {
  await service.reset();
  await listenTo(n8n, 'sheet-check');
  const file = join(n8n.folder, 'to-check.xlsx');
  const [headings, right, wrong] = createTrips(['C-1', 'C-2']);
  await writeRows(file, [headings, right, wrong.with(headings.indexOf('Seniority'), 'Middling')]);
  const rows = await (await upload(n8n, 'sheet-check', [file])).json();
  assert.deepEqual(readStatuses(rows), { 'C-1': 'Not sent', 'C-2': 'Invalid' });
  assert.equal(rows[1].problems[0].cell, 'C3');
  const { requests } = await service.readLedger();
  assert.deepEqual(Object.values(requests).filter(Boolean), []);
}

/** Checks that the mapper Columns gets its fields from the node, and that a mapped column is read. */
export async function checkSheetColumns(n8n, service) {
  const { fields } = await n8n.rest('POST', 'dynamic-node-parameters/resource-mapper-fields', {
    nodeTypeAndVersion: {
      name: 'n8n-nodes-remote-work-assessment.rwaAssessSheet',
      version: 1,
    },
    currentNodeParameters: {},
    path: 'parameters.columns',
    methodName: 'listFields',
  });
  assert.deepEqual(
    fields.slice(0, 2).map(({ displayName }) => displayName),
    ['Employee ID', 'Purpose'],
  );

  await service.reset();
  await listenTo(n8n, 'sheet-columns');
  const file = join(n8n.folder, 'german.xlsx');
  const [headings, row] = createTrips(['G-1']);
  await writeRows(file, [headings.with(headings.indexOf('Employee ID'), germanHeading), row]);
  const rows = await (await upload(n8n, 'sheet-columns', [file])).json();
  assert.deepEqual(readStatuses(rows), { 'G-1': 'Scored' });
}

/**
 * Uploads a workbook with a lost answer, and a file that is not a workbook, so the node fails. Checks
 * that Retry On Fail and the Retry button resend no row, and that the advice of the error leads to the
 * workbook. Repeats the checks, except Retry On Fail, without Remember Across Executions.
 */
export async function checkSheetRetry(n8n, service) {
  const noWorkbook = join(n8n.folder, 'people.pdf');
  await writeFile(noWorkbook, '%PDF');
  for (const id of ['sheet-retry', 'sheet-forgets']) {
    await service.reset();
    await listenTo(n8n, id);
    const ids = [1, 2, 3].map((number) => `${id}-${number}`);
    await service.fault({
      operation: 'rwa_create',
      fault: 'status-500-after-commit',
      times: 1,
      match: { employeeId: ids[1] },
    });
    const file = await writeTrips(n8n, `${id}.xlsx`, ids);
    const assertSentOnce = async () => {
      const { requests, assessments } = await service.readLedger();
      assert.equal(requests.rwa_create, 3);
      assert.deepEqual(assessments.map(({ employeeId }) => employeeId).sort(), ids);
    };
    const answer = await upload(n8n, id, [file, noWorkbook]);
    assert.equal(answer.status, 500);
    await assertSentOnce();
    const failed = await lastExecution(n8n, id, ({ status }) => status === 'error');
    const { data } = await n8n.rest('GET', `executions/${failed.id}`);
    assert.match(data, /people\.pdf is not an Excel workbook/);
    if (id === 'sheet-forgets') assert.match(data, /Retry with currently saved workflow/);

    assert.equal((await retryLast(n8n, id, 'error')).status, 'error');
    await assertSentOnce();
    await useErrorOutput(n8n, id, 'Assess Sheet');
    const retried = await retryLast(n8n, id, 'error', true);
    assert.equal(retried.status, 'success');
    const after = await n8n.rest('GET', `executions/${retried.id}`);
    assert.match(after.data, /3 people, \d+ of high risk, 1 row to look up/);
    await assertSentOnce();
  }
}

/**
 * Checks that the Stop button in the middle of a workbook ends the requests, and that the same upload
 * then sends no row twice.
 */
export async function checkSheetStop(n8n, service) {
  await service.reset();
  await listenTo(n8n, 'sheet-stop');
  const id = 'sheet-stop';
  const rowCount = 10 * ROWS;
  const ids = Array.from({ length: rowCount }, (_, row) => `S-${row}`);
  const file = await writeTrips(n8n, 'to-stop.xlsx', ids);
  const interruptedUpload = upload(n8n, id, [file]).catch(() => undefined);
  const readRequests = async () => (await service.readLedger()).requests;
  await until('the middle', async () => (await readRequests()).rwa_create >= MIDDLE);
  const running = await lastExecution(n8n, id, (execution) => execution.status === 'running');
  await n8n.rest('POST', `executions/${running.id}/stop`);
  await lastExecution(n8n, id, (execution) => execution.status === 'canceled');
  await interruptedUpload;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const stopped = await readRequests();
  assert.ok(stopped.rwa_create < rowCount, `all ${rowCount} were sent before the stop`);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  assert.deepEqual(await readRequests(), stopped);

  const rows = await (await upload(n8n, id, [file])).json();
  const { assessments } = await service.readLedger();
  const assessed = assessments.map(({ employeeId }) => employeeId).sort();
  assert.deepEqual(assessed, [...new Set(assessed)], 'somebody was assessed twice');
  // n8n does not report whether an aborted request was sent, so its row is Unconfirmed.
  const unconfirmedRows = rows.filter(({ status }) => status === 'Unconfirmed');
  assert.ok(
    unconfirmedRows.length <= ROWS_AT_ONCE_TO_STOP,
    `${unconfirmedRows.length} rows are Unconfirmed`,
  );
  const missing = ids.filter((employeeId) => !assessed.includes(employeeId));
  const unconfirmedIds = unconfirmedRows.map(({ employeeId }) => employeeId);
  assert.deepEqual(
    missing.filter((employeeId) => !unconfirmedIds.includes(employeeId)),
    [],
    'rows that were not assessed, and are not Unconfirmed',
  );
  const { Scored: scored = [] } = Object.groupBy(rows, ({ status }) => status);
  return `${stopped.rwa_create} of ${rowCount} sent before the stop, ${scored.length} scored by the next upload`;
}

/** Creates the workflow for queue mode. */
export const createQueueSheetWorkflow = () => createSheetWorkflow('sheet-queue', {});

/** Uploads a workbook ten times to workers that share a database, and checks that no row is sent twice. */
export async function checkSheetInQueue(n8n, service) {
  await service.reset();
  await listenTo(n8n, 'sheet-queue');
  const ids = Array.from({ length: ROWS }, (_, row) => `Q-${row}`);
  const file = await writeTrips(n8n, 'queue.xlsx', ids);
  const statuses = [];
  for (let count = 1; count <= 10; count++) {
    const rows = await (await upload(n8n, 'sheet-queue', [file])).json();
    statuses.push(rows.filter(({ status }) => status === 'Scored').length);
    const { assessments } = await service.readLedger();
    assert.deepEqual(assessments.map(({ employeeId }) => employeeId).sort(), ids.toSorted());
  }
  return `a workbook of ${ROWS} rows, uploaded ten times: scored rows ${statuses.join(', ')}`;
}

const ROWS = 50;
/** The number of rows that the node sends at the same time in {@link checkSheetStop}. */
const ROWS_AT_ONCE_TO_STOP = 1;
/** The number of rows that the node sends at the same time in {@link checkSheetCrash}. */
const ROWS_AT_ONCE_TO_CRASH = 5;
/** The number of rows after which an execution is stopped or killed. */
const MIDDLE = 20;
/** Long enough to kill n8n while rows wait for their answers. */
const TIMEOUT_MS = 180_000;

/**
 * Kills n8n in the middle of a workbook of 50 rows, and restarts it. Checks that Retry and the same
 * upload send no row twice, and that the rows that were sent before, or never, are Unconfirmed.
 */
export async function checkSheetCrash(folder, tarball) {
  const crashFolder = join(folder, 'sheet-crash');
  await mkdir(crashFolder);
  const service = await startService(crashFolder);
  const n8n = await N8n.install(join(crashFolder, 'user'), tarball);
  const id = 'sheet-crash';
  const ids = Array.from({ length: ROWS }, (_, row) => `W-${row}`);
  const readCreated = async () =>
    (await service.readLedger()).assessments.map(({ employeeId }) => employeeId);
  try {
    await n8n.import('credentials', [service.credential]);
    const options = { rowsAtOnce: ROWS_AT_ONCE_TO_CRASH, timeoutSeconds: TIMEOUT_MS / 1_000 };
    await n8n.import('workflow', [await createSheetWorkflow(id, { options })]);
    await n8n.start();
    await listenTo(n8n, id);
    const file = await writeTrips(n8n, 'fifty.xlsx', ids);
    // The assessments of these rows are created, but their answers are lost, so the node waits and
    // sends no further row.
    const unansweredIds = ids.slice(MIDDLE, MIDDLE + ROWS_AT_ONCE_TO_CRASH);
    for (const employeeId of unansweredIds) await service.loseAnswer(employeeId);
    const interruptedUpload = upload(n8n, id, [file]).catch(() => undefined);
    const areCreated = async () => {
      const ids = await readCreated();
      return unansweredIds.every((employeeId) => ids.includes(employeeId));
    };
    await until('the middle', areCreated, TIMEOUT_MS);
    await n8n.crash();
    await interruptedUpload;
    const before = await readCreated();
    assert.ok(before.length < ROWS, `all ${ROWS} were sent before the kill`);

    await n8n.start();
    await retryLast(n8n, id, 'crashed');
    const rows = await (await upload(n8n, id, [file])).json();
    const after = await readCreated();
    assert.equal(new Set(after).size, after.length, 'somebody was sent twice');
    const unconfirmed = rows
      .filter(({ status }) => status === 'Unconfirmed')
      .map(({ employeeId }) => employeeId);
    const missing = ids.filter((employeeId) => !after.includes(employeeId));
    const unexpected = [...before, ...missing].filter(
      (employeeId) => !unconfirmed.includes(employeeId),
    );
    assert.deepEqual(unexpected, [], 'sent before the kill or never, and not Unconfirmed');
    return `${before.length} of ${ROWS} sent before the kill, nobody twice, ${missing.length} not sent and Unconfirmed`;
  } finally {
    await n8n.stop();
    await service.close();
  }
}
