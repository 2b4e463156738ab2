import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { ShownReference } from '../../../batch/engine/identity/proofs.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planSubmissions, createSubmissionStatus } from '../../../batch/engine/rows/submissions.js';
import { invitationFields } from '../../../src/staff.js';

const at = '2026-11-21T10:00:00.000Z';
const previous = (status: string, id = '') => ({ previous: { status, id, scored: false } });
/** Returns the cells of a row whose reference was created for this person. */
const createProven = (person: string, status = '', id = '', more: Partial<ShownReference> = {}) => {
  const assessment = status === 'Unconfirmed' ? 'none' : 'own';
  const shown = { person, inputs: 'same', assessment, isOfThisJournal: false, ...more } as const;
  return { previous: { status, id, scored: false, shown } };
};
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

// A name, the row's state in the journal, its values in the sheet, and the expected status: first
// if the operation has effect only once, then if it is repeatable.
const table: [string, RowState | undefined, Partial<IntakeRow>, string, string][] = [
  ['nothing known', undefined, {}, 'Not sent', 'Not sent'],
  ['sent without effect', state('Ready'), {}, 'Not sent', 'Not sent'],
  ['done', state('Done'), {}, 'Invited', 'Removed'],
  ['done, and changed', state('Done'), changed, 'Invited', 'Not sent'],
  ['done, and now the same as another row', state('Done'), { sameAs: 1 }, 'Invited', 'Removed'],
  ['sent, and the run ended without an answer', state('Sent'), {}, 'Unconfirmed', 'Unconfirmed'],
  ['unconfirmed', state('Unconfirmed'), {}, 'Unconfirmed', 'Unconfirmed'],
  ['unconfirmed, and changed', state('Unconfirmed'), changed, 'Unconfirmed', 'Not sent'],
  ['rejected', state('Rejected'), {}, 'Rejected', 'Rejected'],
  ['rejected, and changed', state('Rejected'), changed, 'Not sent', 'Not sent'],
  ['wrong inputs', undefined, { problems: [] }, 'Invalid', 'Invalid'],
  ['the same as another row', undefined, { sameAs: 1 }, 'Duplicate', 'Duplicate'],
];

describe('the status of a row by its state in the journal and its request', () => {
  test.each(table)('%s', (_, known, more, whenOnce, whenRepeatable) => {
    expect(planStatus(once, known, more)).toBe(whenOnce);
    expect(planStatus(repeatable, known, more)).toBe(whenRepeatable);
  });
});

describe('the status of a row by its cells in the sheet', () => {
  const invited = previous('Invited');
  const other = { assessment: 'other' } as const;
  test.each<[string, RowState | undefined, Partial<IntakeRow>, [string, RowState][], string]>([
    ['done, without any proof', undefined, invited, [], 'Invalid'],
    ['done, and the journal has only other rows', undefined, invited, others, 'Invalid'],
    ['an id, without any proof', undefined, previous('', 'u-1'), [], 'Invalid'],
    [
      'an id that its reference proves',
      undefined,
      createProven('k', 'Invited', 'u-1'),
      [],
      'Invited',
    ],
    ['a reference without its id', undefined, createProven('k', '', '', other), [], 'Unconfirmed'],
    ["another person's reference", undefined, createProven('p', 'Invited', 'u-1'), [], 'Invalid'],
    [
      "another person's reference alone",
      undefined,
      createProven('p', '', '', other),
      [],
      'Not sent',
    ],
    ["another row's id", undefined, previous('Invited', 'u-9'), others, 'Invalid'],
    ['an id, typed for an open row', state('Unconfirmed'), previous('', 'u-1'), [], 'Invited'],
    ['never answered', undefined, previous('Unconfirmed'), [], 'Unconfirmed'],
    [
      'never answered, by its reference',
      undefined,
      createProven('k', 'Unconfirmed'),
      [],
      'Unconfirmed',
    ],
    ['rejected', undefined, previous('Rejected'), [], 'Not sent'],
  ])('%s', (_, known, more, rest, status) => {
    expect(planStatus(once, known, more, rest)).toBe(status);
  });
});

describe('the status of a row whose proof is in another row', () => {
  const createRows = (first: Partial<IntakeRow>, more: Partial<IntakeRow> = {}): IntakeRow[] => [
    { number: 2, key: 'a', inputs: {}, request: 'same', ...first },
    { number: 3, key: 'b', inputs: {}, request: 'same', ...more },
  ];
  const planStatuses = (kind: typeof once | typeof repeatable, all: readonly IntakeRow[]) =>
    planSubmissions(kind)(all, new Map()).map((row) =>
      createSubmissionStatus(kind)(row, undefined),
    );

  test('is that of its own request', () => {
    expect(planStatuses(once, createRows({}, createProven('a', 'Invited', 'u-1')))).toEqual([
      'Invited',
      'Not sent',
    ]);
    expect(planStatuses(once, createRows({}, createProven('a', 'Unconfirmed')))).toEqual([
      'Unconfirmed',
      'Unconfirmed',
    ]);
    const exchanged = createRows(createProven('b', 'Removed'), createProven('a', 'Removed'));
    expect(planStatuses(repeatable, exchanged)).toEqual(['Removed', 'Removed']);
  });

  test('is Not sent if a repeatable request had other inputs', () => {
    const changed = createRows(createProven('a', 'Removed', '', { inputs: 'other' }));
    expect(planStatuses(repeatable, changed)).toEqual(['Not sent', 'Not sent']);
  });
});
