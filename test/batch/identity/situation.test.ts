import { describe, expect, test } from 'vitest';
import { type SentRequest, SentRequests } from '../../../batch/engine/identity/requests.js';
import {
  maySend,
  placeRows,
  type SendReason,
  type ShownRow,
  type Situation,
} from '../../../batch/engine/identity/situation.js';
import { request } from './testRequest.js';

const row = (number: number, more: Partial<ShownRow> = {}): ShownRow => ({
  number,
  inputs: ['a1'],
  person: 'a',
  assessmentId: '',
  proof: undefined,
  isWholeCopy: false,
  isIdKept: false,
  hasOnlyResults: false,
  hasReference: false,
  showsNothing: true,
  ...more,
});

/** A row that shows an assessment with its reference. */
const shows = (proof: SentRequest, more: Partial<ShownRow> = {}): Partial<ShownRow> => ({
  assessmentId: proof.assessmentId ?? '',
  proof,
  showsNothing: false,
  isWholeCopy: true,
  isIdKept: true,
  ...more,
});

const A1 = request('A1');
const refused = request('R1', { assessmentId: undefined, outcome: 'refused' });
const unanswered = request('U1', { assessmentId: undefined, outcome: 'unanswered' });

/** Each line of the table: the rows, what was sent, and the situations of the rows. */
const lines: [line: string, rows: ShownRow[], sent: SentRequest[], kinds: Situation['kind'][]][] = [
  ['0 its inputs cannot be read', [row(2, { inputs: [] })], [A1], ['invalid']],
  ['1 its inputs were sent', [row(2)], [A1], ['known']],
  [
    '1 its inputs were sent, and it has an unknown ID',
    [row(2, { assessmentId: 'X', showsNothing: false })],
    [A1],
    ['known'],
  ],
  ['1 its inputs were sent and never answered', [row(2)], [unanswered], ['known']],
  ['1 its inputs were sent and refused', [row(2)], [refused], ['known']],
  [
    '1 its inputs were sent as they can be read in another way',
    [row(2, { inputs: ['a0', 'a1'] })],
    [A1],
    ['known'],
  ],
  [
    '1 it has its own request, not a free one with the same inputs',
    [row(2, shows(request('A2'))), row(3, shows(A1))],
    [A1, request('A2')],
    ['known', 'known'],
  ],
  [
    '1 it gets a request that no row shows, not one that another row shows',
    [row(2, { inputs: ['a2'], ...shows(A1) }), row(3)],
    [A1, request('A2')],
    ['changed', 'known'],
  ],
  [
    '1 its inputs were refused, and it shows an assessment of another person',
    [row(2, { inputs: ['b1'], person: 'b', ...shows(A1) })],
    [A1, request('R1', { ...refused, inputs: 'b1', person: 'b' })],
    ['known'],
  ],
  [
    '1 it gets an assessment that another row shows, not a refusal',
    [row(2, { inputs: ['a2'], ...shows(A1) }), row(3)],
    [refused, A1],
    ['copied', 'known'],
  ],
  [
    '1 an ID belongs to the row with its reference, not to a row in which it was typed',
    [row(2, shows(A1, { isIdKept: false })), row(3, { inputs: ['a2'], ...shows(A1) })],
    [request('A0'), A1],
    ['known', 'changed'],
  ],
  [
    '1 an ID belongs to the row with the reference of a later assessment, not to a row in which it was typed',
    [
      row(2, shows(A1, { isIdKept: false })),
      row(3, { inputs: ['a2'], ...shows(request('A2', { follows: 'A1' })) }),
    ],
    [request('A0'), A1, request('A2', { follows: 'A1' })],
    ['known', 'changed'],
  ],
  [
    '1 the ID of an answer belongs to the row in which it was typed, not to one with the previous ID',
    [
      row(2, shows(request('A2', { follows: 'A1' }), { isIdKept: false })),
      row(3, { ...shows(request('A2', { follows: 'A1' })), assessmentId: 'A1' }),
    ],
    [A1, request('A2', { follows: 'A1' })],
    ['known', 'duplicate'],
  ],
  [
    '1 an answer belongs to the row with the previous ID, not to one with an ID that a person has disowned',
    [
      row(2, { ...shows(request('A2', { follows: 'A1' })), assessmentId: 'gone', isIdKept: false }),
      row(3, { ...shows(request('A2', { follows: 'A1' })), assessmentId: 'A1' }),
    ],
    [A1, request('A2', { follows: 'A1' })],
    ['duplicate', 'known'],
  ],
  [
    '1 a row that shows the latest assessment comes before one that shows an earlier one',
    [row(2, shows(A1)), row(3, shows(request('A2', { follows: 'A1' })))],
    [A1, request('A2', { follows: 'A1' })],
    ['duplicate', 'known'],
  ],
  [
    '1 an assessment and its reassessments belong to one of two identical rows',
    [row(2), row(3)],
    [A1, request('A2', { follows: 'A1' })],
    ['known', 'duplicate'],
  ],
  [
    '1 a request belongs to the row whose reference was written for it',
    [row(2), row(3, { hasReference: true, showsNothing: false })],
    [A1],
    ['duplicate', 'known'],
  ],
  [
    '2 its inputs were refused, and it shows an assessment of other inputs',
    [row(2, shows(request('A2', { inputs: 'a2' })))],
    [refused, request('A2', { inputs: 'a2' })],
    ['changed'],
  ],
  [
    '2 it shows an assessment of other inputs',
    [row(2, { inputs: ['a2'], ...shows(A1) })],
    [A1],
    ['changed'],
  ],
  [
    '2 it shows an assessment of other inputs, and so does a row with its own request',
    [
      row(2, shows(request('A2', { inputs: 'a2' }))),
      row(3, { inputs: ['a3'], ...shows(request('A2', { inputs: 'a2' })) }),
    ],
    [A1, request('A2', { inputs: 'a2' })],
    ['known', 'changed'],
  ],
  [
    '2 without an ID, it shows one of several requests without an answer',
    [
      row(2, { proof: unanswered, showsNothing: false }),
      row(3, { inputs: ['a2'], proof: unanswered, showsNothing: false }),
    ],
    [unanswered, request('U2', { ...unanswered, key: 'U2' })],
    ['known', 'changed'],
  ],
  [
    '2 with an unknown ID, it shows one of several requests without an answer',
    [
      row(2, { proof: unanswered, showsNothing: false }),
      row(3, { inputs: ['a2'], proof: unanswered, assessmentId: 'X', showsNothing: false }),
    ],
    [unanswered, request('U2', { ...unanswered, key: 'U2' })],
    ['known', 'changed'],
  ],
  [
    '3 it and another row show the same assessment of other inputs',
    [row(2, { inputs: ['a2'], ...shows(A1) }), row(3, { inputs: ['a3'], ...shows(A1) })],
    [A1],
    ['unclear', 'unclear'],
  ],
  [
    '3 it and another row share the open request that no third row holds',
    [
      row(2, { inputs: ['a2'], proof: unanswered, showsNothing: false }),
      row(3, { inputs: ['a2'], proof: unanswered, showsNothing: false }),
      row(4, { proof: unanswered, hasReference: true, showsNothing: false }),
    ],
    [unanswered, request('U2', { ...unanswered, key: 'U2' })],
    ['unclear', 'unclear', 'known'],
  ],
  [
    '2 a row of another person shows the same assessment: its ID is wrong',
    [
      row(2, { inputs: ['a2'], ...shows(A1) }),
      row(3, { inputs: ['b1'], person: 'b', ...shows(A1, { isWholeCopy: false }) }),
    ],
    [A1],
    ['changed', 'foreign'],
  ],
  [
    '3 another row shows the assessment that followed, and both have other inputs',
    [
      row(2, { inputs: ['a3'], ...shows(A1) }),
      row(3, { inputs: ['a4'], ...shows(request('A2', { inputs: 'a2', follows: 'A1' })) }),
    ],
    [A1, request('A2', { inputs: 'a2', follows: 'A1' })],
    ['unclear', 'unclear'],
  ],
  [
    '3 it and a row that cannot be read show the same assessment',
    [row(2, { inputs: [], ...shows(A1) }), row(3, { inputs: ['a2'], ...shows(A1) })],
    [A1],
    ['invalid', 'unclear'],
  ],
  [
    '4 it shows an assessment of another person',
    [row(2, { inputs: ['b1'], person: 'b', ...shows(A1) })],
    [A1],
    ['foreign'],
  ],
  ['5 another row holds the request of its inputs', [row(2), row(3)], [A1], ['known', 'duplicate']],
  [
    '5 another row holds the request of its inputs, as they can be read in another way',
    [row(2), row(3, { inputs: ['a0', 'a1'] })],
    [A1],
    ['known', 'duplicate'],
  ],
  [
    '5 a row that cannot be read shows the request of its inputs',
    [row(2), row(3, { inputs: [], proof: unanswered, showsNothing: false })],
    [unanswered],
    ['duplicate', 'invalid'],
  ],
  [
    '5 a row was assessed with its inputs, and changed back',
    [row(2, { inputs: ['a2'] }), row(3, shows(A1))],
    [A1, request('A2', { inputs: 'a2', follows: 'A1' })],
    ['duplicate', 'known'],
  ],
  [
    '1 results beside an empty row are not those of the empty row',
    [row(2, { inputs: [], hasOnlyResults: true, ...shows(A1) }), row(3)],
    [A1],
    ['invalid', 'known'],
  ],
  ['5 another row is new with its inputs', [row(2), row(3)], [], ['new', 'duplicate']],
  [
    '5 another row is blocked with its inputs',
    [row(2), row(3, { assessmentId: 'X', showsNothing: false })],
    [],
    ['duplicate', 'unproven'],
  ],
  [
    '6 it was copied from a row that is still there',
    [row(2, shows(A1)), row(3, { inputs: ['a2'], ...shows(A1) })],
    [A1],
    ['known', 'copied'],
  ],
  [
    '6 it was copied twice from a row that is still there, with the same other inputs',
    [
      row(2, shows(A1)),
      row(3, { inputs: ['a2'], ...shows(A1) }),
      row(4, { inputs: ['a2'], ...shows(A1) }),
    ],
    [A1],
    ['known', 'copied', 'duplicate'],
  ],
  [
    '8 only its ID was copied',
    [row(2, shows(A1)), row(3, { inputs: ['a2'], ...shows(A1, { isWholeCopy: false }) })],
    [A1],
    ['known', 'unproven'],
  ],
  [
    '7 its ID is disowned',
    [row(2, { assessmentId: 'gone', showsNothing: false })],
    [],
    ['disowned'],
  ],
  [
    '8 nothing proves its ID',
    [row(2, { assessmentId: 'X', showsNothing: false })],
    [],
    ['unproven'],
  ],
  ['8 it shows that it was sent', [row(2, { showsNothing: false })], [], ['unproven']],
  ['9 it shows nothing', [row(2)], [], ['new']],
  [
    '9 its inputs were refused in a round of another row',
    [row(2, { inputs: ['a3'], ...shows(A1) }), row(3, { inputs: ['a2'] })],
    [A1, request('R2', { ...refused, key: 'R2', inputs: 'a2', follows: 'A1' })],
    ['changed', 'new'],
  ],
  [
    '9 its inputs were refused as they can be read in another way',
    [row(2, { inputs: ['a0', 'a1'] })],
    [refused],
    ['new'],
  ],
];

