import { describe, expect, test } from 'vitest';
import { type SentRequest, SentRequests } from '../../../batch/engine/identity/requests.js';
import {
  maySend,
  placeRows,
  type SendReason,
  type RowEvidence,
  type Situation,
} from '../../../batch/engine/identity/situation.js';
import { createRequest } from './testRequest.js';

const createRow = (number: number, more: Partial<RowEvidence> = {}): RowEvidence => ({
  number,
  inputs: ['a1'],
  // The person of an unreadable row is unknown.
  person: more.inputs?.length === 0 ? undefined : 'a',
  assessmentId: '',
  proof: undefined,
  isWholeCopy: false,
  isIdKept: false,
  hasReplacedId: false,
  hasOnlyResults: false,
  hasReference: false,
  showsNothing: true,
  ...more,
});

const createShown = (
  proof: SentRequest,
  more: Partial<RowEvidence> = {},
): Partial<RowEvidence> => ({
  assessmentId: proof.assessmentId ?? '',
  proof,
  showsNothing: false,
  isWholeCopy: true,
  isIdKept: true,
  hasReplacedId: false,
  ...more,
});

const A1 = createRequest('A1');
const refused = createRequest('R1', { assessmentId: undefined, outcome: 'refused' });
const unanswered = createRequest('U1', { assessmentId: undefined, outcome: 'unanswered' });
const A2 = createRequest('A2');
const A2ForOtherInputs = createRequest('A2', { inputs: 'a2' });
const A2AfterA1 = createRequest('A2', { follows: 'A1' });
const A2ForOtherInputsAfterA1 = createRequest('A2', { inputs: 'a2', follows: 'A1' });
const U2 = createRequest('U2', { ...unanswered, key: 'U2' });

const createShownRow = (
  number: number,
  proof: SentRequest,
  inputs: readonly string[] = ['a1'],
  more: Partial<RowEvidence> = {},
) => createRow(number, { inputs, ...createShown(proof, more) });

/**
 * The rows of a sheet, the sent requests, and the situations of the rows. Each title begins with the
 * situation of the row that it is about.
 */
