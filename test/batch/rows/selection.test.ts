import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import { subtractScores } from '../../../batch/engine/rows/rowResults.js';
import {
  findSkipReason,
  assertRowsExist,
  type Selection,
} from '../../../batch/engine/rows/selection.js';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
const row: IntakeRow = {
  number: 14,
  key: 'k',
  inputs: { destination: 'Germany', roleType: 'Sales', numberHires: 2 },
};
const selectWhere = (values: Record<string, (string | number)[]>): Selection => ({
  where: new Map(Object.entries(values)),
});
const daysAgo = (days: number) => new Date(nowMs - days * dayMs).toISOString();
const selectOlderThan = (days: number): Selection => ({ olderThanMs: days * dayMs });
const selectBefore = (days: number): Selection => ({ assessedBefore: daysAgo(days) });
const selectRows = (...rows: [number, number][]): Selection => ({ rows });
const onlyChanged: Selection = { onlyChanged: true };

/** A selection, the reason to skip the row, and its last result, which is by default from yesterday. */
const table: [
  string,
  Selection,
  reason: string | undefined,
  last?: { readonly at?: string; readonly isChanged?: boolean | undefined },
][] = [
  ['no conditions', {}, undefined],
  ['older than 90 days, scored 91 days ago', selectOlderThan(90), undefined, { at: daysAgo(91) }],
  ['older than 90 days, scored 89 days ago', selectOlderThan(90), 'recent', { at: daysAgo(89) }],
  ['older than 90 days, scored at an unknown time', selectOlderThan(90), undefined, { at: '' }],
  ['only changed, and its inputs have changed', onlyChanged, undefined, { isChanged: true }],
  ['only changed, and its inputs are the same', onlyChanged, 'unchanged'],
  [
    'only changed, and its earlier inputs are unknown',
    onlyChanged,
    'unknown',
    { isChanged: undefined },
  ],
  ['its row number', { rows: [[14, 14]] }, undefined],
  ['a range with its row number', selectRows([1, 2], [10, 20]), undefined],
  ['other row numbers', selectRows([1, 13], [15, 20]), 'rows'],
  ['assessed before a time, scored earlier', selectBefore(1), undefined, { at: daysAgo(2) }],
  ['assessed before a time, scored exactly then', selectBefore(1), 'recent'],
  ['assessed before a time, scored later', selectBefore(2), 'recent'],
  [
    'assessed before a time and older than two days',
    { ...selectBefore(0), ...selectOlderThan(2) },
    'recent',
  ],
  ['its destination', selectWhere({ destination: ['Germany'] }), undefined],
  ['its destination in another case', selectWhere({ destination: [' germany'] }), undefined],
  ['another destination', selectWhere({ destination: ['Spain'] }), 'where'],
  ['one of two destinations', selectWhere({ destination: ['Spain', 'Germany'] }), undefined],
  ['its number of hires', selectWhere({ numberHires: [2] }), undefined],
  [
    'two fields, one of which fits',
    selectWhere({ destination: ['Germany'], roleType: ['Other'] }),
    'where',
  ],
  ['a field that it does not have', selectWhere({ managerId: ['M-1'] }), 'where'],
  [
    'only changed and older than a day, and its inputs have changed but it is recent',
    { ...onlyChanged, ...selectOlderThan(1) },
    'recent',
    { at: daysAgo(0), isChanged: true },
  ],
];

test.each(table)('decides whether a row is selected: %s', (_what, selection, reason, last) => {
  const yesterday = { at: daysAgo(1), isChanged: false };
  expect(findSkipReason(row, { ...yesterday, ...last }, selection, nowMs)).toBe(reason);
});

test('selects an invalid row by its valid inputs', () => {
  const { inputs: _, ...rest } = row;
  const wrong = { ...rest, readable: { destination: 'Germany' } };
  const last = { at: daysAgo(1), isChanged: true };
  const findReason = (values: Record<string, string[]>) =>
    findSkipReason(wrong, last, selectWhere(values), nowMs);
  expect(findReason({ destination: ['Germany'] })).toBeUndefined();
  expect(findReason({ destination: ['Spain'] })).toBe('where');
  expect(findReason({ roleType: ['Sales'] })).toBe('where');
});

describe('a country in --where', () => {
  const refuse = (destination: string) => () => {
    assertRowsExist([row], selectWhere({ destination: [destination] }));
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
      assertRowsExist([misspelled], selectWhere({ destination: ['Portugl'] }));
    }).not.toThrow();
  });
});

describe('row numbers', () => {
  const sheet = [4, 5, 7].map((number) => ({ ...row, number }));
  test.each([selectRows([4, 5]), selectRows([6, 9]), selectRows([1, 4], [7, 7])])(
    'are accepted if the sheet has a row in each range: %j',
    (selection) => {
      expect(() => {
        assertRowsExist(sheet, selection);
      }).not.toThrow();
    },
  );
  test.each([
    [selectRows([6, 6]), { rows: [6, 6], of: [4, 7] }],
    [selectRows([4, 5], [8, 20]), { rows: [8, 20], of: [4, 7] }],
  ])('are refused if the sheet has no row in a range: %j', (selection, message) => {
    expect(() => {
      assertRowsExist(sheet, selection);
    }).toThrow(expect.objectContaining({ messages: [{ code: 'rowsNotInSheet', ...message }] }));
  });
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
