import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import { afterKey, plainHash } from '../../../batch/engine/intake/rowKey.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { matchRows } from '../../../batch/engine/rows/matchRows.js';
import { reassessing } from '../../../batch/engine/operations/reassess.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';
import { rowStatusOf } from '../../../batch/engine/rows/rowStatus.js';

const at = '2026-11-02T10:00:00.000Z';
const row = (
  number: number,
  key: string,
  id?: string,
  more: Partial<IntakeRow> = {},
): IntakeRow => ({
  number,
  key,
  inputs: {},
  subject: { employeeId: 'E-1', purpose: 'Hire From Anywhere', destination: 'Portugal' },
  employee: plainHash('E-1'),
  ...(id === undefined ? {} : { previous: { status: 'Scored', id, scored: true } }),
  ...more,
});
const scored = (assessmentId: string, more: Partial<RowState> = {}): RowState => ({
  state: 'Scored',
  at,
  assessmentId,
  ...more,
});
const link = (before: string, id: string, request: string, round = 2): [string, RowState] => [
  afterKey(before),
  scored(id, { request, round }),
];

type States = [string, RowState][];
/** Of each row: the id of the latest assessment of its case, `-` for none, `?` for unclear. */
function heads(rows: readonly IntakeRow[], states: States): string[] {
  return matchRows(rows, new Map(states)).map((place) =>
    place.kind === 'case'
      ? (place.of.latest.state.assessmentId ?? '')
      : place.kind === 'none'
        ? '-'
        : '?',
  );
}

const germany: States = [['g', scored('A0')], link('A0', 'A1', 'g')];
const moved: States = [['g', scored('A0')], link('A0', 'A1', 's')];
const twins: States = [
  ['t', scored('A0')],
  ['t:2', scored('B0')],
  link('A0', 'A1', 't'),
  link('B0', 'B1', 't'),
];

// The rows of the sheet, the assessments in the journal, and the case that each row belongs to.
const table: [string, IntakeRow[], States, string[]][] = [
  ['a row that was assessed once', [row(2, 'g', 'A0')], [['g', scored('A0')]], ['A0']],
  ['a row without an id in the sheet', [row(2, 'g')], germany, ['A1']],
  ['a row that shows an older assessment', [row(2, 'g', 'A0')], germany, ['A1']],
  ['changed inputs', [row(2, 'x', 'A1')], germany, ['A1']],
  ['changed inputs and an older assessment', [row(2, 'x', 'A0')], germany, ['A1']],
  ['inputs that changed before the last round, and no id', [row(2, 's')], moved, ['A1']],
  ['inputs that were changed back', [row(2, 'g', 'A1')], moved, ['A1']],
  [
    'results that were sorted away from their rows',
    [row(2, 'g', 'B0'), row(3, 'b', 'A1')],
    [...germany, ['b', scored('B0')]],
    ['A1', 'B0'],
  ],
  ['twins with their ids', [row(2, 't', 'A1'), row(3, 't:2', 'B1')], twins, ['A1', 'B1']],
  ['twins that changed places', [row(2, 't', 'B1'), row(3, 't:2', 'A1')], twins, ['B1', 'A1']],
  ['twins without ids', [row(2, 't'), row(3, 't:2')], twins, ['A1', 'B1']],
  [
    'twins of which only the second has an id',
    [row(2, 't'), row(3, 't:2', 'A1')],
    twins,
    ['B1', 'A1'],
  ],
  ['one of two twins is left', [row(2, 't', 'B1')], twins, ['B1']],
  [
    'twins that both moved, and no ids',
    [row(2, 's'), row(3, 's:2')],
    [['t', scored('A0')], ['t:2', scored('B0')], link('A0', 'A1', 's'), link('B0', 'B1', 's')],
    ['A1', 'B1'],
  ],
  [
    'a row that an edit has made the second of the same inputs, of which another was sent',
    [row(2, 's', 'A1'), row(3, 't'), row(4, 't:2', 'C0')],
    [['t', scored('A0')], link('A0', 'A1', 's'), ['t:2', scored('B0')], ['c', scored('C0')]],
    ['A1', 'B0', 'C0'],
  ],
  ['a copied row', [row(2, 'g', 'A1'), row(3, 'x', 'A1')], germany, ['A1', '?']],
  ['a copied row above the original', [row(2, 'x', 'A1'), row(3, 'g', 'A1')], germany, ['?', 'A1']],
  [
    'a new row with the inputs that another had',
    [row(2, 's', 'A1'), row(3, 'g')],
    moved,
    ['A1', '-'],
  ],
  ['an id that the journal does not know', [row(2, 'g', 'Z9')], [], ['Z9']],
  [
    'an id that the journal does not know, in two rows',
    [row(2, 'g', 'Z9'), row(3, 'h', 'Z9')],
    [],
    ['Z9', '?'],
  ],
  [
    'an id that the journal does not know, in a row with a case and above it in its edited copy',
    [row(2, 'x', 'Z9'), row(3, 'g', 'Z9')],
    germany,
    ['?', 'A1'],
  ],
  [
    'an id that the journal does not know, in a row that says it is another one, and in that one',
    [
      row(2, 'g', 'Z9', { previous: { status: 'Invalid', id: 'Z9', scored: false } }),
      row(3, 'h', 'Z9'),
    ],
    [],
    ['?', 'Z9'],
  ],
  ['an unknown id beside a row that was assessed', [row(2, 'g', 'Z9')], germany, ['A1']],
  ['a new row', [row(2, 'n')], germany, ['-']],
  ['wrong inputs', [row(2, 'id:A1', 'A1')], germany, ['A1']],
  [
    'a service that answered with the assessment before',
    [row(2, 'g', 'A0')],
    [['g', scored('A0')], link('A0', 'A0', 'g')],
    ['A0'],
  ],
];

