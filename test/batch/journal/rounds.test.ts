import { expect, test } from 'vitest';
import type { RoundFact, RowFact } from '../../../batch/engine/journal/facts.js';
import {
  currentRound,
  noteRound,
  type Round,
  type WantedRound,
} from '../../../batch/engine/journal/rounds.js';
import { afterFact, type RowState } from '../../../batch/engine/journal/rowState.js';

/** By the clock on the wall, in whatever zone the test runs. */
const at = (text: string) => new Date(text).toISOString();
const begun = at('2026-11-02T23:30:00');
const ended = at('2026-11-02T23:40:00');
const round2: Round = { number: 2, begunAt: begun };
const finished2: Round = { ...round2, endedAt: ended };

const finishedNextDay: Round = { ...round2, endedAt: at('2026-11-03T00:10:00') };
const workedForDays: Round = { ...round2, workedAt: at('2026-11-08T22:00:00') };
const named: Round = { ...finished2, name: '2026-Q4' };
const later: Round = { ...finished2, number: 3, begunAt: ended };

// The rounds in the journal, the time of a start, what it asks for, and the round that it works on.
const table: [string, Round[], now: string, WantedRound | undefined, round: number][] = [
  ['the first reassessment begins round 2', [], '2026-11-02T23:50:00', undefined, 2],
  ['a round that ended today has nothing to do', [finished2], '2026-11-02T23:50:00', undefined, 2],
  [
    'a round that ended yesterday is followed by another',
    [finished2],
    '2026-11-03T00:05:00',
    undefined,
    3,
  ],
  [
    'a round that ended today has nothing to do, although it began yesterday',
    [finishedNextDay],
    '2026-11-03T12:00:00',
    undefined,
    2,
  ],
  ['no round begins when the clock is set back', [finished2], '2026-10-01T12:00:00', undefined, 2],
  ['a round from the future is continued', [round2], '2026-10-01T12:00:00', undefined, 2],
  ['an unfinished round continues the next day', [round2], '2026-11-03T00:05:00', undefined, 2],
  ['an unfinished round continues on the sixth day', [round2], '2026-11-08T23:00:00', undefined, 2],
  [
    'a weekly start some seconds early begins a round',
    [round2],
    '2026-11-09T23:29:50',
    undefined,
    3,
  ],
  [
    'an unfinished round is given up after seven days',
    [round2],
    '2026-11-10T00:30:00',
    undefined,
    3,
  ],
  [
    'an unfinished round that was worked on two days ago continues after seven days',
    [workedForDays],
    '2026-11-10T00:30:00',
    undefined,
    2,
  ],
  [
    'a run that was ordered before the round keeps it however long it was paused',
    [round2],
    '2027-01-10T00:30:00',
    { orderedMs: Date.parse(begun) - 1000 },
    2,
  ],
  ['a new round begins if it is asked for', [round2], '2026-11-02T23:50:00', 'new', 3],
  [
    'an unfinished third round continues',
    [finished2, { ...round2, number: 3 }],
    '2026-11-03T12:00:00',
    undefined,
    3,
  ],
  ['a known name is its round for ever', [named], '2027-11-02T12:00:00', { name: '2026-Q4' }, 2],
  ['capitals of a name do not matter', [named], '2027-11-02T12:00:00', { name: '2026-q4' }, 2],
  ['a known name is its round after others', [named, later], begun, { name: '2026-Q4' }, 2],
  ['another name begins a round at once', [named], ended, { name: '2027-Q1' }, 3],
  ['a name begins a round beside an unfinished one', [round2], ended, { name: '2027-Q1' }, 3],
];

test.each(table)('%s', (_name, rounds, now, wanted, round) => {
  expect(currentRound(rounds, Date.parse(at(now)), wanted).number).toBe(round);
});

test('the latest time of a round is noted if it is in the future', () => {
  const minuteMs = 60_000;
  const startedAt = (ms: number) => currentRound([finished2], Date.parse(ended) + ms).inFuture;
  expect([startedAt(-2 * minuteMs), startedAt(-minuteMs)]).toEqual([ended, undefined]);
});

test('a round keeps its name when it goes on', () => {
  const rounds: Round[] = [];
  for (const each of [begun, ended]) {
    noteRound(rounds, { fact: 'round', round: 2, name: '2026-Q4', at: each }, new Map());
  }
  expect(rounds).toEqual([{ number: 2, name: '2026-Q4', begunAt: begun, workedAt: ended }]);
});

const fact = (name: 'round' | 'round_ended', time: string): RoundFact => ({
  fact: name,
  round: 2,
  at: time,
});
const sent: RowFact = { fact: 'intent', row: 'after:A1', round: 2, attempt: 1, at: begun };
const lost: RowFact = { fact: 'unconfirmed', row: 'after:A1', reason: 'lost', at: begun };

// What happens in a round, and whether it is finished then.
const ends: [string, (RowFact | RoundFact)[], isFinished: boolean][] = [
  ['it begins', [fact('round', begun)], false],
  ['it ends', [fact('round', begun), fact('round_ended', ended)], true],
  ['it goes on', [fact('round', begun), fact('round_ended', ended), fact('round', ended)], false],
  [
    'a row is unconfirmed at its end',
    [fact('round', begun), sent, lost, fact('round_ended', ended)],
    true,
  ],
  [
    'a person has that row sent again',
    [
      ...[fact('round', begun), sent, lost, fact('round_ended', ended)],
      { fact: 'send_again', row: 'after:A1', at: ended },
    ],
    false,
  ],
  [
    'a person finds its assessment',
    [
      ...[fact('round', begun), sent, lost, fact('round_ended', ended)],
      { fact: 'created', row: 'after:A1', assessmentId: 'A2', by: 'person', at: ended },
    ],
    false,
  ],
  [
    'a row of the first assessments is sent again',
    [
      ...[fact('round', begun), fact('round_ended', ended)],
      { fact: 'send_again', row: 'k1', at: ended },
    ],
    true,
  ],
];

test.each(ends)('%s', (_name, facts, isFinished) => {
  const rounds: Round[] = [];
  const states = new Map<string, RowState>();
  for (const each of facts) {
    noteRound(rounds, each, states);
    if ('row' in each) states.set(each.row, afterFact(states.get(each.row), each));
  }
  expect(rounds).toMatchObject([{ number: 2, begunAt: begun }]);
  expect(rounds[0]?.endedAt).toBe(isFinished ? ended : undefined);
});
