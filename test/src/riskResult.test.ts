import { describe, expect, test } from 'vitest';
import { riskScores } from '../../src/riskResult.js';
import { readInWords, tripResult } from './examples.js';

const { cumulativePeRiskLevel, ...common } = tripResult;
const hireResult = { ...common, contractorMisclass: 7.5 };

function read(data: unknown) {
  const body = JSON.stringify({ status: 'success', data });
  const exchange = { delivery: 'answered', httpStatus: 200, body, complete: true } as const;
  return readInWords('rwa_retrieve', exchange, 0);
}

describe('a valid risk result is accepted', () => {
  test.each<[string, object]>([
    ['of a trip', tripResult],
    ['of a hire', hireResult],
    ['of both purposes', { ...hireResult, cumulativePeRiskLevel }],
    ['of a trip with null for the hire', { ...tripResult, contractorMisclass: null }],
    ['of a hire with null for the trip', { ...hireResult, cumulativePeRiskLevel: null }],
    ['with a level that the contract does not show', { ...tripResult, cumulativePeRiskLevel: '?' }],
    ['of a hire without risk', { ...hireResult, contractorMisclass: 0 }],
    ['with unknown fields', { ...tripResult, status: 'Pending', toString: 1, nested: { a: [1] } }],
    ['with decimals', { ...tripResult, overallTrip: 9.999999 }],
    ['with the bounds', { ...tripResult, overallTrip: 0, workingRights: 10 }],
  ])('%s, unchanged', (_, data) => {
    expect(read(data)).toEqual({ evidence: 'success', value: data });
  });

  test.each([[undefined], [null], ['']])('with Staff IDs that are %j, which become empty', (id) => {
    const data = { ...tripResult, employeeId: id, complianceTeamMemberId: id, managerId: id };
    const empty = { employeeId: '', complianceTeamMemberId: '', managerId: '' };
    expect(read(data)).toEqual({ evidence: 'success', value: { ...tripResult, ...empty } });
  });
});

describe('an invalid score breaks the contract', () => {
  const invalidScores: [unknown, string][] = [
    [10.01, 'is above 10'],
    [-0.01, 'is below 0'],
    [100, 'is above 10'],
    ['5', 'is not a number'],
    ['', 'is not a number'],
    [null, 'is not a number'],
    [true, 'is not a number'],
    [undefined, 'is missing'],
  ];
  const scores = Object.keys(riskScores);

  test.each(
    scores.flatMap((score) =>
      invalidScores.map(([value, problem]) => [score, value, problem] as const),
    ),
  )('%s: %j %s', (score, value, problem) => {
    expect(read({ ...tripResult, [score]: value })).toEqual({
      evidence: 'unreadable',
      message: `The answer breaks the contract: data.${score} ${problem}.`,
      field: `data.${score}`,
    });
  });

  test.each([
    [11, 'is above 10'],
    ['5', 'is not a number'],
  ])('contractorMisclass: %j %s', (value, problem) => {
    expect(read({ ...hireResult, contractorMisclass: value })).toMatchObject({
      message: `The answer breaks the contract: data.contractorMisclass ${problem}.`,
      field: 'data.contractorMisclass',
    });
  });

  test('and is reported together with a missing purpose-specific field', () => {
    expect(read({ ...common, overallTrip: 11 })).toMatchObject({
      message:
        'The answer breaks the contract: data.overallTrip is above 10; data.cumulativePeRiskLevel is missing, and so is contractorMisclass.',
    });
  });

  test('and each of several invalid scores is reported', () => {
    expect(read({ ...tripResult, overallTrip: 11, payrollTax: -1 })).toMatchObject({
      message:
        'The answer breaks the contract: data.overallTrip is above 10; data.payrollTax is below 0.',
      field: 'data.overallTrip',
    });
  });
});

describe('a result that is incomplete or has a wrong type breaks the contract', () => {
  test.each<[string, object, string, string]>([
    [
      'of neither purpose',
      common,
      'data.cumulativePeRiskLevel',
      'is missing, and so is contractorMisclass',
    ],
    [
      'without its identifier',
      { ...tripResult, assessmentId: undefined },
      'data.assessmentId',
      'is missing',
    ],
    [
      'with a number for a Staff ID',
      { ...tripResult, employeeId: 123 },
      'data.employeeId',
      'is not as in the contract',
    ],
    [
      'with a number for the level',
      { ...tripResult, cumulativePeRiskLevel: 3 },
      'data.cumulativePeRiskLevel',
      'is not as in the contract',
    ],
  ])('%s', (_, data, field, problem) => {
    expect(read(data)).toEqual({
      evidence: 'unreadable',
      message: `The answer breaks the contract: ${field} ${problem}.`,
      field,
    });
  });
});
