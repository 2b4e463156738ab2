import { expect, test } from 'vitest';
import { packScores } from '../../../batch/engine/intake/keptScores.js';
import { factsFromOtherRun } from '../../../batch/engine/rows/followOther.js';
import { packUrl } from '../../../batch/engine/journal/reportUrl.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';

const at = '2026-11-24T10:00:00.000Z';
const elsewhere: RowState = {
  state: 'Unconfirmed',
  at,
  request: 'r',
  message: { code: 'sentElsewhere', isDone: false },
};
const scores = { overallTrip: 4 };
const made = { assessmentId: 'A1', redirectUrl: packUrl('https://r/A1', 'A1'), at };
const created = { fact: 'created', row: 'k', at, assessmentId: 'A1', redirectUrl: 'https://r/A1' };
const scoredAt = '2026-11-20T08:00:00.000Z';
const scored = { fact: 'scored', row: 'k', scores, at: scoredAt };
const released = { fact: 'released', row: 'k', reason: 'not_sent', at };

const table: readonly (readonly [
  what: string,
  mine: RowState | undefined,
  theirs: RowState | undefined,
  facts: readonly object[],
])[] = [
  ['it was never sent', elsewhere, undefined, [released]],
  ['it was not sent', elsewhere, { state: 'Ready', at }, [released]],
  [
    'a person says that it does not exist',
    elsewhere,
    { state: 'Ready', at, byPerson: true },
    [{ fact: 'send_again', row: 'k', at }],
  ],
  [
    'the service has refused it',
    elsewhere,
    { state: 'Rejected', at, message: 'Incorrect Country' },
    [{ fact: 'rejected', row: 'k', request: 'r', message: 'Incorrect Country', at }],
  ],
  [
    'its result is awaited',
    elsewhere,
    { state: 'Pending', ...made },
    [{ ...created, by: 'answer' }],
  ],
  [
    'a person has entered its ID',
    elsewhere,
    { state: 'Pending', ...made, byPerson: true },
    [{ ...created, by: 'person' }],
  ],
  [
    'it is scored',
    elsewhere,
    { state: 'Scored', ...made, at: scoredAt, scores: packScores(scores) },
    [{ ...created, by: 'answer' }, scored],
  ],
  [
    'it was sent with other inputs there',
    elsewhere,
    { state: 'Scored', ...made, scores: packScores(scores), request: 'other' },
    [],
  ],
  ['its answer is still to come', elsewhere, { state: 'Sent', at }, []],
  ['its answer was lost there', elsewhere, { state: 'Unconfirmed', at, message: 'timeout' }, []],
  ['the person was forgotten there', elsewhere, { state: 'Forgotten', at }, []],
  [
    'the same assessment is scored there',
    { state: 'Pending', ...made },
    { state: 'Scored', ...made, at: scoredAt, scores: packScores(scores) },
    [scored],
  ],
  [
    'another assessment is scored there',
    { state: 'Pending', ...made, assessmentId: 'A2' },
    { state: 'Scored', ...made, at: scoredAt, scores: packScores(scores) },
    [],
  ],
  [
    'the answer to its own request was lost',
    { state: 'Unconfirmed', at, message: 'timeout' },
    { state: 'Scored', ...made, at: scoredAt, scores: packScores(scores) },
    [],
  ],
  [
    'it was never sent here',
    undefined,
    { state: 'Scored', ...made, at: scoredAt, scores: packScores(scores) },
    [],
  ],
];

test.each(table)('a row that follows another run: %s', (_, mine, theirs, facts) => {
  expect(factsFromOtherRun({ row: 'k', mine, theirs }, at)).toEqual(facts);
});
