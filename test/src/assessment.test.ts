import { describe, expect, test } from 'vitest';
import { assessmentSchema, createdSchema, pickApplicable } from '../../src/assessment.js';
import { applies, assessmentFields } from '../../src/assessmentFields.js';
import { trip } from './examples.js';

test('the first 13 fields are in the order in which the contract checks them', () => {
  expect(Object.keys(assessmentFields).slice(0, 13)).toEqual([
    'employeeId',
    'purpose',
    'seniority',
    'roleType',
    'citizenship',
    'destination',
    'residency',
    'salesContracts',
    'pastTripsDuration',
    'legalRight',
    'benefitLocalMarket',
    'numberHires',
    'urgency',
  ]);
});

test('no two fields share a name, a label or an alias', () => {
  const names = Object.entries(assessmentFields).flatMap(([name, { label, aliases }]) => [
    ...new Set([name, label, ...aliases].map((text) => text.toLowerCase())),
  ]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe('the inputs for a purpose', () => {
  test.each([
    ['pastTripsDuration', 'Work From Anywhere', true],
    ['pastTripsDuration', 'Hire From Anywhere', false],
    ['numberHires', 'Work From Anywhere', false],
    ['numberHires', 'Hire From Anywhere', true],
    ['urgency', 'Work From Anywhere', false],
    ['urgency', 'Hire From Anywhere', true],
    ['urgency', 'hire from anywhere', true],
    ['urgency', undefined, true],
    ['managerId', 'Work From Anywhere', true],
  ] as const)('%s applies to the purpose %j: %s', (field, purpose, expected) => {
    expect(applies(assessmentFields[field], purpose)).toBe(expected);
  });

  test('include unknown inputs, so that these are reported', () => {
    const input = { ...trip, urgency: 'x', foo: 1, constructor: 2 };
    expect(pickApplicable(input)).toEqual({ ...trip, foo: 1, constructor: 2 });
  });
});

test.each([[null], [undefined], [[]], ['text'], [5]])(
  'the schema refuses %j, which is not an object',
  (body) => {
    expect(assessmentSchema.safeParse(body).success).toBe(false);
  },
);

describe('the ID of a new assessment', () => {
  const url = 'https://reports.example/redirect/a-1';

  test.each([
    ['inside response', { response: { assessment_id: 'a-1', redirect_url: url } }],
    ['without response', { assessment_id: 'a-1', redirect_url: url }],
    [
      'beside response, with the report link inside',
      { assessment_id: 'a-1', response: { redirect_url: url } },
    ],
    ['beside a null', { assessment_id: 'a-1', redirect_url: url, response: null }],
    ['beside a text', { assessment_id: 'a-1', redirect_url: url, response: 'ok' }],
    [
      'in both',
      { assessment_id: 'a-2', response: { assessment_id: 'a-1', redirect_url: url, more: 1 } },
    ],
    [
      'with an empty one outside',
      { assessment_id: '', response: { assessment_id: 'a-1', redirect_url: url } },
    ],
    [
      'with a null outside',
      { assessment_id: null, response: { assessment_id: 'a-1', redirect_url: url } },
    ],
    [
      'with an empty one inside',
      { assessment_id: 'a-1', redirect_url: url, response: { assessment_id: '' } },
    ],
  ])('is found %s', (_, body) => {
    const created = { assessmentId: 'a-1', redirectUrl: url };
    expect(createdSchema.safeParse(body)).toEqual({ success: true, data: created });
  });

  test.each([
    ['missing', {}],
    ['null', { redirect_url: null }],
    ['a number', { redirect_url: 5 }],
    ['blank', { redirect_url: ' \t' }],
    ['far too long', { redirect_url: `https://a.test/${'r'.repeat(2000)}` }],
  ])('is still read if the report link is %s', (_, link) => {
    const body = { response: { assessment_id: 'a-1', ...link } };
    expect(createdSchema.parse(body)).toEqual({ assessmentId: 'a-1' });
  });

  test.each<[body: unknown, message: string, number?: number]>([
    [{}, 'missing'],
    [{ response: {} }, 'missing'],
    [{ response: { assessment_id: '' } }, 'missing'],
    [{ response: { assessment_id: null }, assessment_id: null }, 'missing'],
    [{ response: [] }, 'missing'],
    // A number may help a person to find the assessment, unless parsing has rounded it.
    [{ response: { assessment_id: 1712345 } }, 'notText', 1712345],
    [{ assessment_id: 0 }, 'notText', 0],
    [{ assessment_id: 17123456789012345678 }, 'notText'],
    [{ response: { assessment_id: ['a'] } }, 'notText'],
    [{ response: { assessment_id: ' \u200b' } }, 'missing'],
    [{ response: { assessment_id: ' ' }, assessment_id: 'a'.repeat(201) }, 'tooLong'],
  ])('cannot be read from %j: %s', (body, message, number?: number) => {
    const parsed = createdSchema.safeParse(body);
    const issue = { path: ['response', 'assessment_id'], message };
    const params = number === undefined ? {} : { params: { number } };
    expect(parsed.error?.issues).toMatchObject([{ ...issue, ...params }]);
  });
});
