import { afterEach, beforeEach, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaRemoveUserAccess } from '../../nodes/RwaRemoveUserAccess/RwaRemoveUserAccess.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { readLedger } from './control.js';
import { trip } from './examples.js';
import { type Parameters, type Run, runNode } from './runNode.js';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
});

afterEach(() => sandbox.close());

async function create(items: readonly Parameters[], rest: Partial<Run> = {}) {
  const hints: string[] = [];
  const parameters = Object.fromEntries(
    Object.keys({ ...trip, ...items[0] }).map((name) => [
      name,
      (item: number) => ({ ...trip, ...items[item] })[name],
    ]),
  );
  const output = await runNode({
    node: new RwaCreateAssessment(),
    sandbox,
    items: items.map((_, row) => ({ row })),
    parameters,
    onError: 'continueRegularOutput',
    hints,
    ...rest,
  });
  return { hints, output: output.map(({ json }) => json) };
}

const createEmployees = (citizenship: string, count: number) =>
  Array.from({ length: count }, (_, row) => ({ citizenship, employeeId: `E-${row}` }));

test('equal warnings are combined in one hint, with the IDs of the first five employees', async () => {
  const { hints } = await create([
    ...createEmployees('Portugal', 3),
    ...createEmployees('Germnay', 8),
  ]);
  expect(hints).toEqual([
    'Citizenship: "Germnay" is not a known English country name; did you mean "Germany"? Employee IDs E-0, E-1, E-2, E-3, E-4 and 3 more.',
  ]);
});

test.each([
  [21, 'One more hint is not shown.'],
  [30, '10 more hints are not shown.'],
])('shows 20 of %i hints, and counts the hidden ones', async (count, last) => {
  const { hints } = await create(
    Array.from({ length: count }, (_, row) => ({ destination: `Atlantis ${row}` })),
  );
  expect(hints).toHaveLength(21);
  expect(hints.at(-1)).toBe(last);
});

test('the details of a failed item contain its warning with the suggested value', async () => {
  const { output } = await create([
    { citizenship: 'Alemania', employeeId: 'E-1' },
    { citizenship: 'Germany', employeeId: 'E-2' },
  ]);
  const warning = {
    field: 'citizenship',
    value: 'Alemania',
    suggestion: 'Germany',
    message: expect.stringContaining('did you mean "Germany"') as unknown,
  };
  // The service rejects the unknown country.
  expect(output[0]).toMatchObject({
    error: expect.any(String) as unknown,
    details: { warnings: [warning] },
  });
  expect(output[1]).not.toHaveProperty('warnings');
});

test('Employee IDs that are numbers are sent as text, with a hint about lost zeros', async () => {
  const { hints } = await create([
    { employeeId: 42, additionalFields: { managerId: 7 } },
    { employeeId: '00043' },
    { employeeId: 1044 },
  ]);
  const { assessments } = await readLedger(sandbox);
  expect(assessments.map(({ employeeId }) => employeeId).sort()).toEqual(['00043', '1044', '42']);
  const lost =
    'sent as text. If your Staff IDs begin with zeros, the zeros are missing: format the column as text.';
  expect(hints).toEqual([
    `Employee IDs 42 and 1044 were numbers and are ${lost}`,
    `Manager ID 7 was a number and is ${lost}`,
  ]);
});

test('Employee IDs of the same length cause no hint about lost zeros', async () => {
  const { hints } = await create([{ employeeId: 10_042 }, { employeeId: 10_043 }]);
  expect(hints).toEqual([]);
});

test('Remove User Access shows the hint about lost zeros', async () => {
  const hints: string[] = [];
  const running = runNode({
    node: new RwaRemoveUserAccess(),
    sandbox,
    items: [{}],
    parameters: { staff_id: 101, confirmRemoval: true },
    hints,
  });
  await expect(running).rejects.toThrow('must match exactly one user');
  expect(hints).toEqual([expect.stringContaining('Staff ID 101 was a number') as unknown]);
});

test.each<[Parameters, string]>([
  [{ seniority: 'Junior' }, 'Seniority "Junior": unsupported value. Use Low, Mid or Senior.'],
  [
    { salesContracts: 'ja' },
    'Sales Contracts "ja": unsupported value. Use Yes or No. Did you mean Yes?',
  ],
  [
    { legalRight: 'maybe' },
    'Legal Right to Work "maybe": unsupported value. Use Yes, No or Unsure.',
  ],
  [
    { pastTripsDuration: 'two weeks' },
    'Past Trips Duration "two weeks": must be a whole number. Use a whole number; 0 if there were no past trips.',
  ],
  [
    { startDate: '03/11/2026' },
    'Start Date: "03/11/2026" can be read as two different days. Write the date like 2026-11-30 or 30 November 2026.',
  ],
  [
    { employeeId: { id: 7 } },
    'Employee ID: must be text. Use the ID as text, with its leading zeros.',
  ],
  [{ endDate: '2026-01-01' }, 'End date is before start date. Correct one of the two dates.'],
])('the message for %j has the allowed values or other advice', async (wrong, message) => {
  const { output } = await create([wrong]);
  expect(output[0]?.error).toContain(`${message} [row 1`);
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
});

test('choices in upper or lower case, booleans, and dates with the name of the month are accepted', async () => {
  const { output } = await create([
    {
      purpose: 'work from anywhere',
      seniority: ' mid ',
      salesContracts: false,
      legalRight: 'YES',
      benefitLocalMarket: 'n',
      startDate: '11 January 2027',
      endDate: 'January 22, 2027',
      pastTripsDuration: '0',
    },
  ]);
  expect(output[0]).toHaveProperty('assessmentId');
});
