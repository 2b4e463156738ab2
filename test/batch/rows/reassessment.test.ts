import { expect, test } from 'vitest';
import type { IntakeRow, PreviousResults } from '../../../batch/engine/intake/intakeRow.js';
import { toFollowingKey } from '../../../batch/engine/intake/rowKey.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planRound } from '../../../batch/engine/rows/reassessment.js';

const at = '2026-11-21T10:00:00.000Z';
const createRow = (number: number, key: string, employee: string, id = ''): IntakeRow => {
  const previous: PreviousResults = { status: 'Scored', id, scored: true };
  return { number, key, inputs: { key }, employee, ...(id === '' ? {} : { previous }) };
};
const createState = (assessmentId: string, more: Partial<RowState> = {}): RowState => ({
  state: 'Scored',
  at,
  sentAt: at,
  employee: 'anna',
  assessmentId,
  ...more,
});

test('in a round, a row whose chain of assessments another row continues is planned only once', () => {
  const rows = [
    createRow(2, 'a', 'anna', 'A1'),
    createRow(3, 'b', 'ben', 'A2'),
    createRow(4, 'c', 'anna'),
  ];
  const states = new Map([
    ['a', createState('A1', { isShown: true })],
    [toFollowingKey('A1'), createState('A2', { request: 'a2', round: 2 })],
  ]);
  const planned = planRound({ rows: [[2, 4]] })(rows, states, { number: 3, nowMs: Date.parse(at) });
  expect(planned).toMatchObject([
    { number: 2, key: toFollowingKey('A2'), plan: { kind: 'next' } },
    { number: 3, plan: { why: { code: 'assessmentOfOtherEmployee', assessmentId: 'A2' } } },
    {
      number: 4,
      plan: { why: { code: 'assessmentNeverShown', assessmentId: 'A2' }, newRowKey: 'c' },
    },
  ]);
});
