import { describe, expect, test } from 'vitest';
import { listJournalRequests, RecordedInputs } from '../../../batch/engine/rows/placeSheet.js';
import {
  type ProofCells,
  readProofs,
  type ShownReference,
} from '../../../batch/engine/identity/proofs.js';
import { hashAssessment } from '../../../batch/engine/identity/reference.js';
import { type SentRequest, SentRequests } from '../../../batch/engine/identity/requests.js';
import { hashWithoutSalt } from '../../../batch/engine/intake/rowKey.js';
import { findDisownedIds } from '../../../batch/engine/journal/journalState.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { createRequest } from './testRequest.js';

const service = 'https://rwa.example';

const unanswered = createRequest('U1', { assessmentId: undefined, outcome: 'unanswered' });

const createReference = (
  assessment: ShownReference['assessment'],
  more: Partial<ShownReference> = {},
): ShownReference => ({
  inputs: 'a1',
  person: 'a',
  assessment,
  hasPreviousId: false,
  isOfThisJournal: true,
  ...more,
});
const createCells = (assessmentId: string, shown?: ShownReference): ProofCells => ({
  assessmentId,
  reference: shown,
});

/**
 * Reads the proofs of the rows. Returns the key and outcome of the request that each row proves, and
 * the requests afterwards with their keys.
 */
function prove(
  rows: readonly ProofCells[],
  sent: readonly SentRequest[] = [],
  { disowned = '', recorded = '' } = {},
) {
  const requests = new SentRequests(sent);
  const proofs = readProofs(rows, requests, {
    isDisowned: (id) => id === disowned,
    isRecorded: ({ inputs }) =>
      inputs === recorded || sent.some((sentRequest) => isOpenFor(inputs, sentRequest)),
  });
  return {
    proofs: proofs.map((proof) => proof && `${proof.key} ${proof.outcome}`),
    keys: [...requests.all].map(({ key }) => key),
    requests,
  };
}

function isOpenFor(inputs: string, sent: SentRequest): boolean {
  return sent.outcome === 'unanswered' && sent.inputs === inputs;
}

const own = createReference('own');
const none = createReference('none');
const round = createReference('none', { hasPreviousId: true });
const unansweredRound = { ...unanswered, follows: 'A1' };

