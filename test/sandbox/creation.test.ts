import { describe, expect, test } from 'vitest';
import { type Json, createFieldFailure, hire, startTestSandbox, trip } from './sandboxUnderTest.js';
import { serviceMessages } from '../serviceMessages.js';

const unknownCountry = serviceMessages.incorrectCountry;
const yesNo = (label: string) => `${label} must be Yes or No.`;

// The inputs in the order of the checks in docs/contract.md, then the dates.
const invalidInputs: [field: string, wrong: unknown, message: string, valid: Json][] = [
  ['employeeId', undefined, 'Employee ID is missing', trip],
  ['purpose', 'Travel', 'Purpose must be Work From Anywhere or Hire From Anywhere.', trip],
  ['seniority', 'Junior', 'Seniority must be Low, Mid, or Senior.', trip],
  ['roleType', 'Astronaut', expect.stringMatching(/^Role type must be .*, or Other\.$/), trip],
  ['citizenship', 'Narnia', unknownCountry, trip],
  ['destination', 'Remote', unknownCountry, trip],
  ['residency', 'Deutschland', unknownCountry, trip],
  ['salesContracts', 'Maybe', yesNo('Sales contracts'), trip],
  ['pastTripsDuration', undefined, 'Past Trip Duration is missing', trip],
  ['legalRight', 'Perhaps', 'Legal right to work must be Yes, No, or Unsure.', trip],
  ['benefitLocalMarket', true, yesNo('Benefits the local market'), trip],
  ['numberHires', undefined, 'Number Hires is missing', hire],
  ['urgency', 'Soon', expect.stringMatching(/^Hiring urgency must be .*1-3 months/), hire],
  ['startDate', undefined, 'Start date is missing', trip],
  ['endDate', undefined, 'End date is missing', trip],
] as [string, unknown, string, Json][];

describe('rwa_create refuses', () => {
  test.each(invalidInputs)(
    '%s with the value %j, and creates nothing',
    async (field, wrong, message, valid) => {
      const sandbox = await startTestSandbox();
      const answered = await sandbox.post('rwa_create', { ...valid, [field]: wrong });
      expect(answered).toMatchObject({ status: 200, body: createFieldFailure(field, message) });
      const { requests, commits, assessments } = await sandbox.readLedger();
      expect([requests.rwa_create, commits.rwa_create, assessments]).toEqual([1, 0, []]);
    },
  );

  test('one field at a time, in the order of the contract, whatever the order in the request', async () => {
    const sandbox = await startTestSandbox();
    for (const valid of [trip, hire]) {
      const fields = invalidInputs
        .map(([field]) => field)
        .filter((field) => valid[field] !== undefined);
      const body: Json = Object.fromEntries(fields.reverse().map((field) => [field, '']));
      const reported: string[] = [];
      while (reported.length < fields.length) {
        const answer = await sandbox.answer('rwa_create', body);
        const errors = answer.errors as { field: string }[];
        expect(errors).toHaveLength(1);
        const field = errors[0]?.field ?? '';
        reported.push(field);
        body[field] = valid[field];
      }
      expect(reported).toEqual(fields.reverse());
      expect(await sandbox.answer('rwa_create', body)).toMatchObject({ status: 'success' });
    }
  });

  test.each([
    ['employeeId', '  ', 'Employee ID is missing', trip],
    ['purpose', undefined, expect.stringContaining('Purpose must be'), trip],
    ['seniority', 'mid', expect.stringContaining('Seniority must be'), trip],
    ['citizenship', undefined, unknownCountry, trip],
    ['citizenship', 'france', unknownCountry, trip],
    ['pastTripsDuration', null, 'Past Trip Duration is missing', trip],
    ['pastTripsDuration', 'a week', 'Past Trip Duration is missing', trip],
    ['numberHires', -1, 'Number Hires is missing', hire],
    ['urgency', undefined, expect.stringContaining('Hiring urgency must be'), hire],
    ['urgency', 'Soon', expect.stringContaining('Hiring urgency must be'), trip],
    ['startDate', '03/11/2026', 'Start date must be an ISO 8601 date-time', trip],
    ['startDate', '2026-11-03', 'Start date must be an ISO 8601 date-time', trip],
    ['endDate', '2026-02-30T00:00:00Z', 'End date must be an ISO 8601 date-time', trip],
    ['endDate', '2026-11-02T23:59:59.999Z', 'End date must be on or after Start date', trip],
  ])('%s with the value %j', async (field, wrong, message, valid) => {
    const sandbox = await startTestSandbox();
    const answer = await sandbox.answer('rwa_create', { ...valid, [field]: wrong });
    expect(answer).toEqual(createFieldFailure(field, message));
  });
});

describe('rwa_create accepts', () => {
  test.each<[string, Json]>([
    ['a trip', trip],
    ['a hire', hire],
    ['a trip that ends when it starts', { ...trip, endDate: trip.startDate }],
    ['a past trips duration of 0 as text', { ...trip, pastTripsDuration: '0' }],
    ['a hire of nobody', { ...hire, numberHires: 0 }],
    ['dates with an offset', { ...trip, startDate: '2026-11-03T01:00:00+02:00' }],
    ['an unsure legal right', { ...trip, legalRight: 'Unsure' }],
    ['empty working days', { ...trip, workingDays: '' }],
    ['working days that are not a number', { ...trip, workingDays: 'many' }],
    ['an unknown compliance team member', { ...trip, complianceTeamMemberId: 'C-999' }],
    ['a compliance team member who is not activated', { ...trip, complianceTeamMemberId: 'C-101' }],
    ['an unknown manager', { ...trip, managerId: 'M-999' }],
    ['inputs of the other purpose', { ...trip, urgency: '1-3 months', numberHires: 'x' }],
    ['unknown inputs', { ...trip, costCentre: 7 }],
  ])('%s', async (_name, body) => {
    const sandbox = await startTestSandbox();
    const answer = await sandbox.answer('rwa_create', body);
    const { assessment_id } = answer.response as { assessment_id: string };
    const origin = new URL(sandbox.sandbox.baseUrl).origin;
    expect(answer).toEqual({
      status: 'success',
      response: { assessment_id, redirect_url: `${origin}/redirect/${assessment_id}` },
    });
    const { commits, assessments } = await sandbox.readLedger();
    expect(commits.rwa_create).toBe(1);
    expect(assessments).toMatchObject([
      { assessmentId: assessment_id, employeeId: '00123', status: 'Pending', note: '' },
    ]);
  });

  test('the same request twice, as two assessments', async () => {
    const sandbox = await startTestSandbox();
    expect(await sandbox.create()).not.toBe(await sandbox.create());
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(2);
  });
});
