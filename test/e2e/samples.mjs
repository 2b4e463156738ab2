// Executes the sample workflows in n8n, with the sandbox as the service.
import { strict as assert } from 'node:assert';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startMailbox } from './mailbox.mjs';
import { root } from './root.mjs';
import { editCells, createTripByHeading, readSheet, sampleRows, writeRows } from './sheet.mjs';

const folder = join(root, 'samples', 'workflows');

/** Reads all sample workflows. The ID of each is the name of its file without `.json`. */
export async function readSampleWorkflows() {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  return Promise.all(
    files.map(async (file) => ({
      id: file.replace('.json', ''),
      active: false,
      ...JSON.parse(await readFile(join(folder, file), 'utf8')),
    })),
  );
}

async function createVariant(id, sampleId, change) {
  const sample = (await readSampleWorkflows()).find(({ id: otherId }) => otherId === sampleId);
  change((name) => sample.nodes.find((node) => node.name === name));
  return { ...sample, id };
}

const readItems = (runData, node, output = 0) =>
  (runData[node] ?? []).flatMap(({ data }) => (data.main[output] ?? []).map(({ json }) => json));

/** Checks that the sample invites two people, and removes one only if its switch is on. */
export async function checkStaffList(n8n, service) {
  const { message } = await n8n.executeToFailure('staff-list');
  assert.match(message, /^Not invited or removed: C-101 \(.+\)$/);
  const before = await service.readLedger();
  assert.deepEqual(
    [before.commits.create_pending_user, before.commits.remove_user_access ?? 0],
    [2, 0],
  );

  await service.reset();
  const runData = await n8n.execute('staff-list-confirmed');
  assert.equal(readItems(runData, 'Create Pending User').length, 2);
  assert.equal(readItems(runData, 'Remove User Access')[0].role, 'Remove Access');
  const { commits, staff } = await service.readLedger();
  assert.equal(commits.create_pending_user, 2);
  assert.equal(staff.find(({ staff_id }) => staff_id === 'C-101').role, 'Remove Access');
}

/**
 * Checks that the loop of Retrieve and Wait, shortened to seconds, runs until all items are scored,
 * and fails if a result is not ready at the end.
 */
export async function checkLongWait(n8n, service) {
  await service.reset();
  const runData = await n8n.execute('long-wait-seconds');
  const results = readItems(runData, 'Results');
  assert.deepEqual(results.map(({ employeeId, ready }) => [employeeId, ready]).sort(), [
    ['E-1001', true],
    ['E-1002', true],
  ]);
  assert.ok(runData['Retrieve Assessment'].length > 1, 'no result had to be waited for');
  assert.equal((await service.readLedger()).commits.rwa_create, 2);

  const { message } = await n8n.executeToFailure('long-wait-in-vain');
  assert.match(message, /^These assessments exist, but .*: \S+\. Retrieve them later/);
}

/**
 * Checks that the sample fails and sends nothing without a workbook. Then checks two months, whose
 * executions fail because a row is refused. The second month continues with the file of the first, and
 * notifies about the one increased risk. No file is overwritten.
 */
