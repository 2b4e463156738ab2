import { expect, test } from 'vitest';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { LikeResults } from '../../../batch/engine/run/likeResults.js';

const scores = { overallTrip: 8.4, workingRights: 1.2, payrollTax: 3, socialSecurity: 4.5 };
const state: RowState = { state: 'Scored', at: '', assessmentId: 'A1', scores };
const likes = (shown: Readonly<Record<string, number>>) => [
  ...new LikeResults(assess, new Map([['t', state]])).of((name) => {
    const value = shown[name];
    return value === undefined ? undefined : { kind: 'number', value, text: String(value) };
  }),
];

test('scores without their id lead to their assessment, also when a person has changed one', () => {
  expect(likes(scores)).toEqual([state]);
  expect(likes({ ...scores, workingRights: 7.77 })).toEqual([state]);
  expect(likes({ ...scores, overallTrip: 7.77 })).toEqual([state]);
});

test('few scores, or two that differ, lead to no assessment', () => {
  expect(likes({ overallTrip: 8.4 })).toEqual([]);
  expect(likes({ overallTrip: 8.4, workingRights: 1.2, payrollTax: 9 })).toEqual([]);
  expect(likes({ ...scores, payrollTax: 9, socialSecurity: 9 })).toEqual([]);
});

test('results that were taken from a row are found by their scores as well', () => {
  const former = [{ at: '', id: 'A1', scores }];
  const states = new Map<string, RowState>([['t', { state: 'Unconfirmed', at: '', former }]]);
  const cell = (name: string) => {
    const value = (scores as Readonly<Record<string, number>>)[name];
    return value === undefined ? undefined : { kind: 'number' as const, value, text: `${value}` };
  };
  expect([...new LikeResults(assess, states).of(cell)]).toMatchObject([{ assessmentId: 'A1' }]);
});
