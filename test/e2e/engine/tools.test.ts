import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.js';
import { readLedger, setFault } from '../../nodes/control.js';
import { type ToolRun, runAsTool } from './tools.js';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
});

afterEach(() => sandbox.close());

const fromAi = (key: string) => `={{ $fromAI('${key}', '', 'string') }}`;
const parameters: ToolRun['parameters'] = {
  purpose: 'Work From Anywhere',
  employeeId: fromAi('person'),
  seniority: 'Mid',
  roleType: { __rl: true, mode: 'name', value: 'Other' },
  citizenship: { __rl: true, mode: 'name', value: 'Portugal' },
  destination: { __rl: true, mode: 'name', value: 'Spain' },
  residency: { __rl: true, mode: 'name', value: 'Germany' },
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  // The current time gives each attempt a different request.
  startDate: '={{ $now }}',
  endDate: '2099-01-22',
};
const invitation: ToolRun['parameters'] = {
  first_name: 'Ada',
  last_name: 'Byron',
  staff_id: fromAi('person'),
  email: "={{ $fromAI('person', '', 'string') }}@example.com",
};

const retry = { retryOnFail: true, maxTries: 3 };
const create = (use: ToolRun['use'], settings: ToolRun['settings'] = retry) =>
  runAsTool({ sandbox, node: 'rwaCreateAssessment', parameters, settings, use });
const loseFirstAnswer = (employeeId: string) =>
  setFault(sandbox, {
    operation: 'rwa_create',
    fault: 'reset-after-commit',
    times: 1,
    match: { employeeId },
  });

/** Returns the employees of the assessments that the answers contain, in the same order. */
async function findEmployees(answers: readonly string[]) {
  const { assessments } = await readLedger(sandbox);
  return answers.map(
    (answer) => assessments.find(({ assessmentId }) => answer.includes(assessmentId))?.employeeId,
  );
}

test('two tools that were connected before the first call create one assessment for each person', async () => {
  const answers: string[] = [];
  await create(async (connect) => {
    const [first, second] = [await connect(), await connect()];
    answers.push(await first.invoke({ person: 'E-1' }));
    answers.push(await second.invoke({ person: 'E-2' }));
  });
  expect(await findEmployees(answers)).toEqual(['E-1', 'E-2']);
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(2);
});

test('parallel calls of one tool create one assessment for each person', async () => {
  const people = ['E-1', 'E-2', 'E-3', 'E-4'];
  const answers: string[] = [];
  await create(async (connect) => {
    const tool = await connect();
    answers.push(...(await Promise.all(people.map((person) => tool.invoke({ person })))));
  });
  expect(await findEmployees(answers)).toEqual(people);
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(4);
});

test('a call that n8n retries is sent once, and later calls send their own people', async () => {
  await loseFirstAnswer('E-1');
  const answers: string[] = [];
  await create(async (connect) => {
    const tools = [await connect(), await connect()];
    const calls = tools.map((tool, index) => tool.invoke({ person: `E-${index + 1}` }));
    answers.push(...(await Promise.all(calls)));
    answers.push(
      ...(await Promise.all(tools.map((tool, index) => tool.invoke({ person: `E-${index + 3}` })))),
    );
  });
  expect(answers[0]).toContain('Unconfirmed: ');
  expect(await findEmployees(answers.slice(1))).toEqual(['E-2', 'E-3', 'E-4']);
  const { requests, assessments } = await readLedger(sandbox);
  expect(requests.rwa_create).toBe(4);
  expect(assessments.map(({ employeeId }) => employeeId).sort()).toEqual([
    'E-1',
    'E-2',
    'E-3',
    'E-4',
  ]);
});

test('a pending user is invited once, even if the answer is lost and n8n retries', async () => {
  const operation = 'create_pending_user';
  const match = { staff_id: 'S-2' };
  await setFault(sandbox, { operation, fault: 'reset-after-commit', times: 1, match });
  const answers: string[] = [];
  await runAsTool({
    sandbox,
    node: 'rwaCreatePendingUser',
    parameters: invitation,
    settings: retry,
    use: async (connect) => {
      const tools = [await connect(), await connect()];
      const calls = tools.map((tool, index) => tool.invoke({ person: `S-${index + 1}` }));
      answers.push(...(await Promise.all(calls)));
    },
  });
  expect(answers[0]).toContain('user_id');
  expect(answers[1]).toContain('Unconfirmed: ');
  const { requests, staff } = await readLedger(sandbox);
  expect(requests.create_pending_user).toBe(2);
  const invited = staff.map(({ staff_id: staffId }) => staffId);
  expect(invited.filter((id) => ['S-1', 'S-2'].includes(id)).sort()).toEqual(['S-1', 'S-2']);
});
