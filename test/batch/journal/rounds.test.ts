import { expect, test } from 'vitest';
import type { RoundFact, RowFact } from '../../../batch/engine/journal/facts.js';
import { currentRound, noteRound, type Round } from '../../../batch/engine/journal/rounds.js';
import { afterFact, type RowState } from '../../../batch/engine/journal/rowState.js';

/** By the clock on the wall, in whatever zone the test runs. */
const at = (text: string) => new Date(text).toISOString();
const begun = at('2026-11-02T23:30:00');
const ended = at('2026-11-02T23:40:00');
const round2: Round = { number: 2, begunAt: begun };
const finished2: Round = { ...round2, endedAt: ended };

// The rounds that the journal knows, the time of a start, and the round that it works on.
const table: [string, Round[], now: string, isNew: boolean, round: number][] = [
  ['no round yet', [], '2026-11-02T23:50:00', false, 2],
  ['finished today', [finished2], '2026-11-02T23:50:00', false, 2],
  ['finished yesterday, ten minutes ago', [finished2], '2026-11-03T00:05:00', false, 3],
  ['not finished, begun yesterday', [round2], '2026-11-03T00:05:00', false, 2],
  ['not finished, begun six days ago', [round2], '2026-11-08T23:00:00', false, 2],
  ['not finished, a weekly start some seconds early', [round2], '2026-11-09T23:29:50', false, 3],
  ['not finished, begun more than seven days ago', [round2], '2026-11-10T00:30:00', false, 3],
  ['another one is asked for', [round2], '2026-11-02T23:50:00', true, 3],
  [
    'a third is not finished',
    [finished2, { ...round2, number: 3 }],
    '2026-11-03T12:00:00',
    false,
    3,
  ],
];

test.each(table)('%s', (_name, rounds, now, isNew, round) => {
  expect(currentRound(rounds, Date.parse(at(now)), isNew).number).toBe(round);
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
  expect(rounds).toEqual([
    { number: 2, begunAt: begun, ...(isFinished ? { endedAt: ended } : {}) },
  ]);
});
