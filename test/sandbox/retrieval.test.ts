import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../src/operations.js';
import { createFailure, hire, startTestSandbox, trip } from './sandboxUnderTest.js';

const scores = [
  'workingRights',
  'payrollTax',
  'socialSecurity',
  'corporateTax',
  'employmentLaw',
  'overallTrip',
];
const ids = ['assessmentId', 'employeeId', 'complianceTeamMemberId', 'managerId'];

describe('rwa_retrieve', () => {
  test('answers Not Found if the ID is missing, is unknown, or belongs to another company', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create();
    expect(await sandbox.answer('rwa_retrieve', {})).toEqual(createFailure('Not Found'));
    expect(await sandbox.answer('rwa_retrieve', { assessmentId: 'x' })).toEqual(
      createFailure('Not Found'),
    );
    expect(await sandbox.answer('rwa_retrieve', { assessmentId }, 2)).toEqual(
      createFailure('Not Found'),
    );
  });

  test('answers Pending until the results are ready', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const sandbox = await startTestSandbox({ readyAfterMs: 150 });
    const assessmentId = await sandbox.create();
    const retrieve = () => sandbox.answer('rwa_retrieve', { assessmentId });
    vi.setSystemTime(Date.now() + 149);
    expect(await retrieve()).toEqual(createFailure('Pending'));
    vi.setSystemTime(Date.now() + 1);
    expect(await retrieve()).toMatchObject({ status: 'success' });
  });

  test.each([
    ['Work From Anywhere', trip, 'cumulativePeRiskLevel'],
    ['Hire From Anywhere', hire, 'contractorMisclass'],
  ])('returns the results of an assessment for %s', async (_purpose, body, purposeResult) => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create({
      ...body,
      complianceTeamMemberId: 'C-100',
      managerId: '0042',
    });
    const answer = await sandbox.answer('rwa_retrieve', { assessmentId });
    const data = await sandbox.readResult(assessmentId);
    expect(answer).toEqual({ status: 'success', data });
    expect(Object.keys(data).toSorted()).toEqual(
      [...scores, ...ids, purposeResult, 'status', 'note'].toSorted(),
    );
    expect(data).toMatchObject({
      assessmentId,
      employeeId: '00123',
      complianceTeamMemberId: 'C-100',
      managerId: '0042',
      status: 'Pending',
      note: '',
    });
    for (const name of scores) {
      expect(data[name]).toBeGreaterThanOrEqual(0);
      expect(data[name]).toBeLessThanOrEqual(10);
    }
    expect(operations.rwa_retrieve.response.safeParse(answer).success).toBe(true);
  });

  test('returns empty Staff IDs if none are assigned', async () => {
    const sandbox = await startTestSandbox();
    const data = await sandbox.readResult(await sandbox.create());
    expect(data).toMatchObject({ complianceTeamMemberId: '', managerId: '' });
  });
});

describe('scores', () => {
  const retrieveScores = async (inputs: object, seed?: number) => {
    const sandbox = await startTestSandbox({ seed });
    const data = await sandbox.readResult(await sandbox.create({ ...inputs }));
    return [...scores, 'cumulativePeRiskLevel'].map((name) => data[name]);
  };

  test('are the same in two sandboxes with the same seed and inputs', async () => {
    expect(await retrieveScores({})).toEqual(await retrieveScores({}));
  });

  test('differ if the seed or an input differs', async () => {
    const variants = [
      await retrieveScores({}),
      await retrieveScores({}, 2),
      await retrieveScores({ employeeId: '123' }),
      await retrieveScores({ destination: 'Spain' }),
      await retrieveScores({ pastTripsDuration: 1 }),
    ].map((values) => JSON.stringify(values));
    expect(new Set(variants).size).toBe(variants.length);
  });

  test('cover the whole scale and every level, in steps of 0.1', async () => {
    const sandbox = await startTestSandbox();
    const results = await Promise.all(
      Array.from({ length: 300 }, async (_, index) =>
        sandbox.readResult(await sandbox.create({ employeeId: `E-${index}` })),
      ),
    );
    const values = results.flatMap((data) => scores.map((name) => data[name] as number));
    expect(values.every((value) => Math.round(value * 10) / 10 === value)).toBe(true);
    expect([Math.min(...values), Math.max(...values)]).toEqual([0, 10]);
    expect(new Set(results.map((data) => data.cumulativePeRiskLevel))).toEqual(
      new Set(['Low', 'Medium', 'High']),
    );
  });
});