describe('a reference', () => {
  test.each<
    [what: string, rows: ProofCells[], sent: SentRequest[], proofs: (string | undefined)[]]
  >([
    [
      'beside its ID proves the request that made the ID',
      [createCells('A1', own)],
      [],
      ['reference:A1 answered'],
    ],
    [
      "beside its ID proves the journal's request for the ID, even if the inputs differ",
      [createCells('A1', createReference('own', { inputs: 'a2' }))],
      [createRequest('A1')],
      ['A1 answered'],
    ],
    [
      "beside its ID answers the journal's open request",
      [createCells('A1', own)],
      [unanswered],
      ['U1 answered'],
    ],
    [
      'without an ID proves a request without an answer',
      [createCells('', none)],
      [],
      ['reference:a1 unanswered'],
    ],
    [
      'without an ID proves its own request, even if another row has an ID for the same inputs',
      [createCells('', none), createCells('A1', own)],
      [],
      ['reference:a1 unanswered', 'reference:A1 answered'],
    ],
    [
      'without an ID proves a request whose answer a person has supplied since',
      [createCells('', none)],
      [createRequest('A1', { isShown: false, wasUnanswered: true })],
      ['A1 answered'],
    ],
    [
      'without an answer proves its own request, even beside a typed ID that no request has',
      [createCells('X', none)],
      [],
      ['reference:a1 unanswered'],
    ],
    [
      'without an answer proves the request that made the ID typed beside it',
      [createCells('A1', none)],
      [createRequest('A1'), unansweredRound],
      ['A1 answered'],
    ],
    [
      'whose ID was deleted proves no other request with its inputs',
      [createCells('', createReference('other'))],
      [unanswered],
      [undefined],
    ],
    [
      'beside a text in place of the ID proves the request whose assessment it names',
      [
        createCells(
          '',
          createReference('other', { made: { service, hash: hashAssessment(service, 'A2') } }),
        ),
      ],
      [createRequest('A1'), createRequest('A2')],
      ['A2 answered'],
    ],
    [
      "of a round proves the journal's request that follows the ID beside it",
      [createCells('A1', round)],
      [createRequest('A1'), unansweredRound],
      ['U1 unanswered'],
    ],
    [
      'of a round beside the previous ID proves its own request',
      [createCells('A1', createReference('none', { hasPreviousId: true, inputs: 'a2' }))],
      [],
      ['reference:a2 unanswered'],
    ],
  ])('%s', (_what, rows, sent, proofs) => {
    expect(prove(rows, sent).proofs).toEqual(proofs);
  });

  const unanswered2 = { ...unanswered, key: 'U2' };
  const wasUnanswered = createRequest('A1', { wasUnanswered: true });

  test.each<
    [what: string, rows: ProofCells[], sent: SentRequest[], proofs: (string | undefined)[]]
  >([
    [
      'proves a request whose answer another row shows',
      [createCells('A1', own), createCells('', none)],
      [wasUnanswered],
      ['A1 answered', 'A1 answered'],
    ],
    [
      'proves a request without an answer rather than one whose answer was shown',
      [createCells('', none)],
      [wasUnanswered, unanswered],
      ['U1 unanswered'],
    ],
    [
      'proves an open request that no row above proves, if there is one',
      [createCells('', none), createCells('', none), createCells('', none)],
      [unanswered, unanswered2],
      ['U1 unanswered', 'U2 unanswered', 'U1 unanswered'],
    ],
    [
      'proves an open request that no row of a round proves',
      [createCells('', none), createCells('A0', round)],
      [createRequest('A0', { inputs: 'a0' }), { ...unanswered, follows: 'A0' }, unanswered2],
      ['U2 unanswered', 'U1 unanswered'],
    ],
  ])('without an ID %s', (_what, rows, sent, proofs) => {
    expect(prove(rows, sent, { recorded: 'a1' }).proofs).toEqual(proofs);
  });

  test('adds no request for an ID in the journal', () => {
    const shown = createCells('A1', createReference('own', { inputs: 'a2' }));
    expect(prove([shown], [createRequest('A1')]).keys).toEqual(['A1']);
  });

  test('without an ID adds a separate request for each row', () => {
    const row = createCells('', none);
    expect(prove([row, row]).keys).toEqual(['reference:a1', 'reference:a1:2']);
  });

  test('of a round adds one request for each ID beside it', () => {
    const rows = [createCells('A1', round), createCells('A1', round), createCells('A2', round)];
    const open = [...prove(rows).requests.all].filter(({ outcome }) => outcome === 'unanswered');
    expect(open.map(({ key }) => key)).toEqual(['reference:a1', 'reference:a1:2']);
  });

  test('beside its ID also adds an unanswered reassessment that the row shows', () => {
    const row = { ...createCells('A1', own), reassessmentKey: 'after:A1' };
    const { requests } = prove([row]);
    const open = { inputs: undefined, follows: 'reference:A1', outcome: 'unanswered' };
    expect(requests.get('after:A1')).toMatchObject(open);
    expect(prove([row], [createRequest('A1')]).keys).toEqual(['A1']);
  });

  test('replaces the request that it answers', () => {
    const { requests } = prove([createCells('A1', own)], [unanswered]);
    expect(requests.findLatest('a1')).toHaveLength(1);
  });

  test('whose ID was replaced adds its own request without an answer', () => {
    expect(prove([createCells('A2', createReference('other'))]).keys).toEqual(['reference:a1']);
  });

  test('whose ID a person has rejected proves nothing', () => {
    const { keys, proofs } = prove([createCells('A1', own)], [], {
      disowned: 'A1',
    });
    expect([keys, proofs]).toEqual([[], [undefined]]);
  });

  test('beside a text in place of the ID proves the assessment in another row, and nothing else', () => {
    const made = { service, hash: hashAssessment(service, 'A2') };
    const rows = [createCells('', createReference('other', { made })), createCells('A2', own)];
    const { keys, proofs } = prove(rows);
    expect(keys).toEqual(['reference:A2']);
    expect(proofs).toEqual(['reference:A2 answered', 'reference:A2 answered']);
  });

  test.each<[what: string, madeBy: string | undefined]>([
    ['known', service],
    ['unknown', undefined],
  ])(
    'beside a text in place of the ID adds no request by itself, if its service is %s',
    (_what, madeBy) => {
      const made = { service: madeBy, hash: hashAssessment(service, 'A2') };
      expect(prove([createCells('', createReference('other', { made }))]).keys).toEqual([]);
    },
  );

  test("that was written for the row's inputs proves the first open request, even if other rows are above", () => {
    const own = { ...createCells('', none), hasReference: true };
    const rows = [createCells('', none), own];
    expect(prove(rows, [unanswered, unanswered2]).proofs).toEqual([
      'U2 unanswered',
      'U1 unanswered',
    ]);
  });

  test('of a round proves no request that the service has refused', () => {
    const sent = [
      createRequest('A1'),
      { ...unanswered, outcome: 'refused', follows: 'A1' } as const,
    ];
    const shown = [createCells('A1', round)];
    expect(prove(shown, sent, { recorded: 'a1' }).proofs).toEqual(['A1 answered']);
  });

  test('without an ID adds no request for inputs in the journal', () => {
    expect(prove([createCells('', none)], [], { recorded: 'a1' }).keys).toEqual([]);
  });

  test('of a round also adds the assessment of the previous ID, if the journal lacks it', () => {
    const shown = createCells('A1', createReference('none', { hasPreviousId: true, inputs: 'a2' }));
    const { keys, requests, proofs } = prove([shown, createCells('A1')]);
    expect(keys).toEqual(['reference:A1', 'reference:a2']);
    expect(requests.get('reference:a2')?.follows).toBe('reference:A1');
    expect(proofs).toEqual(['reference:a2 unanswered', 'reference:A1 answered']);
    expect(prove([shown], [], { disowned: 'A1' }).keys).toEqual(['reference:a2']);
  });

  test('of a round adds a request that follows the assessment of the previous ID', () => {
    const { requests } = prove([createCells('A1', round)], [createRequest('A1')]);
    expect(requests.get('reference:a1')).toMatchObject({ follows: 'A1', outcome: 'unanswered' });
  });
});