test.each(lines)('%s', (_line, rows, sent, kinds) => {
  const placed = placeRows(rows, new SentRequests(sent), (id) => id === 'gone');
  expect(placed.situations.map(({ kind }) => kind)).toEqual(kinds);
});

/** Rows that show an assessment, and the request that their situation names. */
const named: [what: string, rows: ShownRow[], sent: SentRequest[], key: string | undefined][] = [
  [
    'an edited row has the newest assessment of its chain',
    [row(2, { inputs: ['a3'], ...shows(A1) })],
    [A1, request('A2', { inputs: 'a2', follows: 'A1' })],
    'A2',
  ],
  [
    'an edited row has the newest assessment of its chain, not a refused request',
    [row(2, { inputs: ['a3'], ...shows(A1) })],
    [A1, request('R2', { ...refused, key: 'R2', inputs: 'a2', follows: 'A1' })],
    'A1',
  ],
  [
    'a row that cannot be read keeps the request that it shows',
    [row(2, { inputs: [], ...shows(A1) })],
    [A1],
    'A1',
  ],
  [
    'a row that cannot be read keeps the newest request of its chain',
    [row(2, { inputs: [], ...shows(A1) })],
    [A1, request('U2', { ...unanswered, key: 'U2', follows: 'A1' })],
    'U2',
  ],
  [
    'a row that cannot be read keeps no request that another row holds',
    [row(2, { inputs: [], ...shows(A1) }), row(3, shows(A1))],
    [A1],
    undefined,
  ],
  ['a row takes an assessment rather than a refusal', [row(2)], [refused, A1], 'A1'],
  [
    'a row with the previous ID holds the assessment that follows',
    [row(2), row(3, shows(A1))],
    [A1, request('A2', { follows: 'A1' })],
    undefined,
  ],
];

