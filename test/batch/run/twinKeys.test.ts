import { expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { PreviousResults } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { withTwinKeys } from '../../../batch/engine/run/twinKeys.js';

const at = '2026-11-02T10:00:00.000Z';
const row = (number: number, key: string, previous?: Partial<PreviousResults>): IntakeRow => ({
  ...{ number, key },
  ...(previous === undefined
    ? {}
    : { previous: { status: '', id: '', scored: false, ...previous } }),
});
const keysOf = (rows: readonly IntakeRow[], states: Readonly<Record<string, RowState>>) =>
  withTwinKeys(rows, new Map(Object.entries(states))).map(({ key }) => key);

test('rows with the same inputs keep the keys of their order, where nothing says otherwise', () => {
  const rows = [row(2, 't'), row(3, 'u'), row(4, 't:2'), row(5, 't:3')];
  expect(keysOf(rows, {})).toEqual(['t', 'u', 't:2', 't:3']);
  expect(keysOf(rows, { t: { state: 'Unconfirmed', at } })).toEqual(['t', 'u', 't:2', 't:3']);
});

test('a row that says that it is Unconfirmed has the key of what was never answered', () => {
  const rows = [row(2, 't'), row(3, 't:2', { status: 'Unconfirmed' }), row(4, 't:3')];
  expect(keysOf(rows, { t: { state: 'Unconfirmed', at } })).toEqual(['t:2', 't', 't:3']);
  expect(keysOf(rows, { 't:2': { state: 'Unconfirmed', at } })).toEqual(['t', 't:2', 't:3']);
  expect(keysOf(rows, { 't:3': { state: 'Sent', at } })).toEqual(['t', 't:3', 't:2']);
});

test('a row that shows an assessment has its key', () => {
  const shown = { status: 'Scored', id: 'A1', scored: true };
  const rows = [row(2, 't', { status: 'Invalid', id: 'A0' }), row(3, 't:2', shown)];
  const states = { t: { state: 'Scored', at, assessmentId: 'A1' } } as const;
  expect(keysOf(rows, states)).toEqual(['t:2', 't']);
});

test('a row with a text in place of its ID has the key of what was assessed', () => {
  const rows = [row(2, 't', { status: 'Duplicate' }), row(3, 't:2', { noId: 'see mail' })];
  const states = { t: { state: 'Scored', at, assessmentId: 'A1' } } as const;
  expect(keysOf(rows, states)).toEqual(['t:2', 't']);
});

test('a duplicate is still one when the sheet was sorted and it comes first', () => {
  const rows = [
    row(2, 't', { status: 'Duplicate' }),
    { ...row(3, 't:2', { status: 'Scored', id: 'A4', scored: true }), sameAs: 2 },
  ];
  const states = new Map<string, RowState>([
    ['t', { state: 'Scored', at, assessmentId: 'A1' }],
    ['after:A1', { state: 'Scored', at, assessmentId: 'A4', request: 't', round: 2 }],
  ]);
  const [first, second] = withTwinKeys(rows, states);
  expect([first?.sameAs, second?.sameAs]).toEqual([3, undefined]);
});

test('rows whose key is of their case keep it: another row may have sent other inputs', () => {
  const rows = [row(2, 'c'), row(3, 'c:2', { status: 'Unconfirmed' })];
  const ofCase = rows.map((each) => ({ ...each, request: 'r' }));
  const states = new Map<string, RowState>([['c', { state: 'Unconfirmed', at }]]);
  expect(withTwinKeys(ofCase, states)).toBe(ofCase);
});

test('a row that was never answered keeps its request when the row above it is deleted', () => {
  const states = { t: { state: 'Rejected', at }, 't:2': { state: 'Unconfirmed', at } } as const;
  expect(keysOf([row(2, 't', { status: 'Unconfirmed' })], states)).toEqual(['t:2']);
  const settled = { ...states, t: { state: 'Ready', at, byPerson: true } } as const;
  expect(keysOf([row(2, 't', { status: 'Unconfirmed' })], settled)).toEqual(['t:2']);
});