test.each(table)('%s', (_name, rows, states, expected) => {
  expect(heads(rows, states)).toEqual(expected);
});

test('an edit that makes a row the second of the same inputs takes no open create of another row', () => {
  const rows = [row(2, 's', 'A1'), row(3, 't'), row(4, 't:2', 'C0')];
  const states: States = [
    ['t', scored('A0')],
    link('A0', 'A1', 's'),
    ['t:2', { state: 'Sent', at }],
    ['c', scored('C0')],
  ];
  const [, sent, edited] = matchRows(rows, new Map(states));
  expect(sent).toEqual({ kind: 'none', key: 't:2' });
  expect(edited).toMatchObject({ kind: 'case' });
});

test('the id of another employee leads to no case', () => {
  const states: States = [['g', scored('A0', { employee: plainHash('E-2') })]];
  const [place] = matchRows([row(2, 'x', 'A0')], new Map(states));
  expect(place).toMatchObject({
    kind: 'unclear',
    why: { code: 'assessmentOfOtherEmployee', assessmentId: 'A0' },
  });
});

test('a new row with the inputs that another had is sent once, also after a crash', () => {
  const rows = [row(2, 's', 'A1'), row(3, 'g')];
  const states = new Map(moved);
  const key = () => planRows(rows, states)[1]?.key;
  expect(key()).toBe('g:2');
  states.set('g:2', { state: 'Pending', at, assessmentId: 'B0' });
  expect(key()).toBe('g:2');
  states.set('g:2', { state: 'Sent', at });
  expect(key()).toBe('g:2');
});

describe('rwa assess, after a round,', () => {
  const plan = (rows: IntakeRow[], states: States) => {
    const known = new Map(states);
    return planRows(rows, known).map((each) => [
      rowStatusOf(each, known.get(each.key), { sendDuplicates: false }),
      known.get(each.key)?.assessmentId,
      each.earlier?.map(({ assessmentId }) => assessmentId),
    ]);
  };
  test('stands on the latest assessment, and knows the one before', () => {
    expect(plan([row(2, 'g', 'A0')], germany)).toEqual([['Scored', 'A1', ['A0']]]);
  });
  test('holds a row whose inputs have changed since, also back to older ones', () => {
    for (const key of ['x', 'g']) {
      expect(plan([row(2, key, 'A1')], moved)[0]).toEqual(['Invalid', undefined, ['A1']]);
    }
    const [held] = planRows([row(2, 'x', 'A1')], new Map(moved));
    expect(held?.blocked).toEqual({ code: 'inputsChanged', assessmentId: 'A1' });
  });
  test('shows that the next assessment is unconfirmed, beside the last one', () => {
    const open: States = [...germany, [afterKey('A1'), { state: 'Unconfirmed', at, round: 3 }]];
    expect(plan([row(2, 'g', 'A1')], open)).toEqual([['Unconfirmed', undefined, ['A1', 'A0']]]);
  });
  test('takes over the id that a person typed for it', () => {
    const open: States = [...germany, [afterKey('A1'), { state: 'Unconfirmed', at, round: 3 }]];
    const [planned] = planRows([row(2, 'g', 'Z9')], new Map(open));
    expect(planned).toMatchObject({ key: afterKey('A1'), importedId: 'Z9' });
  });
});

