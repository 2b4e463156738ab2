import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import { subtractScores } from '../../../batch/engine/rows/rowResults.js';
import {
  findSkipReason,
  refuseMissing,
  type Selection,
} from '../../../batch/engine/rows/selection.js';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
const row: IntakeRow = {
  number: 14,
  key: 'k',
  inputs: { destination: 'Germany', roleType: 'Sales', numberHires: 2 },
};
const where = (values: Record<string, (string | number)[]>): Selection => ({
  where: new Map(Object.entries(values)),
});
const daysAgo = (days: number) => new Date(nowMs - days * dayMs).toISOString();

const table: [
  string,
  Selection,
  at: string,
  isChanged: boolean | undefined,
  reason: string | undefined,
][] = [
  ['no conditions', {}, daysAgo(0), false, undefined],
  [
    'older than 90 days, scored 91 days ago',
    { olderThanMs: 90 * dayMs },
    daysAgo(91),
    false,
    undefined,
  ],
  [
    'older than 90 days, scored 89 days ago',
    { olderThanMs: 90 * dayMs },
    daysAgo(89),
    false,
    'recent',
  ],
  [
    'older than 90 days, scored at an unknown time',
    { olderThanMs: 90 * dayMs },
    '',
    false,
    undefined,
  ],
  ['only changed, and its inputs have changed', { onlyChanged: true }, daysAgo(1), true, undefined],
  [
    'only changed, and its inputs are the same',
    { onlyChanged: true },
    daysAgo(1),
    false,
    'unchanged',
  ],
  [
    'only changed, and its earlier inputs are unknown',
    { onlyChanged: true },
    daysAgo(1),
    undefined,
    'unknown',
  ],
  ['its row number', { rows: [[14, 14]] }, daysAgo(1), false, undefined],
  [
    'a range with its row number',
    {
      rows: [
        [1, 2],
        [10, 20],
      ],
    },
    daysAgo(1),
    false,
    undefined,
  ],
  [
    'other row numbers',
    {
      rows: [
        [1, 13],
        [15, 20],
      ],
    },
    daysAgo(1),
    false,
    'rows',
  ],
  [
    'assessed before a time, scored earlier',
    { assessedBefore: daysAgo(1) },
    daysAgo(2),
    false,
    undefined,
  ],
  [
    'assessed before a time, scored exactly then',
    { assessedBefore: daysAgo(1) },
    daysAgo(1),
    false,
    'recent',
  ],
  [
    'assessed before a time, scored later',
    { assessedBefore: daysAgo(2) },
    daysAgo(1),
    false,
    'recent',
  ],
  [
    'assessed before a time and older than two days, scored yesterday',
    { assessedBefore: daysAgo(0), olderThanMs: 2 * dayMs },
    daysAgo(1),
    false,
    'recent',
  ],
  ['its destination', where({ destination: ['Germany'] }), daysAgo(1), false, undefined],
  [
    'its destination in another case',
    where({ destination: [' germany'] }),
    daysAgo(1),
    false,
    undefined,
  ],
  ['another destination', where({ destination: ['Spain'] }), daysAgo(1), false, 'where'],
  [
    'one of two destinations',
    where({ destination: ['Spain', 'Germany'] }),
    daysAgo(1),
    false,
    undefined,
  ],
  ['its number of hires', where({ numberHires: [2] }), daysAgo(1), false, undefined],
  [
    'two fields, one of which fits',
    where({ destination: ['Germany'], roleType: ['Other'] }),
    daysAgo(1),
    false,
    'where',
  ],
  ['a field that it does not have', where({ managerId: ['M-1'] }), daysAgo(1), false, 'where'],
  [
    'only changed and older than a day, and its inputs have changed but it is recent',
    { onlyChanged: true, olderThanMs: dayMs },
    daysAgo(0),
    true,
    'recent',
  ],
];

test.each(table)(
  'decides whether a row is selected: %s',
  (_what, selection, at, isChanged, reason) => {
    expect(findSkipReason(row, { at, isChanged }, selection, nowMs)).toBe(reason);
  },
);

test('selects an invalid row by its valid inputs', () => {
  const { inputs: _, ...rest } = row;
  const wrong = { ...rest, readable: { destination: 'Germany' } };
  const last = { at: daysAgo(1), isChanged: true };
  const findReason = (values: Record<string, string[]>) =>
    findSkipReason(wrong, last, where(values), nowMs);
  expect(findReason({ destination: ['Germany'] })).toBeUndefined();
  expect(findReason({ destination: ['Spain'] })).toBe('where');
  expect(findReason({ roleType: ['Sales'] })).toBe('where');
});

describe('a country in --where', () => {
  const refuse = (destination: string) => () => {
    refuseMissing([row], where({ destination: [destination] }));
  };
  test.each(['Germany', 'germany', 'Portugal'])(
    'is accepted if a row has it or it is a known country: %s',
    (name) => {
      expect(refuse(name)).not.toThrow();
    },
  );
  test.each([
    ['Portugl', 'Portugal'],
    ['Atlantis', undefined],
  ])('is refused if no row has it and it is not a known country: %s', (value, suggestion) => {
    const message = { code: 'countryNotInSheet', label: 'Destination country', value, suggestion };
    expect(refuse(value)).toThrow(expect.objectContaining({ messages: [message] }));
  });
  test('is accepted in a misspelled form that the sheet contains', () => {
    const misspelled = { ...row, inputs: { destination: 'Portugl' } };
    expect(() => {
      refuseMissing([misspelled], where({ destination: ['Portugl'] }));
    }).not.toThrow();
  });
});

describe('row numbers', () => {
  const sheet = [4, 5, 7].map((number) => ({ ...row, number }));
  test.each([
    [[[4, 5]]],
    [[[6, 9]]],
    [
      [
        [1, 4],
        [7, 7],
      ],
    ],
  ] as [[number, number][]][])('are accepted if the sheet has a row in each range: %j', (rows) => {
    expect(() => {
      refuseMissing(sheet, { rows });
    }).not.toThrow();
  });
  test.each([
    [[[6, 6]], { rows: [6, 6], of: [4, 7] }],
    [
      [
        [4, 5],
        [8, 20],
      ],
      { rows: [8, 20], of: [4, 7] },
    ],
  ] as [[number, number][], object][])(
    'are refused if the sheet has no row in a range: %j',
    (rows, message) => {
      expect(() => {
        refuseMissing(sheet, { rows });
      }).toThrow(expect.objectContaining({ messages: [{ code: 'rowsNotInSheet', ...message }] }));
    },
  );
});

test.each([
  [5.3, 4.1, 1.2],
  [4.1, 5.3, -1.2],
  [0.3, 0.1, 0.2],
  [5, 5, 0],
  [4.999, 5, -0.001],
  [7.25, 7.2, 0.05],
])('with a score of %s now and %s before, the change is %s', (now, before, change) => {
  expect(subtractScores(now, before)).toBe(change);
});

test('the change is unknown if one of the two scores is missing', () => {
  expect(subtractScores(undefined, 5)).toBeUndefined();
  expect(subtractScores(5, undefined)).toBeUndefined();
});
