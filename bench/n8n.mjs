// Compares our Create node with n8n's own nodes, in the same n8n and with the same sandbox.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureLab } from '../test/e2e/lab.mjs';
import { N8n } from '../test/e2e/n8n.mjs';
import { pack } from '../test/e2e/package.mjs';
import { stopAll } from '../test/e2e/processes.mjs';
import { startService } from '../test/e2e/service.mjs';

const ITEMS = 1_000;
const sandbox = { latencyMs: 20, readyAfterMs: 10_000 };
/**
 * Limits for our node with 50 items at once: the time as a share of that of n8n's own nodes, and
 * the number of requests.
 */
const targets = { time: 0.65, requests: 2_400 };

/** Throws if a workflow loses or duplicates an item. */
export default async function benchN8n() {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-bench-n8n-'));
  let service;
  try {
    await ensureLab();
    service = await startService(folder, sandbox);
    const n8n = await N8n.install(join(folder, 'user'), await pack(folder));
    await n8n.import('credentials', [service.credential, createHttpCredential(service)]);
    await n8n.import('workflow', [
      createOurWorkflow(5),
      createOurWorkflow(50),
      createHttpWorkflow(service),
    ]);
    const usual = await measure(n8n, service, 'http');
    report("n8n's HTTP Request, Wait and If", usual, usual);
    report('our node, 5 items at once', await measure(n8n, service, 'ours-5'), usual);
    const ours = await measure(n8n, service, 'ours-50');
    report('our node, 50 items at once', ours, usual);
    return { reached: compare(ours, usual) };
  } finally {
    await stopAll();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(n8n, service, id) {
  await service.reset();
  const { startedAt, stoppedAt, data } = await n8n.executeFully(id);
  const scored = data.resultData.runData.Scored.flatMap((run) => run.data.main[0]);
  const { requests, commits } = await service.readLedger();
  if (scored.length !== ITEMS || commits.rwa_create !== ITEMS) {
    throw new Error(`${id}: ${scored.length} scored, ${commits.rwa_create} created of ${ITEMS}`);
  }
  return {
    seconds: (Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000,
    requests: requests.rwa_create + requests.rwa_retrieve,
  };
}

function report(what, { seconds, requests }, usual) {
  const formatRatio = (value, usualValue) => (value / usualValue).toFixed(2);
  console.log(
    `${what}: ${seconds.toFixed(1)} s (× ${formatRatio(seconds, usual.seconds)}), ` +
      `${requests} requests (× ${formatRatio(requests, usual.requests)})`,
  );
}

function compare(ours, usual) {
  const ratio = ours.seconds / usual.seconds;
  const isFast = ratio <= targets.time;
  const hasFewRequests = ours.requests <= targets.requests;
  const printLine = (isMet, what) => console.log(`  ${isMet ? 'met' : 'NOT MET'}  ${what}`);
  printLine(isFast, `time × ${ratio.toFixed(2)}, target × ${targets.time}`);
  printLine(
    hasFewRequests,
    `${ours.requests} requests for ${ITEMS} items, target ${targets.requests}`,
  );
  return isFast && hasFewRequests;
}

const fixedInputs = {
  purpose: 'Work From Anywhere',
  seniority: 'Mid',
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2027-01-11T00:00:00.000Z',
  endDate: '2027-01-22T00:00:00.000Z',
};
/** The inputs for which our node has a list of values. */
const listedInputs = {
  roleType: 'Other',
  citizenship: 'Portugal',
  destination: 'Spain',
  residency: 'Germany',
};

function createOurWorkflow(itemsAtOnce) {
  const locators = Object.entries(listedInputs).map(([name, value]) => [
    name,
    { __rl: true, mode: 'name', value },
  ]);
  return createWorkflow(`ours-${itemsAtOnce}`, [
    {
      ...createNode('Create', 'n8n-nodes-remote-work-assessment.rwaCreateAssessment', 1, {
        ...fixedInputs,
        ...Object.fromEntries(locators),
        employeeId: '={{ $json.employeeId }}',
        waitForResult: true,
        options: { itemsAtOnce },
      }),
      credentials: {
        remoteWorkAssessmentApi: { id: 'remoteWorkAssessment', name: 'Remote Work Assessment' },
      },
    },
    createNode('Scored', 'n8n-nodes-base.noOp', 1, {}),
  ]);
}

/** Creates a workflow that requests each result again until it is ready. */
function createHttpWorkflow({ baseUrl }) {
  const post = (name, operation, body) => ({
    ...createNode(name, 'n8n-nodes-base.httpRequest', 4.2, {
      method: 'POST',
      url: `${baseUrl}/${operation}`,
      authentication: 'genericCredentialType',
      genericAuthType: 'httpHeaderAuth',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ JSON.stringify(${body}) }}`,
      options: {},
    }),
    credentials: { httpHeaderAuth: { id: 'header', name: 'Header' } },
  });
  const created = "$('Create').item.json.response.assessment_id";
  const { nodes, connections, ...rest } = createWorkflow('http', [
    post(
      'Create',
      'rwa_create',
      `{ ...${JSON.stringify({ ...fixedInputs, ...listedInputs })}, employeeId: $json.employeeId }`,
    ),
    post('Retrieve', 'rwa_retrieve', `{ assessmentId: ${created} }`),
    createNode('Ready?', 'n8n-nodes-base.if', 2.2, {
      conditions: {
        options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
        combinator: 'and',
        conditions: [
          {
            id: 'ready',
            leftValue: '={{ $json.status }}',
            rightValue: 'success',
            operator: { type: 'string', operation: 'equals' },
          },
        ],
      },
      options: {},
    }),
    createNode('Scored', 'n8n-nodes-base.noOp', 1, {}),
  ]);
  connections['Ready?'].main.push([{ node: 'Wait', type: 'main', index: 0 }]);
  connections.Wait = { main: [[{ node: 'Retrieve', type: 'main', index: 0 }]] };
  const wait = createNode('Wait', 'n8n-nodes-base.wait', 1.1, { amount: 2, unit: 'seconds' });
  return { ...rest, nodes: [...nodes, wait], connections };
}

function createHttpCredential({ tokens }) {
  return {
    id: 'header',
    name: 'Header',
    type: 'httpHeaderAuth',
    data: { name: 'Authorization', value: `Bearer ${tokens[0]}` },
  };
}

function createWorkflow(id, work) {
  const people = Array.from({ length: ITEMS }, (_, index) => ({ employeeId: `E-${index}` }));
  const nodes = [
    createNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
    createNode('People', 'n8n-nodes-base.set', 3.4, {
      mode: 'raw',
      jsonOutput: JSON.stringify({ people }),
      options: {},
    }),
    createNode('Each', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'people', options: {} }),
    ...work,
  ];
  const connections = Object.fromEntries(
    nodes
      .slice(0, -1)
      .map(({ name }, index) => [
        name,
        { main: [[{ node: nodes[index + 1].name, type: 'main', index: 0 }]] },
      ]),
  );
  return { id, name: id, active: false, settings: { executionOrder: 'v1' }, nodes, connections };
}

function createNode(name, type, typeVersion, parameters) {
  return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}