describe('a round', () => {
  const nowMs = Date.parse('2027-02-02T10:00:00.000Z');
  const begunAt = '2027-02-02T09:00:00.000Z';
  const next = (state: RowState): States => [...germany, [afterKey('A1'), state]];
  const lost: RowState = { state: 'Unconfirmed', at, round: 2 };
  const rejected = (round: number, request = 'g'): RowState => ({
    state: 'Rejected',
    at,
    round,
    request,
  });

  // What is known of the next assessment of a row in round 3, and where the row stands in it.
  const inRound: [string, IntakeRow, States, status: string, key: string | undefined][] = [
    ['a row that is scored', row(2, 'g', 'A1'), germany, 'Not sent', 'after:A1'],
    ['a row with changed inputs', row(2, 'x', 'A1'), germany, 'Not sent', 'after:A1'],
    [
      'a row with wrong inputs',
      row(2, 'id:A1', 'A1', { problems: [] }),
      germany,
      'Invalid',
      'after:A1',
    ],
    ['the same as another row', row(2, 't:2', 'B1', { sameAs: 1 }), twins, 'Not sent', 'after:B1'],
    [
      'a row that was assessed in it',
      row(2, 'g', 'A1'),
      [...germany, link('A1', 'A2', 'g', 3)],
      'Scored',
      'after:A1',
    ],
    [
      'a row that was first assessed since the round began',
      row(2, 'n', 'N0'),
      [['n', scored('N0', { afterRound: 3 })]],
      'Scored',
      'n',
    ],
    [
      'a row that was first assessed before the round began',
      row(2, 'n', 'N0'),
      [['n', scored('N0', { afterRound: 2 })]],
      'Not sent',
      'after:N0',
    ],
    [
      'a row that was assessed in a later round',
      row(2, 'g', 'A1'),
      [...germany, link('A1', 'A2', 'g', 4)],
      'Scored',
      'after:A1',
    ],
    [
      'a row that the service refused in a later round',
      row(2, 'g', 'A1'),
      next(rejected(4)),
      'Rejected',
      'after:A1',
    ],
    [
      'a row that waits for its result',
      row(2, 'g', 'A1'),
      next({ state: 'Pending', at, assessmentId: 'A2', round: 2, request: 'g' }),
      'Pending',
      'after:A1',
    ],
    [
      'a row unconfirmed in an earlier round',
      row(2, 'g', 'A1'),
      next(lost),
      'Unconfirmed',
      'after:A1',
    ],
    [
      'a row that a run died over',
      row(2, 'g', 'A1'),
      next({ state: 'Sent', at, round: 3 }),
      'Unconfirmed',
      'after:A1',
    ],
    [
      'a row that was proven unsent',
      row(2, 'g', 'A1'),
      next({ state: 'Ready', at }),
      'Not sent',
      'after:A1',
    ],
    ['a row rejected in it', row(2, 'g', 'A1'), next(rejected(3)), 'Rejected', 'after:A1'],
    [
      'a row rejected in it, corrected since',
      row(2, 'x', 'A1'),
      next(rejected(3)),
      'Not sent',
      'after:A1',
    ],
    [
      'a row rejected in an earlier round',
      row(2, 'g', 'A1'),
      next(rejected(2)),
      'Not sent',
      'after:A1',
    ],
    ['a row that was never assessed', row(2, 'n'), [], 'left out', undefined],
    [
      'a row whose first assessment was rejected',
      row(2, 'n'),
      [['n', { state: 'Rejected', at }]],
      'left out',
      undefined,
    ],
    [
      'a row whose first assessment is unconfirmed',
      row(2, 'n'),
      [['n', { state: 'Sent', at }]],
      'Unconfirmed',
      'n',
    ],
    ['a row whose journal was lost', row(2, 'g', 'Z9'), [], 'Not sent', 'after:Z9'],
  ];

  test.each(inRound)('has %s', (_name, one, states, status, key) => {
    const operation = reassessing({});
    const known = new Map(states);
    const [planned] = operation.plan([one], known, { number: 3, begunAt, nowMs });
    const stands =
      planned === undefined
        ? 'left out'
        : operation.status(planned, known.get(planned.key), { sendDuplicates: false });
    expect([stands, planned?.key]).toEqual([status, key]);
  });

  test.each([
    ['on its latest assessment', germany, 'after:A0'],
    ['refused, for these inputs', next(rejected(2)), 'after:A1'],
    [
      'on its latest assessment when others were refused',
      next({ ...rejected(2), request: 'x' }),
      'after:A0',
    ],
  ])('leaves a row that is not selected %s', (_name, states, key) => {
    const operation = reassessing({ rows: [[9, 9]] });
    const [planned] = operation.plan([row(2, 'g', 'A1')], new Map(states), { number: 3, nowMs });
    expect(planned).toMatchObject({ key, unselected: 'rows' });
  });
});
