import { describe, expect, test } from 'vitest';
import { describeProblem, formatProblem } from '../../src/inputWords.js';
import type { OperationName } from '../../src/operations.js';
import { validate, removeBlanks } from '../../src/problems.js';
import { findWarnings } from '../../src/warnings.js';
import { hire, trip } from './examples.js';

function findProblems(operation: OperationName, input: Record<string, unknown>) {
  const validated = validate(operation, input);
  return validated.ok ? [] : validated.problems;
}

const listProblems = (operation: OperationName, input: Record<string, unknown>) =>
  findProblems(operation, input).map((problem) => [problem.field, formatProblem(problem)]);

test.each(['[]', 'null', '"text"', '5'])(
  'a JSON value without inputs (%s) has the problems of an empty request',
  (json) => {
    const request = JSON.parse(json) as Record<string, unknown>;
    const problems = findProblems('rwa_update', request).map(describeProblem);
    expect(problems).toEqual(findProblems('rwa_update', {}).map(describeProblem));
    expect(problems).not.toEqual([]);
  },
);

describe('all problems are reported, in the order of the contract', () => {
  test('for an empty Work From Anywhere assessment', () => {
    expect(listProblems('rwa_create', { purpose: 'Work From Anywhere' })).toEqual([
      ['employeeId', 'Employee ID is missing'],
      ['seniority', 'Seniority is missing'],
      ['roleType', 'Role type is missing'],
      ['citizenship', 'Citizenship is missing'],
      ['destination', 'Destination is missing'],
      ['residency', 'Residency is missing'],
      ['salesContracts', 'Sales contracts is missing'],
      ['pastTripsDuration', 'Past Trip Duration is missing'],
      ['legalRight', 'Legal right to work is missing'],
      ['benefitLocalMarket', 'Benefits the local market is missing'],
      ['startDate', 'Start date is missing'],
      ['endDate', 'End date is missing'],
    ]);
  });

  test('for an empty Hire From Anywhere assessment', () => {
    expect(listProblems('rwa_create', { purpose: 'Hire From Anywhere' })).toEqual([
      ['employeeId', 'Employee ID is missing'],
      ['seniority', 'Seniority is missing'],
      ['roleType', 'Role type is missing'],
      ['citizenship', 'Citizenship is missing'],
      ['destination', 'Destination is missing'],
      ['residency', 'Residency is missing'],
      ['salesContracts', 'Sales contracts is missing'],
      ['legalRight', 'Legal right to work is missing'],
      ['benefitLocalMarket', 'Benefits the local market is missing'],
      ['numberHires', 'Number Hires is missing'],
      ['urgency', 'Urgency is missing'],
      ['startDate', 'Start date is missing'],
      ['endDate', 'End date is missing'],
    ]);
  });

  test('for an assessment with only wrong inputs', () => {
    const input = {
      extra: 1,
      managerId: 7,
      complianceTeamMemberId: false,
      workingDays: 2.5,
      endDate: '2026-11-31T00:00:00.000Z',
      startDate: '2026-11-03',
      benefitLocalMarket: 'yes',
      legalRight: 'Maybe',
      pastTripsDuration: '0',
      salesContracts: true,
      residency: 49,
      destination: {},
      citizenship: [],
      roleType: 1,
      seniority: 'Junior',
      purpose: 'Holiday',
      employeeId: 123,
    };
    expect(listProblems('rwa_create', input)).toEqual([
      ['employeeId', 'Employee ID: must be text'],
      ['purpose', 'Purpose: unsupported value'],
      ['seniority', 'Seniority: unsupported value'],
      ['roleType', 'Role type: must be text'],
      ['citizenship', 'Citizenship: must be text'],
      ['destination', 'Destination country: must be text'],
      ['residency', 'Residency: must be text'],
      ['salesContracts', 'Sales contracts: unsupported value'],
      ['pastTripsDuration', 'Past trips duration: must be a whole number'],
      ['legalRight', 'Legal right to work: unsupported value'],
      ['benefitLocalMarket', 'Benefits the local market: unsupported value'],
      ['startDate', 'Start date: must be an ISO 8601 date-time'],
      ['endDate', 'End date: must be an ISO 8601 date-time'],
      ['workingDays', 'Working days: must be a whole number'],
      ['complianceTeamMemberId', 'Compliance team member ID: must be text'],
      ['managerId', 'Manager ID: must be text'],
      ['extra', 'Unknown input extra'],
    ]);
  });

  test('including missing inputs for the purpose and dates in the wrong order', () => {
    const input = {
      ...trip,
      pastTripsDuration: null,
      seniority: 'Junior',
      endDate: '2026-11-01T00:00:00.000Z',
    };
    expect(listProblems('rwa_create', input)).toEqual([
      ['seniority', 'Seniority: unsupported value'],
      ['pastTripsDuration', 'Past Trip Duration is missing'],
      ['endDate', 'End date is before start date'],
    ]);
  });

  test('with the label, the remedy and the original value', () => {
    expect(findProblems('rwa_create', { ...trip, employeeId: 123, extra: 'x' })).toEqual([
      {
        field: 'employeeId',
        label: 'Employee ID',
        message: { code: 'notText' },
        remedy: { code: 'keepIdAsText' },
        value: 123,
      },
      {
        field: 'extra',
        label: 'extra',
        message: { code: 'unknownInput', name: 'extra' },
        remedy: { code: 'removeInput' },
        value: 'x',
      },
    ]);
  });
});