const toStates = (entries: Record<string, Partial<RowState>>): Map<string, RowState> =>
  new Map(
    Object.entries(entries).map(([key, state]) => [key, { state: 'Scored', at: '', ...state }]),
  );

describe('the requests of a journal', () => {
  const listOutcomes = (entries: Record<string, Partial<RowState>>) =>
    [...listJournalRequests(toStates(entries))].map(({ key, outcome }) => `${key} ${outcome}`);

  test.each<[state: RowState['state'], outcomes: string[]]>([
    ['Sent', ['a1 unanswered']],
    ['Unconfirmed', ['a1 unanswered']],
    ['Pending', ['a1 answered']],
    ['Scored', ['a1 answered']],
    ['Rejected', ['a1 refused']],
    ['Ready', []],
    ['Forgotten', []],
  ])('for a row in the state %s: %j', (state, expected) => {
    expect(listOutcomes({ a1: { state } })).toEqual(expected);
  });

  test('have the inputs that were sent last, the person and the trip', () => {
    const [sent] = listJournalRequests(
      toStates({ 'after:A1': { request: 'a2', employee: 'a', trip: '2', assessmentId: 'A2' } }),
    );
    expect(sent).toMatchObject({ inputs: 'a2', person: 'a', trip: '2', assessmentId: 'A2' });
  });

  test('of a round follow the request of the previous assessment', () => {
    const entries = { a1: { assessmentId: 'A1' }, 'after:A1': { request: 'a2' } };
    const [, next] = listJournalRequests(toStates(entries));
    expect(next).toMatchObject({ follows: 'a1' });
  });

  test('do not include a refused reassessment of an assessment that is no longer in the journal', () => {
    expect(listOutcomes({ 'after:A1': { state: 'Rejected', request: 'a2' } })).toEqual([]);
  });
});

test('a journal disowns rejected IDs that no other request has, and the IDs of forgotten people', () => {
  const entries = {
    a1: { rejectedIds: ['A1', 'A2'] },
    a2: { assessmentId: 'A2' },
    a3: { forgottenIds: [hashWithoutSalt('A3')] },
  };
  const disowned = findDisownedIds(toStates(entries));
  expect(['A1', 'A2', 'A3'].map((id) => disowned.has(id))).toEqual([true, false, true]);
});

describe('a journal has a record', () => {
  const reassessment = { request: 'a1' };

  test.each<
    [
      what: string,
      entries: Record<string, Partial<RowState>>,
      shown: ShownReference,
      isRecorded: boolean,
    ]
  >([
    ['of a first request', { a1: {} }, none, true],
    ['of no request of a round, if it has only the first request', { a1: {} }, round, false],
    ['of a request of a round', { 'after:A1': reassessment }, round, true],
    [
      'of a request whose answer a person has supplied',
      { a1: { wasUnanswered: true } },
      round,
      true,
    ],
    ['of a request without an answer', { a1: { state: 'Unconfirmed' } }, round, true],
    ['of a request that is to be sent again', { a1: { state: 'Ready' } }, none, true],
    [
      'of a request that another request replaced',
      { 'after:A1': { request: 'a2', earlierRequests: ['a1'] } },
      round,
      true,
    ],
    ['of no request with other inputs', { a2: {} }, none, false],
  ])('%s', (_what, entries, shown, isRecorded) => {
    expect(new RecordedInputs(toStates(entries)).has(shown)).toBe(isRecorded);
  });

  test('of inputs that are to be sent again', () => {
    const records = new RecordedInputs(toStates({ a1: { state: 'Ready' }, a2: {} }));
    expect(['a1', 'a2', 'a3'].map((inputs) => records.isUnsent(inputs))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
