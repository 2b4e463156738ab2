import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planSubmissions, createSubmissionStatus } from '../../../batch/engine/rows/submissions.js';
import { invitationFields } from '../../../src/staff.js';

const at = '2026-11-21T10:00:00.000Z';
const previous = (status: string, id = '') => ({ previous: { status, id, scored: false } });
const state = (name: RowState['state'], more: Partial<RowState> = {}): RowState => ({
  state: name,
  at,
  request: 'same',
  ...more,
});
const changed = { request: 'other' };
const others: [string, RowState][] = [['another', state('Done', { id: 'u-9' })]];
const once = {
  command: 'invite',
  succeeded: 'Invited',
  repeatable: false,
  identity: 'email',
  fields: invitationFields,
  columns: [{ name: 'status', heading: 'Invitation status' }],
} as const;
const repeatable = { ...once, succeeded: 'Removed', repeatable: true } as const;

function planStatus(
  kind: typeof once | typeof repeatable,
  known: RowState | undefined,
  more: Partial<IntakeRow>,
  rest: [string, RowState][] = [],
): string {
  const row: IntakeRow = { number: 2, key: 'k', inputs: {}, request: 'same', ...more };
  const states = new Map([...rest, ...(known === undefined ? [] : [['k', known] as const])]);
  const [planned = row] = planSubmissions(kind)([row], states);
  return createSubmissionStatus(kind)(planned, known);
}

// A name, the row's state in the journal, its values in the sheet, and the expected status: first if the
// operation has effect only once, then if it is repeatable.
const table: [string, RowState | undefined, Partial<IntakeRow>, string, string][] = [
  ['nothing known', undefined, {}, 'Not sent', 'Not sent'],
  ['released', state('Ready'), {}, 'Not sent', 'Not sent'],
  ['done', state('Done'), {}, 'Invited', 'Removed'],
  ['done, and changed', state('Done'), changed, 'Invited', 'Not sent'],
  ['done, and now the same as another', state('Done'), { sameAs: 1 }, 'Invited', 'Removed'],
  ['sent, and the run died', state('Sent'), {}, 'Unconfirmed', 'Unconfirmed'],
  ['unconfirmed', state('Unconfirmed'), {}, 'Unconfirmed', 'Unconfirmed'],
  ['unconfirmed, and changed', state('Unconfirmed'), changed, 'Unconfirmed', 'Not sent'],
  ['rejected', state('Rejected'), {}, 'Rejected', 'Rejected'],
  ['rejected, and changed', state('Rejected'), changed, 'Not sent', 'Not sent'],
  ['wrong inputs', undefined, { problems: [] }, 'Invalid', 'Invalid'],
  ['the same as another', undefined, { sameAs: 1 }, 'Duplicate', 'Duplicate'],
];

describe('the status of a row', () => {
  test.each(table)('%s', (_, known, more, whenOnce, whenRepeatable) => {
    expect(planStatus(once, known, more)).toBe(whenOnce);
    expect(planStatus(repeatable, known, more)).toBe(whenRepeatable);
  });
});

describe('the status of a row that only the sheet shows as sent', () => {
  const says = previous('Invited');
  test.each<[string, RowState | undefined, Partial<IntakeRow>, [string, RowState][], string]>([
    ['done, without any journal', undefined, says, [], 'Invited'],
    ['done, unknown to a journal of others', undefined, says, others, 'Invalid'],
    ['an id, without any journal', undefined, previous('', 'u-1'), [], 'Invited'],
    [
      'an id, unknown to a journal of others',
      undefined,
      previous('Invited', 'u-1'),
      others,
      'Invited',
    ],
    ["another row's id", undefined, previous('Invited', 'u-9'), others, 'Invalid'],
    ['an id, typed for an open row', state('Unconfirmed'), previous('', 'u-1'), [], 'Invited'],
    ['never answered', undefined, previous('Unconfirmed'), [], 'Unconfirmed'],
    ['rejected', undefined, previous('Rejected'), [], 'Not sent'],
  ])('%s', (_, known, more, rest, status) => {
    expect(planStatus(once, known, more, rest)).toBe(status);
  });
});
