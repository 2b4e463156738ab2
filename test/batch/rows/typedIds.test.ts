import { expect, test } from 'vitest';
import type { ShownReference } from '../../../batch/engine/identity/proofs.js';
import type { PreviousResults } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';

const reference = (shown: Partial<ShownReference>): ShownReference => ({
  ...{ inputs: 'r2', person: 'p1', assessment: 'none', isOfThisJournal: true },
  ...shown,
});
const first = { r2: { state: 'Unconfirmed', at: '' } } as const;
const ofRound = {
  r1: { state: 'Scored', assessmentId: 'A1', at: '' },
  'after:A1': { state: 'Unconfirmed', request: 'r2', at: '' },
} as const;

type Line = [
  is: 'is' | 'is not',
  what: string,
  shown: ShownReference | undefined,
  states: Record<string, RowState>,
];

test.each<Line>([
  ['is', 'a first request, beside its reference', reference({}), first],
  ['is', 'a first request, in a row without a reference', undefined, first],
  [
    'is not',
    'a first request, if another assessment was there',
    reference({ assessment: 'other' }),
    first,
  ],
  ['is', 'a request of a round, beside its reference', reference({}), ofRound],
  ['is not', 'a request of a round, in a row without a reference', undefined, ofRound],
  [
    'is not',
    'a request of a round, if it was there before',
    reference({ isIdBefore: true }),
    ofRound,
  ],
])('an ID %s the answer to %s', (is, _what, shown, states) => {
  const previous: PreviousResults = { status: 'Unconfirmed', id: 'A9', scored: false, shown };
  const known = new Map<string, RowState>(Object.entries(states));
  const [row] = planRows([{ number: 2, key: 'r2', employee: 'p1', previous }], known);
  expect(row?.plan?.kind === 'imported').toBe(is === 'is');
});
