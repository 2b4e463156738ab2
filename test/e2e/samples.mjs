// The sample workflows, executed by n8n as they are, with the sandbox as the service.
import { strict as assert } from 'node:assert';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from './root.mjs';
import { readSheet, writeSampleSheet } from './sheet.mjs';

const folder = join(root, 'samples', 'workflows');

/** All sample workflows; the file's name is their id. */
export async function sampleWorkflows() {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  return Promise.all(
    files.map(async (file) => ({
      id: file.replace('.json', ''),
      active: false,
      ...JSON.parse(await readFile(join(folder, file), 'utf8')),
    })),
  );
}

const itemsOf = (runData, node, output = 0) =>
  (runData[node] ?? []).flatMap(({ data }) => (data.main[output] ?? []).map(({ json }) => json));

/** Invites two people and removes one, without a change to the sample. */
export async function checkStaffList(n8n, service) {
  const runData = await n8n.execute('staff-list');
  assert.equal(itemsOf(runData, 'Create Pending User').length, 2);
  assert.equal(itemsOf(runData, 'Remove User Access')[0].role, 'Remove Access');
  const { commits, staff } = await service.ledger();
  assert.equal(commits.create_pending_user, 2);
  assert.equal(staff.find(({ staff_id }) => staff_id === 'C-101').role, 'Remove Access');
}

/** Loops over Retrieve (check once) and Wait, which is shortened to seconds, until all is scored. */
export async function checkLongWait(n8n, service) {
  await service.reset();
  const runData = await n8n.execute('long-wait-seconds');
  const results = itemsOf(runData, 'Results');
  assert.deepEqual(results.map(({ employeeId, ready }) => [employeeId, ready]).sort(), [
    ['E-1001', true],
    ['E-1002', true],
  ]);
  assert.ok(runData['Retrieve Assessment'].length > 1, 'nothing had to be waited for');
  assert.equal((await service.ledger()).commits.rwa_create, 2);
}

/** Re-assesses a sheet, which is written back, and notifies of the one risk that has risen. */
export async function checkScheduled(n8n, service) {
  await service.reset();
  const sheetPath = join(n8n.folder, 'people.xlsx');
  await writeSampleSheet(sheetPath);
  const notices = await listen();
  try {
    await n8n.import('workflow', [await scheduledWith(sheetPath, notices.url)]);
    await n8n.execute('scheduled-here');
  } finally {
    notices.close();
  }
  const rows = await readSheet(sheetPath);
  assert.deepEqual(
    rows.map((row) => row['Employee ID']),
    ['00042', 'H-7', 'SANDBOX-REJECTED', 'E-3'],
  );
  const risks = rows.map((row) => Number(row['Overall trip risk']));
  assert.ok(risks[0] > 0 && risks[1] < 10 && risks[3] > 0, `risks are ${risks.join(', ')}`);
  assert.ok(rows[2].error, 'the refused row does not say why');
  assert.equal(risks[2], 5);
  assert.equal(notices.received.length, 1);
  assert.match(notices.received[0], /Employee 00042: the overall risk has risen from 0 to/);
}

async function scheduledWith(sheetPath, notifyUrl) {
  const sample = (await sampleWorkflows()).find(({ id }) => id === 'scheduled-reassessment');
  const settings = sample.nodes.find(({ name }) => name === 'Settings');
  const values = { sheetPath, notifyUrl };
  for (const assignment of settings.parameters.assignments.assignments) {
    assignment.value = values[assignment.name];
  }
  const schedule = sample.nodes.find(({ name }) => name === 'Every Month');
  schedule.parameters.rule.interval = [{ field: 'seconds', secondsInterval: 2 }];
  return { ...sample, id: 'scheduled-here' };
}

/** The long-wait sample with seconds in the place of minutes. */
export async function longWaitInSeconds() {
  const sample = (await sampleWorkflows()).find(({ id }) => id === 'long-wait');
  const wait = sample.nodes.find(({ name }) => name === 'Wait');
  wait.parameters = { amount: 1, unit: 'seconds' };
  return { ...sample, id: 'long-wait-seconds' };
}

/** Posts a decision that is recorded, and one that lacks its actor. */
export async function checkDecision(n8n, service, until) {
  const { assessments } = await service.ledger();
  const { assessmentId } = assessments[0];
  await n8n.activate('decision');
  const decide = (decision) =>
    fetch(`${n8n.origin}/webhook/remote-work-decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assessmentId, ...decision }),
    });
  const recorded = await until('the decision webhook', async () => {
    const response = await decide({ status: 'Manager Approved', managerId: 'M-200', note: 'ok' });
    return response.status === 404 ? undefined : response;
  });
  assert.equal(recorded.status, 200);
  const answer = await recorded.json();
  assert.equal(answer.message, 'RWA decision and note updated');
  const decided = (await service.ledger()).assessments.find(
    (assessment) => assessment.assessmentId === assessmentId,
  );
  assert.deepEqual([decided.status, decided.note], ['Manager Approved', 'ok']);

  const refused = await decide({ status: 'Canceled' });
  assert.equal(refused.status, 422);
  const { error, whatToDo } = await refused.json();
  assert.match(error, /^Cancelled By Staff ID is required for Canceled\./);
  assert.ok(whatToDo);
}

function listen() {
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