export async function checkScheduled(n8n, service) {
  await service.reset();
  const sheetPath = join(n8n.folder, 'people*.xlsx');
  const isPeopleFile = (file) => file.startsWith('people');
  const listFiles = async () => (await readdir(n8n.folder)).filter(isPeopleFile).sort();
  const getPath = (file) => join(n8n.folder, file);
  const notices = await startNoticeServer();
  const runOneMonth = async () => {
    const before = await Promise.all(
      (await listFiles()).map(async (file) => [file, await readFile(getPath(file))]),
    );
    const { message } = await n8n.executeToFailure('scheduled-here');
    assert.match(
      message,
      /1 row to correct\. .+ The messages are in the column Assessment message/,
    );
    for (const [file, bytes] of before) {
      assert.deepEqual(await readFile(getPath(file)), bytes, `${file} was overwritten`);
    }
    const files = await listFiles();
    assert.equal(files.length, before.length + 1, files.join());
    assert.match(files.at(-1), /^people_[\d-]{10}_\d{6}\.scored\.xlsx$/);
    return files.at(-1);
  };
  try {
    await n8n.import('workflow', [await createScheduledVariant(sheetPath, notices.url)]);
    const missing = await n8n.executeToFailure('scheduled-here');
    assert.equal(
      missing.message,
      `There is no workbook ${sheetPath}. Correct sheetPath in the node Settings. Nothing was sent.`,
    );
    await writeRows(getPath('people.xlsx'), sampleRows);
    const first = await runOneMonth();
    assert.equal((await service.readLedger()).commits.rwa_create, 3);
    assert.deepEqual(notices.received, []);

    const before = await readSheet(getPath(first));
    // The new inputs increase the risk of the first row and decrease that of the second.
    await editCells(getPath(first), 'Destination country', { 2: 'Germany', 3: 'France' });
    const rows = await readSheet(getPath(await runOneMonth()));
    assert.deepEqual(
      rows.map((row) => [
        row['Employee ID'],
        row['Assessment status'],
        row['Previous overall risk'],
      ]),
      [
        ['00042', 'Scored', before[0]['Overall trip risk']],
        ['H-7', 'Scored', before[1]['Overall trip risk']],
        ['SANDBOX-REJECTED', 'Rejected', undefined],
        ['E-3', 'Scored', rows[3]['Overall trip risk']],
      ],
    );
    const changes = rows.map((row) => row['Overall trip risk'] - row['Previous overall risk']);
    assert.ok(changes[0] > 0 && changes[1] < 0, `the risks changed by ${changes.join()}`);
    assert.ok(rows[2]['Assessment message'], 'the refused row has no message');
  } finally {
    notices.close();
  }
  const { assessments } = await service.readLedger();
  const ids = assessments.map(({ employeeId }) => employeeId);
  assert.deepEqual(ids.sort(), ['00042', '00042', 'E-3', 'E-3', 'H-7', 'H-7']);
  assert.equal(notices.received.length, 1);
  assert.match(
    notices.received[0],
    /^Employee 00042: the overall risk has risen from [\d.]+ to [\d.]+\.$/,
  );
}

function createScheduledVariant(sheetPath, notifyUrl) {
  return createVariant('scheduled-here', 'scheduled-reassessment', (findNode) => {
    const values = { sheetPath, notifyUrl };
    for (const assignment of findNode('Settings').parameters.assignments.assignments) {
      assignment.value = values[assignment.name];
    }
    findNode('Every Month').parameters.rule.interval = [{ field: 'seconds', secondsInterval: 2 }];
    // All assessments of these checks are younger than the sample requires.
    findNode('Assess Again').parameters.rows = 'all';
  });
}

export function createSampleVariants() {
  return Promise.all([
    createVariant('staff-list-confirmed', 'staff-list', (findNode) => {
      findNode('Remove User Access').parameters.confirmRemoval = true;
    }),
    createVariant('long-wait-seconds', 'long-wait', (findNode) => {
      findNode('Wait').parameters = { amount: 1, unit: 'seconds' };
    }),
    createVariant('long-wait-in-vain', 'long-wait', (findNode) => {
      findNode('Wait').parameters = { amount: 1, unit: 'seconds' };
      findNode('Trips').parameters.jsonOutput = JSON.stringify({
        trips: [{ employeeId: 'SANDBOX-ALWAYS-PENDING', destination: 'Spain' }],
      });
      findNode('Check Again?').parameters.conditions.conditions[0].leftValue =
        '={{ $runIndex < 1 }}';
    }),
    createGoogleSheetsVariant(),
    createGoogleSheetsVariant('google-sheets-same-ids', { 'Row ID': 'r-00042' }),
  ]);
}

/**
 * Creates a variant of the sample without Google's nodes: a Code node returns the rows, and Set nodes
 * return the values that Google's nodes would write. `lastRowChange` replaces cells of the last row.
 */
