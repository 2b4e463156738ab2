import { expect, test } from 'vitest';
import type { RoundFact, RowFact } from '../../../batch/engine/journal/facts.js';
import {
  findCurrentRound,
  applyToRounds,
  readRoundName,
  type Round,
  type WantedRound,
} from '../../../batch/engine/journal/rounds.js';
import { applyFact, type RowState } from '../../../batch/engine/journal/rowState.js';
import { connectionReset } from '../../serviceMessages.js';

const toUtc = (text: string) => new Date(text).toISOString();
const begun = toUtc('2026-11-02T23:30:00');
const ended = toUtc('2026-11-02T23:40:00');
const round2: Round = { number: 2, begunAt: begun };
const finished2: Round = { ...round2, endedAt: ended };

const finishedNextDay: Round = { ...round2, endedAt: toUtc('2026-11-03T00:10:00') };
const workedForDays: Round = { ...round2, workedAt: toUtc('2026-11-08T22:00:00') };
const named: Round = { ...finished2, name: '2026-Q4' };
const later: Round = { ...finished2, number: 3, begunAt: ended };

// The rounds in the journal, the start of the run, the expected number of its round, and perhaps the
// wanted round.
const table: [string, Round[], now: string, round: number, wanted?: WantedRound][] = [
  [
    'the first reassessment begins round 2, because first assessments are round 1',
    [],
    '2026-11-02T23:50:00',
    2,
  ],
  ['a round that ended today stays current', [finished2], '2026-11-02T23:50:00', 2],
  ['a round that ended yesterday is followed by another', [finished2], '2026-11-03T00:05:00', 3],
  [
    'a round that ended today stays current, even if it began yesterday',
    [finishedNextDay],
    '2026-11-03T12:00:00',
    2,
  ],
  ['no round begins if the clock is set back', [finished2], '2026-10-01T12:00:00', 2],
  ['a round from the future is continued', [round2], '2026-10-01T12:00:00', 2],
  ['an unfinished round continues the next day', [round2], '2026-11-03T00:05:00', 2],
  ['an unfinished round continues on the 7th day', [round2], '2026-11-08T23:00:00', 2],
  ['a weekly start that is some seconds early begins a round', [round2], '2026-11-09T23:29:50', 3],
  ['an unfinished round ends after seven days', [round2], '2026-11-10T00:30:00', 3],
  [
    'an unfinished round with a request two days ago continues after seven days',
    [workedForDays],
    '2026-11-10T00:30:00',
    2,
  ],
  [
    'a paused run continues the round that began after its order',
    [round2],
    '2027-01-10T00:30:00',
    2,
    { orderedMs: Date.parse(begun) - 1000 },
  ],
  ['a new round begins on request', [round2], '2026-11-02T23:50:00', 3, 'new'],
  [
    'the next round begins on the day of a finished round',
    [finished2],
    '2026-11-02T23:50:00',
    3,
    { nextMs: Date.parse(toUtc('2026-11-02T23:50:00')) },
  ],
  [
    'the next round does not begin before an unfinished round ends',
    [round2],
    '2026-11-03T00:05:00',
    2,
    { nextMs: Date.parse(toUtc('2026-11-03T00:05:00')) },
  ],
  [
    'an unfinished third round continues',
    [finished2, { ...round2, number: 3 }],
    '2026-11-03T12:00:00',
    3,
  ],
  ['a name selects its round a year later', [named], '2027-11-02T12:00:00', 2, { name: '2026-Q4' }],
  ['names are compared without case', [named], '2027-11-02T12:00:00', 2, { name: '2026-q4' }],
  [
    'a known name selects its round even after later rounds',
    [named, later],
    begun,
    2,
    { name: '2026-Q4' },
  ],
  ['another name begins a round', [named], ended, 3, { name: '2027-Q1' }],
  ['a name begins a round beside an unfinished round', [round2], ended, 3, { name: '2027-Q1' }],
];

test.each(table)('the round of a run: %s', (_name, rounds, now, round, wanted) => {
  expect(findCurrentRound(rounds, Date.parse(toUtc(now)), wanted).number).toBe(round);
});

test.each([
  ['2027-Q1', '2027-Q1'],
  ['２０２７－Ｑ１', '2027-Q1'],
  ['Herbst-Prüfung', 'Herbst-Prüfung'],
])('the name %s is stored as %s', (typed, stored) => {
  expect(readRoundName(typed)).toBe(stored);
});

test.each(['', 'Q1/2027', '½'])('the name %j is refused', (typed) => {
  expect(readRoundName(typed)).toBeUndefined();
});

test('the latest time of a round is reported if it is over a minute in the future', () => {
  const minuteMs = 60_000;
  const findFutureTime = (ms: number) =>
    findCurrentRound([finished2], Date.parse(ended) + ms).inFuture;
  expect([findFutureTime(-2 * minuteMs), findFutureTime(-minuteMs)]).toEqual([ended, undefined]);
});

test.each([
  ['each run selects rows', [true, true], true],
  ['a later run selects none', [true, undefined], undefined],
  ['only a later run selects rows', [undefined, true], undefined],
] as const)(
  'a round counts as partial only if each of its runs selects rows: %s',
  (_, runs, expected) => {
    const rounds: Round[] = [];
    for (const isPartial of runs) {
      const selected = isPartial === undefined ? {} : { isPartial };
      applyToRounds(rounds, { fact: 'round', round: 2, ...selected, at: begun }, new Map());
    }
    expect(rounds.map(({ isPartial }) => isPartial)).toEqual([expected]);
  },
);