const tableLines: [
  line: string,
  rows: RowEvidence[],
  sent: SentRequest[],
  kinds: Situation['kind'][],
][] = [
  ['invalid: its inputs cannot be read', [createRow(2, { inputs: [] })], [A1], ['invalid']],
  ['known: its inputs were sent', [createRow(2)], [A1], ['known']],
  [
    'known: its inputs were sent, and it has an unknown ID',
    [createRow(2, { assessmentId: 'X', showsNothing: false })],
    [A1],
    ['known'],
  ],
  ['known: its inputs were sent and never answered', [createRow(2)], [unanswered], ['known']],
  ['known: its inputs were sent and refused', [createRow(2)], [refused], ['known']],
  [
    'known: another reading of its inputs was sent',
    [createRow(2, { inputs: ['a0', 'a1'] })],
    [A1],
    ['known'],
  ],
  [
    'known: it has its own request, not a free one with the same inputs',
    [createShownRow(2, A2), createShownRow(3, A1)],
    [A1, A2],
    ['known', 'known'],
  ],
  [
    'known: it gets a request that no row shows, not one that another row shows',
    [createShownRow(2, A1, ['a2']), createRow(3)],
    [A1, A2],
    ['changed', 'known'],
  ],
  [
    'known: its inputs were refused, and it shows an assessment of another person',
    [createRow(2, { inputs: ['b1'], person: 'b', ...createShown(A1) })],
    [A1, createRequest('R1', { ...refused, inputs: 'b1', person: 'b' })],
    ['known'],
  ],
  [
    'unproven: a text replaces its ID, and its inputs have a request that it does not prove',
    [createRow(2, { hasReplacedId: true, hasReference: true, showsNothing: false })],
    [unanswered],
    ['unproven'],
  ],
  [
    'known: it gets an assessment that another row shows, not a refusal',
    [createShownRow(2, A1, ['a2']), createRow(3)],
    [refused, A1],
    ['copied', 'known'],
  ],
  [
    'known: an ID belongs to the row with its reference, not to a row in which it was typed',
    [createRow(2, createShown(A1, { isIdKept: false })), createShownRow(3, A1, ['a2'])],
    [createRequest('A0'), A1],
    ['known', 'changed'],
  ],
  [
    'known: an ID belongs to the row with the reference of a later assessment, not to a row in which it was typed',
    [createRow(2, createShown(A1, { isIdKept: false })), createShownRow(3, A2AfterA1, ['a2'])],
    [createRequest('A0'), A1, A2AfterA1],
    ['known', 'changed'],
  ],
  [
    'known: the ID of an answer belongs to the row in which it was typed, not to a row with the previous ID',
    [
      createRow(2, createShown(A2AfterA1, { isIdKept: false })),
      createRow(3, { ...createShown(A2AfterA1), assessmentId: 'A1' }),
    ],
    [A1, A2AfterA1],
    ['known', 'duplicate'],
  ],
  [
    'known: an answer belongs to the row with the previous ID, not to a row with a disowned ID',
    [
      createRow(2, {
        ...createShown(A2AfterA1),
        assessmentId: 'gone',
        isIdKept: false,
      }),
      createRow(3, { ...createShown(A2AfterA1), assessmentId: 'A1' }),
    ],
    [A1, A2AfterA1],
    ['duplicate', 'known'],
  ],
  [
    'known: a chain belongs to the row that shows its latest assessment, not to a row that shows an earlier assessment',
    [createShownRow(2, A1), createShownRow(3, A2AfterA1)],
    [A1, A2AfterA1],
    ['duplicate', 'known'],
  ],
  [
    'known: an assessment and its reassessments belong to one of two identical rows',
    [createRow(2), createRow(3)],
    [A1, A2AfterA1],
    ['known', 'duplicate'],
  ],
  [
    'known: a request belongs to the row whose reference was written for it',
    [createRow(2), createRow(3, { hasReference: true, showsNothing: false })],
    [A1],
    ['duplicate', 'known'],
  ],
  [
    'changed: its inputs were refused, and it shows an assessment of other inputs',
    [createShownRow(2, A2ForOtherInputs)],
    [refused, A2ForOtherInputs],
    ['changed'],
  ],
  [
    'changed: it shows an assessment of other inputs',
    [createShownRow(2, A1, ['a2'])],
    [A1],
    ['changed'],
  ],
  [
    'changed: it shows an assessment of other inputs, which a row with another request also shows',
    [createShownRow(2, A2ForOtherInputs), createShownRow(3, A2ForOtherInputs, ['a3'])],
    [A1, A2ForOtherInputs],
    ['known', 'changed'],
  ],
  [
    'changed: without an ID, it shows one of several requests without an answer',
    [
      createRow(2, { proof: unanswered, showsNothing: false }),
      createRow(3, { inputs: ['a2'], proof: unanswered, showsNothing: false }),
    ],
    [unanswered, U2],
    ['known', 'changed'],
  ],
  [
    'changed: with an unknown ID, it shows one of several requests without an answer',
    [
      createRow(2, { proof: unanswered, showsNothing: false }),
      createRow(3, { inputs: ['a2'], proof: unanswered, assessmentId: 'X', showsNothing: false }),
    ],
    [unanswered, U2],
    ['known', 'changed'],
  ],
  [
    'changed: it shows a later assessment of the chain than another row',
    [createShownRow(2, A1), createShownRow(3, A2ForOtherInputsAfterA1, ['a4'])],
    [
      A1,
      A2ForOtherInputsAfterA1,
      createRequest('U3', { ...unanswered, key: 'U3', inputs: 'a3', follows: 'A2' }),
    ],
    ['known', 'changed'],
  ],
  [
    'unclear: it and another row show the same assessment of other inputs',
    [createShownRow(2, A1, ['a2']), createShownRow(3, A1, ['a3'])],
    [A1],
    ['unclear', 'unclear'],
  ],
  [
    'unclear: it and another row share the only open request that no other row holds',
    [
      createRow(2, { inputs: ['a2'], proof: unanswered, showsNothing: false }),
      createRow(3, { inputs: ['a2'], proof: unanswered, showsNothing: false }),
      createRow(4, { proof: unanswered, hasReference: true, showsNothing: false }),
    ],
    [unanswered, U2],
    ['unclear', 'unclear', 'known'],
  ],
  [
    'changed: a row of another person shows the same assessment, so its ID is wrong',
    [
      createShownRow(2, A1, ['a2']),
      createRow(3, { inputs: ['b1'], person: 'b', ...createShown(A1, { isWholeCopy: false }) }),
    ],
    [A1],
    ['changed', 'foreign'],
  ],
  [
    'unclear: another row shows the assessment that followed, and both have other inputs',
    [createShownRow(2, A1, ['a3']), createShownRow(3, A2ForOtherInputsAfterA1, ['a4'])],
    [A1, A2ForOtherInputsAfterA1],
    ['unclear', 'unclear'],
  ],
  [
    'unclear: it and a row that cannot be read show the same assessment',
    [createShownRow(2, A1, []), createShownRow(3, A1, ['a2'])],
    [A1],
    ['invalid', 'unclear'],
  ],
  [
    'foreign: it shows an assessment of another person',
    [createRow(2, { inputs: ['b1'], person: 'b', ...createShown(A1) })],
    [A1],
    ['foreign'],
  ],
  [
    'a duplicate: another row holds the request of its inputs',
    [createRow(2), createRow(3)],
    [A1],
    ['known', 'duplicate'],
  ],
  [
    'a duplicate: another row holds a request for another reading of its inputs',
    [createRow(2), createRow(3, { inputs: ['a0', 'a1'] })],
    [A1],
    ['known', 'duplicate'],
  ],
  [
    'a duplicate: a row that cannot be read shows the request of its inputs',
    [createRow(2), createRow(3, { inputs: [], proof: unanswered, showsNothing: false })],
    [unanswered],
    ['duplicate', 'invalid'],
  ],
  [
    'a duplicate: another row was assessed with its inputs, and then changed back',
    [createRow(2, { inputs: ['a2'] }), createShownRow(3, A1)],
    [A1, A2ForOtherInputsAfterA1],
    ['duplicate', 'known'],
  ],
  [
    'known: results beside an empty row are not those of the empty row',
    [createRow(2, { inputs: [], hasOnlyResults: true, ...createShown(A1) }), createRow(3)],
    [A1],
    ['invalid', 'known'],
  ],
  [
    'a duplicate: another row is new with its inputs',
    [createRow(2), createRow(3)],
    [],
    ['new', 'duplicate'],
  ],
  [
    'a duplicate: another row is blocked with its inputs',
    [createRow(2), createRow(3, { assessmentId: 'X', showsNothing: false })],
    [],
    ['duplicate', 'unproven'],
  ],
  [
    'copied: it was copied from a row that is still in the sheet',
    [createShownRow(2, A1), createShownRow(3, A1, ['a2'])],
    [A1],
    ['known', 'copied'],
  ],
  [
    'copied: it and a later row with the same inputs were copied from a row that is still in the sheet',
    [createShownRow(2, A1), createShownRow(3, A1, ['a2']), createShownRow(4, A1, ['a2'])],
    [A1],
    ['known', 'copied', 'duplicate'],
  ],
  [
    'unproven: only its ID was copied',
    [createShownRow(2, A1), createShownRow(3, A1, ['a2'], { isWholeCopy: false })],
    [A1],
    ['known', 'unproven'],
  ],
  [
    'disowned: a person has disowned its ID',
    [createRow(2, { assessmentId: 'gone', showsNothing: false })],
    [],
    ['disowned'],
  ],
  [
    'unproven: nothing proves its ID',
    [createRow(2, { assessmentId: 'X', showsNothing: false })],
    [],
    ['unproven'],
  ],
  [
    'unproven: it shows that it was sent, but no ID',
    [createRow(2, { showsNothing: false })],
    [],
    ['unproven'],
  ],
  ['new: it shows nothing', [createRow(2)], [], ['new']],
  [
    'new: its inputs were refused in a round of another row',
    [createShownRow(2, A1, ['a3']), createRow(3, { inputs: ['a2'] })],
    [A1, createRequest('R2', { ...refused, key: 'R2', inputs: 'a2', follows: 'A1' })],
    ['changed', 'new'],
  ],
  [
    'new: only another reading of its inputs was refused',
    [createRow(2, { inputs: ['a0', 'a1'] })],
    [refused],
    ['new'],
  ],
];