function createGoogleSheetsVariant(id = 'google-sheets-replaced', lastRowChange = {}) {
  const row = (row_number, employeeId, rest = {}) => ({
    row_number,
    'Row ID': `r-${employeeId}`,
    ...createTripByHeading(employeeId),
    Status: '',
    'Assessment ID': '',
    ...rest,
  });
  const rows = [
    row(2, '00042'),
    row(3, 'E-2', { Status: 'Sending' }),
    row(4, 'SANDBOX-LOST-ANSWER'),
    row(5, 'SANDBOX-REJECTED'),
    row(6, 'E-6', { Status: 'Scored', 'Assessment ID': 'a-6' }),
    row(7, 'E-7', { 'Assessment ID': 'a-7' }),
  ];
  Object.assign(rows.at(-1), lastRowChange);
  return createVariant(id, 'google-sheets', (findNode) => {
    const toCode = (name, jsCode) => {
      const { parameters } = findNode(name);
      Object.assign(findNode(name), { type: 'n8n-nodes-base.code', typeVersion: 2 });
      findNode(name).parameters = { jsCode };
      delete findNode(name).credentials;
      return parameters;
    };
    const itemsJson = JSON.stringify(rows.map((json) => ({ json })));
    toCode('Read Sheet', `return ${itemsJson};`);
    for (const name of ['Note Sending', 'Write Scores', 'Write Errors']) {
      const { columns } = findNode(name).parameters;
      const assignments = Object.entries(columns.value).map(([key, value], index) => ({
        id: `a${index}`,
        name: key,
        value,
        type: 'string',
      }));
      Object.assign(findNode(name), { type: 'n8n-nodes-base.set', typeVersion: 3.4 });
      findNode(name).parameters = {
        mode: 'manual',
        includeOtherFields: false,
        options: {},
        assignments: { assignments },
      };
      delete findNode(name).credentials;
    }
  });
}

/**
 * Checks that nothing is sent if two rows have the same row ID, and that only rows with neither a
 * status nor an Assessment ID are marked, then sent, then updated with their outcome.
 */
export async function checkGoogleSheets(n8n, service) {
  await service.reset();
  const refused = await n8n.executeToFailure('google-sheets-same-ids');
  assert.match(refused.message, /^Nothing was sent\. .+ "r-00042" is in rows 2, 7\./);
  assert.equal((await service.readLedger()).requests.rwa_create ?? 0, 0);

  const { message, runData } = await n8n.executeToFailure('google-sheets-replaced');
  assert.match(message, /^Rows without a score: 2\. /);
  const noted = readItems(runData, 'Note Sending');
  assert.deepEqual(
    noted.map((row) => [row['Row ID'], row.Status]),
    ['r-00042', 'r-SANDBOX-LOST-ANSWER', 'r-SANDBOX-REJECTED'].map((id) => [id, 'Sending']),
  );
  assert.ok(
    runData['Note Sending'][0].executionIndex < runData['Create Assessment'][0].executionIndex,
  );
  const [scored] = readItems(runData, 'Write Scores');
  assert.deepEqual([scored['Row ID'], scored.Status], ['r-00042', 'Scored']);
  assert.ok(scored['Assessment ID'] && Number(scored['Overall trip risk']) >= 0);
  const failed = readItems(runData, 'Write Errors');
  assert.deepEqual(
    failed.map((row) => [row['Row ID'], row.Status]),
    [
      ['r-SANDBOX-LOST-ANSWER', 'Unconfirmed'],
      ['r-SANDBOX-REJECTED', 'Failed'],
    ],
  );
  assert.ok(failed.every((row) => row.Error.trim() !== ''));
  assert.equal((await service.readLedger()).requests.rwa_create, 3);
}

/**
 * Checks the mails that ask for a decision on two assessments: the decision is recorded only after
 * the form is submitted.
 */