test('a round keeps its name when it continues', () => {
  const rounds: Round[] = [];
  for (const time of [begun, ended]) {
    applyToRounds(rounds, { fact: 'round', round: 2, name: '2026-Q4', at: time }, new Map());
  }
  expect(rounds).toEqual([{ number: 2, name: '2026-Q4', begunAt: begun, workedAt: ended }]);
});

const toRoundFact = (name: 'round' | 'round_ended', time: string): RoundFact => ({
  fact: name,
  round: 2,
  at: time,
});
const sent: RowFact = { fact: 'intent', row: 'after:A1', round: 2, attempt: 1, at: begun };
const lost: RowFact = { fact: 'unconfirmed', row: 'after:A1', reason: connectionReset, at: begun };

const ends: [string, (RowFact | RoundFact)[], isFinished: boolean][] = [
  ['a round that begins', [toRoundFact('round', begun)], false],
  ['a round that ends', [toRoundFact('round', begun), toRoundFact('round_ended', ended)], true],
  [
    'a round that continues after it has ended',
    [toRoundFact('round', begun), toRoundFact('round_ended', ended), toRoundFact('round', ended)],
    false,
  ],
  [
    'a round that ends with an unconfirmed row',
    [toRoundFact('round', begun), sent, lost, toRoundFact('round_ended', ended)],
    true,
  ],
  [
    'a round whose unconfirmed row a person sends again',
    [
      toRoundFact('round', begun),
      sent,
      lost,
      toRoundFact('round_ended', ended),
      { fact: 'send_again', row: 'after:A1', at: ended },
    ],
    false,
  ],
  [
    'a round whose unconfirmed row a person resolves with an ID',
    [
      toRoundFact('round', begun),
      sent,
      lost,
      toRoundFact('round_ended', ended),
      { fact: 'created', row: 'after:A1', assessmentId: 'A2', by: 'person', at: ended },
    ],
    false,
  ],
  [
    'a round after which a first assessment is sent again',
    [
      toRoundFact('round', begun),
      toRoundFact('round_ended', ended),
      { fact: 'send_again', row: 'k1', at: ended },
    ],
    true,
  ],
];

function applyAll(facts: readonly (RowFact | RoundFact)[]): Round[] {
  const rounds: Round[] = [];
  const states = new Map<string, RowState>();
  for (const stored of facts) {
    applyToRounds(rounds, stored, states);
    if ('row' in stored) states.set(stored.row, applyFact(states.get(stored.row), stored));
  }
  return rounds;
}

test.each(ends)('finds whether a round is finished: %s', (_name, facts, isFinished) => {
  const rounds = applyAll(facts);
  expect(rounds).toMatchObject([{ number: 2, begunAt: begun }]);
  expect(rounds[0]?.endedAt).toBe(isFinished ? ended : undefined);
});

const created = { fact: 'created', row: 'id:A3', assessmentId: 'A3', at: ended } as const;
const accepted: RowFact = { ...created, by: 'person' };
const onlyInSheet: RowFact = { ...lost, row: 'k1', reason: { code: 'onlyInSheet' } };

test.each<[string, (RowFact | RoundFact)[], true | undefined]>([
  ['an assessment was accepted', [toRoundFact('round', begun), accepted], true],
  ['a request without an answer was accepted', [toRoundFact('round', begun), onlyInSheet], true],
  [
    'the round continued after an assessment was accepted',
    [toRoundFact('round', begun), accepted, toRoundFact('round', ended)],
    true,
  ],
  [
    'a later round began',
    [toRoundFact('round', begun), accepted, { ...toRoundFact('round', ended), round: 3 }],
    undefined,
  ],
  [
    'an assessment from before the round has no result',
    [accepted, toRoundFact('round', begun), { ...lost, fact: 'not_read', row: 'id:A3', at: ended }],
    undefined,
  ],
  [
    'a request from before the round was resolved',
    [onlyInSheet, toRoundFact('round', begun), { ...accepted, row: 'k1' }],
    undefined,
  ],
  [
    'a reference of another journal proves an assessment',
    [toRoundFact('round', begun), { ...created, by: 'sheet' }],
    true,
  ],
  [
    'the journal of another sheet has the assessment',
    [toRoundFact('round', begun), { ...created, by: 'sheet', sent: { at: begun } }],
    undefined,
  ],
  [
    'a reference proves the answer to a request of the round',
    [
      toRoundFact('round', begun),
      sent,
      { ...created, row: sent.row, request: 'sent', by: 'sheet' },
    ],
    true,
  ],
  [
    'an Assessment ID was typed for a request of the round',
    [toRoundFact('round', begun), sent, { ...created, row: sent.row, by: 'sheet' }],
    undefined,
  ],
  [
    'a request without an answer was accepted for a row that was not sent',
    [
      toRoundFact('round', begun),
      { fact: 'released', row: 'k1', reason: 'not_sent', at: begun },
      onlyInSheet,
    ],
    true,
  ],
  [
    'a request of the round was resolved',
    [toRoundFact('round', begun), sent, { ...accepted, row: sent.row }],
    undefined,
  ],
])('finds whether the latest round may be incomplete: %s', (_name, facts, mayBeIncomplete) => {
  expect(applyAll(facts).at(-1)?.mayBeIncomplete).toBe(mayBeIncomplete);
});