test.each(tableLines)('a row is %s', (_line, rows, sent, kinds) => {
  const placed = placeRows(rows, new SentRequests(sent), (id) => id === 'gone');
  expect(placed.situations.map(({ kind }) => kind)).toEqual(kinds);
});

test.each(
  tableLines.flatMap((line) => {
    const [name, , sent] = line;
    const followed = new Set(sent.map(({ follows }) => follows));
    const latest = sent.filter(({ key, outcome }) => outcome === 'answered' && !followed.has(key));
    return latest.length === 0
      ? []
      : ['a1', 'a2'].map((inputs) => [inputs, name, line, latest] as const);
  }),
)(
  'a refused reassessment with the inputs %s changes no situation (%s)',
  (inputs, _, line, latest) => {
    const [, rows, sent, kinds] = line;
    const refusals = latest.map(({ key, person }) =>
      createRequest(`after ${key}`, {
        ...refused,
        key: `after ${key}`,
        inputs,
        person,
        follows: key,
      }),
    );
    const requests = new SentRequests([...sent, ...refusals]);
    const placed = placeRows(rows, requests, (id) => id === 'gone');
    expect(placed.situations.map(({ kind }) => kind)).toEqual(kinds);
  },
);

/** The rows of a sheet, the sent requests, and the key of the request in the situation of the first row. */
const rowsWithKeys: [
  what: string,
  rows: RowEvidence[],
  sent: SentRequest[],
  key: string | undefined,
][] = [
  [
    'an edited row has the newest assessment of its chain',
    [createShownRow(2, A1, ['a3'])],
    [A1, A2ForOtherInputsAfterA1],
    'A2',
  ],
  [
    'an edited row has the newest assessment of its chain, not a refused request',
    [createShownRow(2, A1, ['a3'])],
    [A1, createRequest('R2', { ...refused, key: 'R2', inputs: 'a2', follows: 'A1' })],
    'A1',
  ],
  [
    'a row that cannot be read keeps the request that it shows',
    [createShownRow(2, A1, [])],
    [A1],
    'A1',
  ],
  [
    'a row that cannot be read keeps the newest request of its chain',
    [createShownRow(2, A1, [])],
    [A1, createRequest('U2', { ...unanswered, key: 'U2', follows: 'A1' })],
    'U2',
  ],
  [
    'a row that cannot be read keeps no request that another row holds',
    [createShownRow(2, A1, []), createShownRow(3, A1)],
    [A1],
    undefined,
  ],
  [
    'a row has the refused reassessment of its assessment',
    [createShownRow(2, A1)],
    [A1, createRequest('R2', { ...refused, key: 'R2', follows: 'A1' })],
    'R2',
  ],
  [
    'a row has the refused reassessment of its assessment with the current reading of its inputs',
    [createRow(2, { ...createShown(A1), inputs: ['a2', 'a1'] })],
    [A1, createRequest('R2', { ...refused, key: 'R2', inputs: 'a2', follows: 'A1' })],
    'R2',
  ],
  [
    'a row whose inputs were changed back has the refused reassessment with these inputs',
    [createShownRow(2, A1)],
    [A1, A2ForOtherInputsAfterA1, createRequest('R3', { ...refused, key: 'R3', follows: 'A2' })],
    'R3',
  ],
  [
    'a row has no refused reassessment of an assessment that another row shows',
    [createShownRow(2, A1), createShownRow(3, A2ForOtherInputsAfterA1)],
    [A1, A2ForOtherInputsAfterA1, createRequest('R3', { ...refused, key: 'R3', follows: 'A2' })],
    'A1',
  ],
  ['a row takes an assessment rather than a refusal', [createRow(2)], [refused, A1], 'A1'],
  [
    'a row has no reassessment if another row shows the assessment before it',
    [createRow(2), createShownRow(3, A1)],
    [A1, A2AfterA1],
    undefined,
  ],
];