test.each(named)('%s', (_what, rows, sent, key) => {
  const [situation] = placeRows(rows, new SentRequests(sent)).situations;
  expect(
    situation !== undefined && 'request' in situation ? situation.request.key : undefined,
  ).toBe(key);
});

test('a row whose ID alone was copied names the row that has the assessment', () => {
  const copy = row(3, { inputs: ['a2'], ...shows(A1, { isWholeCopy: false }) });
  const { situations } = placeRows([row(2, shows(A1)), copy], new SentRequests([A1]));
  expect(situations[1]).toEqual({ kind: 'unproven', heldBy: 2 });
});

test('a row with a disowned ID takes the request of its reference before another one', () => {
  const disowned = row(2, { proof: unanswered, assessmentId: 'gone', showsNothing: false });
  const sent = [unanswered, request('U2', { ...unanswered, key: 'U2' })];
  const { situations } = placeRows([disowned], new SentRequests(sent), (id) => id === 'gone');
  expect(situations[0]).toEqual({ kind: 'known', request: unanswered });
});

test('a duplicate is held if it shows something, or if the other row is blocked', () => {
  const isHeld = (rows: ShownRow[], index: number) => {
    const situation = placeRows(rows, new SentRequests([A1])).situations[index];
    return situation?.kind === 'duplicate' ? situation.isHeld : undefined;
  };
  const original = row(2, shows(A1));
  expect(isHeld([original, row(3)], 1)).toBe(false);
  expect(isHeld([original, row(3, { showsNothing: false })], 1)).toBe(true);
  const unproven = row(3, { inputs: ['a2'], assessmentId: 'X', showsNothing: false });
  expect(isHeld([row(2, { inputs: ['a2'] }), unproven], 0)).toBe(true);
  expect(isHeld([row(2, { inputs: ['a2'] }), row(3, { inputs: ['a2'] })], 1)).toBe(false);
});

