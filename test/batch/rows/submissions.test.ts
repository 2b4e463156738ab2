import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { ShownReference } from '../../../batch/engine/identity/proofs.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planSubmissions, createSubmissionStatus } from '../../../batch/engine/rows/submissions.js';
import { invitationFields } from '../../../src/staff.js';

const at = '2026-11-21T10:00:00.000Z';
const createPrevious = (status: string, id = '') => ({ previous: { status, id, scored: false } });
/** Returns the cells of a row whose reference was created for this person. */
const createShown = (person: string, status = '', id = '', more: Partial<ShownReference> = {}) => {
  const assessment = status === 'Unconfirmed' ? 'none' : 'own';
  const shown = { person, inputs: 'same', assessment, isOfThisJournal: false, ...more } as const;
  return { previous: { status, id, scored: false, shown } };
};
const createState = (name: RowState['state'], more: Partial<RowState> = {}): RowState => ({
  state: name,
  at,
  request: 'same',
  ...more,
});
const changed = { request: 'other' };
const otherStates: [string, RowState][] = [['another', createState('Done', { id: 'u-9' })]];
const once = {
  command: 'invite',
  successStatus: 'Invited',
  repeatable: false,
  identity: 'email',
  fields: invitationFields,
  columns: [{ name: 'status', heading: 'Invitation status' }],
} as const;
const repeatable = { ...once, successStatus: 'Removed', repeatable: true } as const;

function planStatus(
  kind: typeof once | typeof repeatable,
  known: RowState | undefined,
  more: Partial<IntakeRow>,
  otherRows: [string, RowState][] = [],
): string {
  const row: IntakeRow = { number: 2, key: 'k', inputs: {}, request: 'same', ...more };
  const states = new Map([...otherRows, ...(known === undefined ? [] : [['k', known] as const])]);
  const [planned = row] = planSubmissions(kind)([row], states);
  return createSubmissionStatus(kind)(planned, known);
}

// The name, the row's state in the journal, its values in the sheet, and the expected status: first
// for an operation whose requests must not be repeated, then for a repeatable operation.
const table: [string, RowState | undefined, Partial<IntakeRow>, string, string][] = [
  ['with no record in the journal or the sheet', undefined, {}, 'Not sent', 'Not sent'],
  ['sent without effect', createState('Ready'), {}, 'Not sent', 'Not sent'],
  ['done', createState('Done'), {}, 'Invited', 'Removed'],
  ['done, and changed', createState('Done'), changed, 'Invited', 'Not sent'],
  [
    'done, and now the same as another row',
    createState('Done'),
    { sameAs: 1 },
    'Invited',
    'Removed',
  ],
  [
    'sent, and the run ended before the answer',
    createState('Sent'),
    {},
    'Unconfirmed',
    'Unconfirmed',
  ],
  ['unconfirmed', createState('Unconfirmed'), {}, 'Unconfirmed', 'Unconfirmed'],
  ['unconfirmed, and changed', createState('Unconfirmed'), changed, 'Unconfirmed', 'Not sent'],
  ['rejected', createState('Rejected'), {}, 'Rejected', 'Rejected'],
  ['rejected, and changed', createState('Rejected'), changed, 'Not sent', 'Not sent'],
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
  const invited = createPrevious('Invited');
  const other = { assessment: 'other' } as const;
  test.each<
    [
      string,
      Partial<IntakeRow>,
      string,
      journal?: { known?: RowState; otherRows?: typeof otherStates },
    ]
  >([
    ['done, without any proof', invited, 'Invalid'],
    ['done, and the journal has only other rows', invited, 'Invalid', { otherRows: otherStates }],
    ['an ID, without any proof', createPrevious('', 'u-1'), 'Invalid'],
    ['an ID that the reference proves', createShown('k', 'Invited', 'u-1'), 'Invited'],
    ['a reference without its ID', createShown('k', '', '', other), 'Unconfirmed'],
    ["another person's reference", createShown('p', 'Invited', 'u-1'), 'Invalid'],
    ["another person's reference alone", createShown('p', '', '', other), 'Not sent'],
    ["another row's ID", createPrevious('Invited', 'u-9'), 'Invalid', { otherRows: otherStates }],
    [
      'an ID that was typed for an unconfirmed row',
      createPrevious('', 'u-1'),
      'Invited',
      { known: createState('Unconfirmed') },
    ],
    ['never answered', createPrevious('Unconfirmed'), 'Unconfirmed'],
    ['never answered, by its reference', createShown('k', 'Unconfirmed'), 'Unconfirmed'],
    ['rejected', createPrevious('Rejected'), 'Not sent'],
  ])('%s', (_, more, status, { known, otherRows } = {}) => {
    expect(planStatus(once, known, more, otherRows)).toBe(status);
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

  test('is the status of its own request', () => {
    expect(planStatuses(once, createRows({}, createShown('a', 'Invited', 'u-1')))).toEqual([
      'Invited',
      'Not sent',
    ]);
    expect(planStatuses(once, createRows({}, createShown('a', 'Unconfirmed')))).toEqual([
      'Unconfirmed',
      'Unconfirmed',
    ]);
    const swapped = createRows(createShown('b', 'Removed'), createShown('a', 'Removed'));
    expect(planStatuses(repeatable, swapped)).toEqual(['Removed', 'Removed']);
  });

  test('is Not sent if a repeatable request had other inputs', () => {
    const changed = createRows(createShown('a', 'Removed', '', { inputs: 'other' }));
    expect(planStatuses(repeatable, changed)).toEqual(['Not sent', 'Not sent']);
  });
});