export async function checkApproval(n8n, service, mailPort, until) {
  const { assessments } = await service.readLedger();
  await n8n.activate('approval');
  const mailbox = await startMailbox(mailPort);
  try {
    for (const [index, [decision, status]] of [
      ['Approve', 'Manager Approved'],
      ['Reject', 'Rejected'],
    ].entries()) {
      const { assessmentId } = assessments[index];
      const readAssessment = async () => {
        const { assessments } = await service.readLedger();
        return assessments.find((assessment) => assessment.assessmentId === assessmentId);
      };
      await until('the approval webhook', async () => {
        const body = { assessmentId, managerId: 'M-200', managerEmail: 'manager@example.com' };
        return (await post(n8n, 'remote-work-approval', body)).status === 200;
      });
      const mail = await until('the mail', () => mailbox.received[index]);
      assert.match(mail, /Overall risk/);
      const link = mail.match(/http:\/\/[^"\s]+/g)?.find((url) => url.includes('webhook-waiting'));
      assert.ok(link, mail);
      // The mail arrives before n8n has suspended the execution; until then n8n answers 409.
      const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
      const form = await until('the form', async () => {
        const answer = await fetch(link, { headers });
        return answer.status === 200 ? answer.text() : undefined;
      });
      assert.match(form, /Decision/);
      assert.deepEqual(await readAssessment(), assessments[index]);
      const note = `Decided by ${decision}`;
      const body = new FormData();
      body.set('field-0', decision);
      body.set('field-1', note);
      const answer = await fetch(link, { method: 'POST', headers, body });
      assert.equal(answer.status, 200, await answer.text());
      await until('the decision', async () => (await readAssessment()).note === note);
      assert.equal((await readAssessment()).status, status);
    }
  } finally {
    mailbox.close();
  }
}

/** Checks that an announced person is assessed, and that a lost answer and a refusal are reported. */
export async function checkHrWebhook(n8n, service, until) {
  await service.reset();
  await n8n.activate('hr-webhook');
  const trip = {
    purpose: 'Work From Anywhere',
    seniority: 'Mid',
    roleType: 'Other',
    residency: 'Germany',
    citizenship: 'Portugal',
    destination: 'Spain',
    salesContracts: 'No',
    legalRight: 'Yes',
    pastTripsDuration: 0,
    benefitLocalMarket: 'No',
    startDate: '2027-01-11',
    endDate: '2027-01-22',
  };
  const announce = async (employeeId) => {
    const response = await until('the HR webhook', async () => {
      const response = await post(n8n, 'remote-work-hr-event', { employeeId, ...trip });
      return response.status === 404 ? undefined : response;
    });
    return [response.status, await response.json()];
  };
  const [status, created] = await announce('00042');
  assert.deepEqual([status, created.created], [201, true]);
  assert.ok(created.assessmentId && created.redirectUrl);
  const [lostStatus, lost] = await announce('SANDBOX-LOST-ANSWER');
  assert.deepEqual([lostStatus, lost.created], [409, null]);
  assert.match(lost.error, /^Unconfirmed/);
  const [refusedStatus, refused] = await announce('SANDBOX-REJECTED');
  assert.deepEqual([refusedStatus, refused.created], [422, false]);
  const { requests, assessments } = await service.readLedger();
  assert.equal(requests.rwa_create, 3);
  assert.ok(assessments.some(({ employeeId }) => employeeId === '00042'));
}

/**
 * Checks that a valid decision is recorded, that a decision without a staff ID is refused, and that
 * a lost answer is not reported as a refusal.
 */
export async function checkDecision(n8n, service, until) {
  const { assessments } = await service.readLedger();
  const { assessmentId } = assessments[0];
  await n8n.activate('decision');
  const decide = (decision) => post(n8n, 'remote-work-decision', { assessmentId, ...decision });
  const recorded = await until('the decision webhook', async () => {
    const response = await decide({ status: 'Manager Approved', managerId: 'M-200', note: 'ok' });
    return response.status === 404 ? undefined : response;
  });
  assert.equal(recorded.status, 200);
  const answer = await recorded.json();
  assert.equal(answer.message, 'RWA decision and note updated');
  const decided = (await service.readLedger()).assessments.find(
    (assessment) => assessment.assessmentId === assessmentId,
  );
  assert.deepEqual([decided.status, decided.note], ['Manager Approved', 'ok']);

  const refused = await decide({ status: 'Canceled' });
  assert.equal(refused.status, 422);
  const { error, whatToDo } = await refused.json();
  assert.match(error, /^Cancelled By Staff ID is required for Canceled\./);
  assert.ok(whatToDo);

  // The first answer is unreadable, and the node cannot look the decision up because its token is refused.
  await service.fault({ operation: 'rwa_update', fault: 'html-200', times: 1 });
  await service.fault({ operation: 'rwa_retrieve', fault: 'token-refused', times: 1 });
  const lost = await decide({ status: 'Manager Approved', managerId: 'M-200', note: 'lost' });
  assert.deepEqual([lost.status, (await lost.json()).recorded], [409, null]);
}

function post(n8n, path, body) {
  return fetch(`${n8n.origin}/webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Starts a server for the notices of a workflow; `received` contains their texts. */
function startNoticeServer() {
  const received = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => (body += text));
    request.on('end', () => {
      received.push(JSON.parse(body).text);
      response.end('{}');
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${server.address().port}/`;
      resolve({ url, received, close: () => server.close() });
    });
  });
}