test('a row with an ID that no request has waits for the row with the open request of its reference', () => {
  const typed = row(2, { inputs: ['a2'], assessmentId: 'X', showsNothing: false });
  const situationWith = (proof: SentRequest) => {
    const rows = [{ ...typed, proof }, row(3, { proof, hasReference: true })];
    return placeRows(rows, new SentRequests([proof])).situations[0];
  };
  expect(situationWith(unanswered)).toEqual({ kind: 'unproven', openIn: 3 });
  // The ID is not that of the answer.
  expect(situationWith(A1)).toEqual({ kind: 'unproven' });
});

describe('a request that no row has', () => {
  const other = row(2, { inputs: ['a2'] });

  test.each<[what: string, rows: ShownRow[], sent: SentRequest[], doubts: number[]]>([
    [
      'holds back its person, if no sheet has shown it',
      [other],
      [request('A1', { isShown: false })],
      [2],
    ],
    [
      'holds back its person, if it was never answered',
      [other],
      [request('U1', { outcome: 'unanswered', isShown: false })],
      [2],
    ],
    ['holds back nobody, if the sheet has shown it', [other], [A1], []],
    [
      'holds back nobody, if it was refused',
      [other],
      [request('R1', { ...refused, isShown: false })],
      [],
    ],
    [
      'holds back nobody, if a row that cannot be read shows it',
      [row(2, { inputs: [], person: undefined, ...shows(A1) }), row(3, { inputs: ['a3'] })],
      [A1],
      [],
    ],
    [
      'holds back nobody, if a row of its person shows it beside corrected inputs',
      [row(2, { inputs: ['a2'], ...shows(A1) }), row(3, { inputs: ['a3'] })],
      [A1],
      [],
    ],
    [
      'holds back its person, if a row of another person shows it that cannot be read',
      [row(2, { inputs: [], person: 'b', ...shows(A1) }), row(3, { inputs: ['a3'] })],
      [A1],
      [3],
    ],
    [
      'holds back nobody, if an assessment has followed it',
      [other],
      [request('A1', { isShown: false }), request('A2', { follows: 'A1' })],
      [],
    ],
    [
      'holds back its person, if only a row of another person shows it',
      [row(2, shows(A1)), row(3, { inputs: ['b1'], person: 'b', ...shows(request('A2')) })],
      [A1, request('A2', { inputs: 'a2', follows: 'A1' })],
      [2],
    ],
    [
      'holds back only its own person, if that person has a row without a request',
      [other, row(3, { inputs: ['b1'], person: 'b', trip: '1' })],
      [request('A1', { isShown: false, trip: '1' })],
      [2],
    ],
    [
      'holds back also a row of another person, if all rows of its person have their requests',
      [row(2, { inputs: ['a2'] }), row(3, { inputs: ['b1'], person: 'b', trip: '1' })],
      [request('A1', { isShown: false, trip: '1' }), request('A2', { inputs: 'a2' })],
      [2, 3],
    ],
    [
      'holds back no other person',
      [row(2, { inputs: ['b2'], person: 'b' })],
      [request('A1', { isShown: false })],
      [],
    ],
    [
      'holds back a row with its inputs and another Employee ID',
      [row(2, { inputs: ['b1'], person: 'b', trip: '1' })],
      [request('A1', { isShown: false, trip: '1' })],
      [2],
    ],
    [
      'holds back a row with its inputs, if its ID is beside other inputs',
      [
        row(2, { inputs: ['c1'], person: 'c', trip: '2', ...shows(A1) }),
        row(3, { inputs: ['b1'], person: 'b', trip: '1' }),
      ],
      [request('A1', { trip: '1' })],
      [3],
    ],
    [
      'holds back nobody else, if the row with its ID has its inputs',
      [
        row(2, { inputs: ['c1'], person: 'c', trip: '1', ...shows(A1) }),
        row(3, { inputs: ['b1'], person: 'b', trip: '1' }),
      ],
      [request('A1', { trip: '1' })],
      [],
    ],
    [
      'holds back its person, if its ID is beside other inputs',
      [other, row(3, { inputs: ['b1'], person: 'b', ...shows(A1) })],
      [A1],
      [2],
    ],
    [
      'does not hold back the row that it reassesses, whose inputs were edited back',
      [row(2, shows(request('A2', { inputs: 'a2', follows: 'A1' }))), row(3, { inputs: ['a3'] })],
      [A1, request('A2', { inputs: 'a2', follows: 'A1' })],
      [],
    ],
  ])('%s', (_what, rows, sent, doubts) => {
    expect([...placeRows(rows, new SentRequests(sent)).doubts.keys()]).toEqual(doubts);
  });
});