describe('a single wrong input is reported', () => {
  test.each([
    ['employeeId', '  ', 'Employee ID is missing'],
    ['employeeId', null, 'Employee ID is missing'],
    ['employeeId', 123, 'Employee ID: must be text'],
    ['purpose', 'work from anywhere', 'Purpose: unsupported value'],
    ['purpose', '', 'Purpose is missing'],
    ['seniority', 'Low ', 'Seniority: unsupported value'],
    ['salesContracts', 'Unsure', 'Sales contracts: unsupported value'],
    ['legalRight', 'constructor', 'Legal right to work: unsupported value'],
    ['benefitLocalMarket', '__proto__', 'Benefits the local market: unsupported value'],
    ['pastTripsDuration', undefined, 'Past Trip Duration is missing'],
    ['pastTripsDuration', '', 'Past Trip Duration is missing'],
    ['pastTripsDuration', '3', 'Past trips duration: must be a whole number'],
    ['pastTripsDuration', 1.5, 'Past trips duration: must be a whole number'],
    ['pastTripsDuration', Number.NaN, 'Past trips duration: must be a whole number'],
    ['pastTripsDuration', Infinity, 'Past trips duration: must be a whole number'],
    ['pastTripsDuration', 2 ** 60, 'Past trips duration: must be a whole number'],
    ['pastTripsDuration', -1, 'Past trips duration: must not be negative'],
    ['workingDays', -1, 'Working days: must not be negative'],
    ['managerId', 200, 'Manager ID: must be text'],
    ['startDate', '2026-11-03', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '2026-11-03T00:00:00', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '2026-11-03T00:00Z', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '2026-11-03T00:00:00+24:00', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '2026-11-03T00:00:00+0200', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '2026-11-03T24:00:00Z', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '2026-02-29T00:00:00Z', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', '5', 'Start date: must be an ISO 8601 date-time'],
    ['startDate', 46329, 'Start date: must be an ISO 8601 date-time'],
    ['startDate', new Date(0), 'Start date: must be an ISO 8601 date-time'],
    ['endDate', '2026-11-02T23:59:59.999Z', 'End date is before start date'],
    ['endDate', '2026-11-03T00:30:00+01:00', 'End date is before start date'],
  ])('%s: %o', (field, value, message) => {
    expect(listProblems('rwa_create', { ...trip, [field]: value })).toEqual([[field, message]]);
  });

  test.each([
    ['numberHires', undefined, 'Number Hires is missing'],
    ['numberHires', '2', 'Number of hires: must be a whole number'],
    ['urgency', undefined, 'Urgency is missing'],
    ['urgency', 3, 'Hiring urgency: must be text'],
  ])('for a hire, %s: %o', (field, value, message) => {
    expect(listProblems('rwa_create', { ...hire, [field]: value })).toEqual([[field, message]]);
  });

  test('an invalid end date is not also reported as being before the start', () => {
    const input = { ...trip, startDate: '2026-11-03T00:00:00.000Z', endDate: '5' };
    expect(listProblems('rwa_create', input)).toEqual([
      ['endDate', 'End date: must be an ISO 8601 date-time'],
    ]);
  });
});

describe('a valid request is accepted', () => {
  test.each([
    ['a trip', trip],
    ['a hire', hire],
    ['an end date equal to the start date', { ...trip, endDate: trip.startDate }],
    [
      'an end date at the same moment in another time zone',
      { ...trip, endDate: '2026-11-03T02:00:00+02:00' },
    ],
    ['a leap day', { ...trip, startDate: '2024-02-29T00:00:00Z' }],
    ['zero past trips', { ...trip, pastTripsDuration: 0 }],
    ['zero hires and zero working days', { ...hire, numberHires: 0, workingDays: 0 }],
    ['Staff IDs with leading zeros', { ...trip, employeeId: '00123', managerId: '000' }],
  ])('%s, and returned unchanged', (_, input) => {
    expect(validate('rwa_create', input)).toEqual({ ok: true, request: input });
  });

  test.each([
    ['roleType', 'Astronaut'],
    ['citizenship', 'Atlantis'],
    ['destination', 'London'],
    ['residency', 'UK'],
    ['urgency', 'yesterday'],
    ['roleType', '__proto__'],
    ['destination', 'constructor'],
  ])('with any %s, such as %s, because the contract does not list the values', (field, value) => {
    expect(listProblems('rwa_create', { ...hire, [field]: value })).toEqual([]);
  });

  test('and returned without blank inputs', () => {
    const input = { ...trip, managerId: '', complianceTeamMemberId: ' \t', workingDays: null };
    expect(validate('rwa_create', input)).toEqual({ ok: true, request: trip });
  });
});

describe('the purpose decides which inputs are sent', () => {
  const purposeInputs = { pastTripsDuration: 0, numberHires: 2, urgency: '1-3 months' };

  test('a trip request omits hiring inputs, even invalid ones', () => {
    const request = { ...trip, pastTripsDuration: 0 };
    expect(validate('rwa_create', { ...trip, ...purposeInputs })).toEqual({ ok: true, request });
    expect(
      validate('rwa_create', { ...trip, ...purposeInputs, numberHires: 'many' }),
    ).toMatchObject({
      ok: true,
    });
  });

  test('a hire request omits past trips, even if invalid', () => {
    const validated = validate('rwa_create', { ...hire, ...purposeInputs, pastTripsDuration: -3 });
    expect(validated).toEqual({
      ok: true,
      request: { ...hire, numberHires: 2, urgency: '1-3 months' },
    });
  });

  test('without a known purpose, the inputs of both purposes are checked, but none is required', () => {
    const input = { ...trip, purpose: null, pastTripsDuration: null, numberHires: 'many' };
    expect(listProblems('rwa_create', input)).toEqual([
      ['purpose', 'Purpose is missing'],
      ['numberHires', 'Number of hires: must be a whole number'],
    ]);
  });
});

describe('property names of JavaScript objects', () => {
  const createInput = (name: string) => JSON.parse(`{"${name}": {"purpose": "x"}}`) as object;

  test.each([['__proto__'], ['constructor'], ['toString'], ['hasOwnProperty']])(
    'such as %s are unknown inputs',
    (name) => {
      expect(listProblems('rwa_create', { ...trip, ...createInput('x') })).toEqual([
        ['x', 'Unknown input x'],
      ]);
      const input = Object.defineProperty({ ...trip }, name, { value: 1, enumerable: true });
      expect(listProblems('rwa_create', input)).toEqual([[name, `Unknown input ${name}`]]);
    },
  );

  test('do not replace missing inputs', () => {
    const input = createInput('__proto__') as Record<string, unknown>;
    expect(listProblems('rwa_create', input)[1]).toEqual(['purpose', 'Purpose is missing']);
    expect(Object.keys(removeBlanks(input))).toEqual(['__proto__']);
  });
});

describe('problems in the other operations are reported', () => {
  test.each<[OperationName, Record<string, unknown>, string[][]]>([
    ['rwa_retrieve', {}, [['assessmentId', 'Assessment ID is missing']]],
    ['rwa_retrieve', { assessmentId: 5 }, [['assessmentId', 'Assessment ID: must be text']]],
    ['rwa_retrieve', { assessmentId: '5', x: 1 }, [['x', 'Unknown input x']]],
    ['remove_user_access', {}, [['staff_id', 'Staff ID is missing']]],
    ['remove_user_access', { staff_id: 100 }, [['staff_id', 'Staff ID: must be text']]],
    [
      'remove_user_access',
      { staff_id: 'C-100', reason: 'left' },
      [['reason', 'Unknown input reason']],
    ],
    [
      'create_pending_user',
      {},
      [
        ['first_name', 'First name is missing'],
        ['last_name', 'Last name is missing'],
        ['email', 'Email is missing'],
        ['staff_id', 'Staff ID is missing'],
      ],
    ],
    [
      'create_pending_user',
      { first_name: 'A', last_name: 'B', email: 'a.example.com', staff_id: 100 },
      [
        ['email', 'Email: is not an email address'],
        ['staff_id', 'Staff ID: must be text'],
      ],
    ],
  ])('%s with %j', (operation, input, expected) => {
    expect(listProblems(operation, input)).toEqual(expected);
  });
});

describe('a problem is described in English', () => {
  test('with the label of the input and the remedy', () => {
    const problems = findProblems('rwa_create', { ...trip, seniority: 'Junior' });
    expect(problems.map(describeProblem)).toEqual([
      'Seniority: unsupported value. Use Low, Mid or Senior.',
    ]);
  });

  test('without the label if the message names the input', () => {
    const problems = findProblems('rwa_create', { ...trip, endDate: '2026-11-01T00:00:00Z' });
    expect(problems.map(describeProblem)).toEqual([
      'End date is before start date. Correct one of the two dates.',
    ]);
  });

  test('without a remedy if it is a warning', () => {
    expect(findWarnings({ citizenship: 'UK' }).map(describeProblem)).toEqual([
      'Citizenship: "UK" is not a known English country name; did you mean "United Kingdom"?',
    ]);
  });
});