test.each(rowsWithKeys)('%s', (_what, rows, sent, key) => {
  const [situation] = placeRows(rows, new SentRequests(sent)).situations;
  expect(
    situation !== undefined && 'request' in situation ? situation.request.key : undefined,
  ).toBe(key);
});

test('the situation of a row with a copied ID contains the row that has the assessment', () => {
  const copy = createShownRow(3, A1, ['a2'], { isWholeCopy: false });
  const { situations } = placeRows([createShownRow(2, A1), copy], new SentRequests([A1]));
  expect(situations[1]).toEqual({ kind: 'unproven', heldBy: 2 });
});

test('a row with a disowned ID takes the request of its reference rather than another request', () => {
  const disowned = createRow(2, { proof: unanswered, assessmentId: 'gone', showsNothing: false });
  const sent = [unanswered, U2];
  const { situations } = placeRows([disowned], new SentRequests(sent), (id) => id === 'gone');
  expect(situations[0]).toEqual({ kind: 'known', request: unanswered });
});

test('a duplicate is held back if it shows something, or if the other row is blocked', () => {
  const isDuplicateHeld = (rows: RowEvidence[], index: number) => {
    const situation = placeRows(rows, new SentRequests([A1])).situations[index];
    return situation?.kind === 'duplicate' ? situation.isHeld : undefined;
  };
  const original = createShownRow(2, A1);
  expect(isDuplicateHeld([original, createRow(3)], 1)).toBe(false);
  expect(isDuplicateHeld([original, createRow(3, { showsNothing: false })], 1)).toBe(true);
  const unproven = createRow(3, { inputs: ['a2'], assessmentId: 'X', showsNothing: false });
  expect(isDuplicateHeld([createRow(2, { inputs: ['a2'] }), unproven], 0)).toBe(true);
  expect(
    isDuplicateHeld([createRow(2, { inputs: ['a2'] }), createRow(3, { inputs: ['a2'] })], 1),
  ).toBe(false);
});