test('a row in doubt with a refused first request is asked about like a new one', () => {
  const homeless = request('A2', { inputs: 'a2', isShown: false });
  const situationWith = (sent: SentRequest[]) =>
    placeRows([row(2, { proof: sent[0] })], new SentRequests(sent)).situations[0];
  expect(situationWith([refused, homeless])).toEqual({ kind: 'new', refused });
  expect(situationWith([refused])).toEqual({ kind: 'known', request: refused });
  const correction = { ...refused, follows: 'A0' };
  const before = request('A0');
  expect(situationWith([correction, before, homeless])?.kind).toBe('known');
});

describe('what may be sent', () => {
  const refusedNext = { ...refused, follows: 'A1' };
  const first: SendReason[] = ['first', 'retryRejected', 'duplicates'];
  test.each<[situation: Situation, sendings: SendReason[]]>([
    [{ kind: 'invalid' }, []],
    [{ kind: 'known', request: A1 }, ['round']],
    [{ kind: 'known', request: unanswered }, []],
    [{ kind: 'known', request: refused }, ['retryRejected', 'round']],
    [{ kind: 'known', request: refusedNext }, ['retryRejected', 'round']],
    [{ kind: 'changed', request: A1 }, ['round']],
    [{ kind: 'changed', request: unanswered }, []],
    [{ kind: 'unclear', request: A1, rows: [2, 3] }, []],
    [{ kind: 'foreign', request: A1 }, []],
    [{ kind: 'duplicate', of: 2, isHeld: false, showsNothing: true }, ['duplicates']],
    [{ kind: 'duplicate', of: 2, isHeld: true, showsNothing: true }, []],
    [{ kind: 'copied', from: 2 }, first],
    [{ kind: 'disowned' }, []],
    [{ kind: 'unproven' }, []],
    [{ kind: 'new' }, first],
  ])('%j: %j', (situation, sendings) => {
    const all: SendReason[] = [...first, 'round'];
    const sent = (isInDoubt: boolean) =>
      all.filter((reason) => maySend(situation, reason, { isInDoubt }));
    expect(sent(false)).toEqual(sendings);
    const isAssessed =
      (situation.kind === 'known' || situation.kind === 'changed') &&
      (situation.request === A1 || situation.request === refusedNext);
    expect(sent(true)).toEqual(isAssessed ? ['round'] : []);
  });
});

test('a row without a proof takes the first open request, and the row that shows it the next', () => {
  const other = request('U2', { assessmentId: undefined, outcome: 'unanswered' });
  const changed = row(2, { inputs: ['a2'], proof: unanswered, showsNothing: false });
  const { situations } = placeRows([changed, row(3)], new SentRequests([unanswered, other]));
  expect(situations).toEqual([
    { kind: 'changed', request: other },
    { kind: 'known', request: unanswered },
  ]);
});