test('a row with an unknown ID waits for the row with the open request of its reference', () => {
  const typed = createRow(2, { inputs: ['a2'], assessmentId: 'X', showsNothing: false });
  const findSituation = (proof: SentRequest) => {
    const rows = [{ ...typed, proof }, createRow(3, { proof, hasReference: true })];
    return placeRows(rows, new SentRequests([proof])).situations[0];
  };
  expect(findSituation(unanswered)).toEqual({ kind: 'unproven', openIn: 3 });
  // The request has an answer with another ID, so the row has nothing to wait for.
  expect(findSituation(A1)).toEqual({ kind: 'unproven' });
});

describe('a request that no row has', () => {
  const other = createRow(2, { inputs: ['a2'] });

  test.each<[what: string, rows: RowEvidence[], sent: SentRequest[], doubts: number[]]>([
    [
      'holds back its person, if no sheet has shown it',
      [other],
      [createRequest('A1', { isShown: false })],
      [2],
    ],
    [
      'holds back its person, if no sheet has shown it and it was never answered',
      [other],
      [createRequest('U1', { outcome: 'unanswered', isShown: false })],
      [2],
    ],
    ['holds back nobody, if the sheet has shown it', [other], [A1], []],
    [
      'holds back nobody, if it was refused',
      [other],
      [createRequest('R1', { ...refused, isShown: false })],
      [],
    ],
    [
      'holds back nobody, if a row that cannot be read shows it',
      [createRow(2, { inputs: [], ...createShown(A1) }), createRow(3, { inputs: ['a3'] })],
      [A1],
      [],
    ],
    [
      'holds back nobody, if a row of its person shows it beside corrected inputs',
      [createShownRow(2, A1, ['a2']), createRow(3, { inputs: ['a3'] })],
      [A1],
      [],
    ],
    [
      'holds back nobody, if an assessment has followed it',
      [other],
      [createRequest('A1', { isShown: false }), A2AfterA1],
      [],
    ],
    [
      'holds back its person, if only a row of another person shows it',
      [createShownRow(2, A1), createRow(3, { inputs: ['b1'], person: 'b', ...createShown(A2) })],
      [A1, A2ForOtherInputsAfterA1],
      [2],
    ],
    [
      'holds back only its own person, if that person has a row without a request',
      [other, createRow(3, { inputs: ['b1'], person: 'b', trip: '1' })],
      [createRequest('A1', { isShown: false, trip: '1' })],
      [2],
    ],
    [
      'also holds back a row of another person, if all rows of its person have their requests',
      [createRow(2, { inputs: ['a2'] }), createRow(3, { inputs: ['b1'], person: 'b', trip: '1' })],
      [createRequest('A1', { isShown: false, trip: '1' }), A2ForOtherInputs],
      [2, 3],
    ],
    [
      'holds back no other person',
      [createRow(2, { inputs: ['b2'], person: 'b' })],
      [createRequest('A1', { isShown: false })],
      [],
    ],
    [
      'holds back a row with its inputs and another Employee ID',
      [createRow(2, { inputs: ['b1'], person: 'b', trip: '1' })],
      [createRequest('A1', { isShown: false, trip: '1' })],
      [2],
    ],
    [
      'holds back a row with its inputs, if its ID is beside other inputs',
      [
        createRow(2, { inputs: ['c1'], person: 'c', trip: '2', ...createShown(A1) }),
        createRow(3, { inputs: ['b1'], person: 'b', trip: '1' }),
      ],
      [createRequest('A1', { trip: '1' })],
      [3],
    ],
    [
      'holds back nobody else, if the row with its ID has its inputs',
      [
        createRow(2, { inputs: ['c1'], person: 'c', trip: '1', ...createShown(A1) }),
        createRow(3, { inputs: ['b1'], person: 'b', trip: '1' }),
      ],
      [createRequest('A1', { trip: '1' })],
      [],
    ],
    [
      'holds back its person, if its ID is beside other inputs',
      [other, createRow(3, { inputs: ['b1'], person: 'b', ...createShown(A1) })],
      [A1],
      [2],
    ],
    [
      'holds back nobody, if it reassessed a row whose inputs were edited back',
      [createShownRow(2, A2ForOtherInputsAfterA1), createRow(3, { inputs: ['a3'] })],
      [A1, A2ForOtherInputsAfterA1],
      [],
    ],
  ])('%s', (_what, rows, sent, doubts) => {
    expect([...placeRows(rows, new SentRequests(sent)).doubts.keys()]).toEqual(doubts);
  });
});

test('a row in doubt whose first request was refused counts as new', () => {
  const unplaced = createRequest('A2', { inputs: 'a2', isShown: false });
  const findSituation = (sent: SentRequest[]) =>
    placeRows([createRow(2, { proof: sent[0] })], new SentRequests(sent)).situations[0];
  expect(findSituation([refused, unplaced])).toEqual({ kind: 'new', refused });
  expect(findSituation([refused])).toEqual({ kind: 'known', request: refused });
  const correction = { ...refused, follows: 'A0' };
  const before = createRequest('A0');
  expect(findSituation([correction, before, unplaced])?.kind).toBe('known');
});

describe('the reasons for which a row may be sent', () => {
  const refusedNext = { ...refused, follows: 'A1' };
  test.each<[situation: Situation, reasons: SendReason[], reasonsInDoubt: SendReason[]]>([
    [{ kind: 'invalid' }, [], []],
    [{ kind: 'known', request: A1 }, ['round'], ['round']],
    [{ kind: 'known', request: unanswered }, [], []],
    [{ kind: 'known', request: refused }, ['retryRejected', 'round'], []],
    [{ kind: 'known', request: refusedNext }, ['retryRejected', 'round'], ['round']],
    [{ kind: 'changed', request: A1 }, ['round'], ['round']],
    [{ kind: 'changed', request: unanswered }, [], []],
    [{ kind: 'unclear', request: A1, rows: [2, 3] }, [], []],
    [{ kind: 'foreign', request: A1 }, [], []],
    [{ kind: 'duplicate', of: 2, isHeld: false, showsNothing: true }, ['duplicates'], []],
    [{ kind: 'duplicate', of: 2, isHeld: true, showsNothing: true }, [], []],
    [{ kind: 'copied', from: 2 }, [], []],
    [{ kind: 'disowned' }, [], []],
    [{ kind: 'unproven' }, [], []],
    [{ kind: 'new' }, [], []],
  ])('in the situation %j: %j, and in doubt: %j', (situation, reasons, reasonsInDoubt) => {
    const all: SendReason[] = ['retryRejected', 'duplicates', 'round'];
    const findReasons = (isInDoubt: boolean) =>
      all.filter((reason) => maySend(situation, reason, { isInDoubt }));
    expect(findReasons(false)).toEqual(reasons);
    expect(findReasons(true)).toEqual(reasonsInDoubt);
  });
});

test('a row without a proof takes the first open request from the row that shows it', () => {
  const changed = createRow(2, { inputs: ['a2'], proof: unanswered, showsNothing: false });
  const { situations } = placeRows([changed, createRow(3)], new SentRequests([unanswered, U2]));
  expect(situations).toEqual([
    { kind: 'changed', request: U2 },
    { kind: 'known', request: unanswered },
  ]);
});
