import { expect, test } from 'vitest';
import { packScores } from '../../../batch/engine/intake/keptScores.js';
import { toFactsFromOtherRun } from '../../../batch/engine/rows/followOther.js';
import { packUrl } from '../../../batch/engine/journal/reportUrl.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { connectionReset, createRequestFailure } from '../../serviceMessages.js';

const at = '2026-11-24T10:00:00.000Z';
const sentElsewhere: RowState = {
  state: 'Unconfirmed',
  at,
  request: 'r',
  reason: { code: 'sentElsewhere', isDone: false },
};
const scores = { overallTrip: 4 };
const createdState = { assessmentId: 'A1', redirectUrl: packUrl('https://r/A1', 'A1'), at };
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
  ['the other run has no record of the request', sentElsewhere, undefined, [released]],
  ['the other run did not send the request', sentElsewhere, { state: 'Ready', at }, [released]],
  [
    'a person confirmed that the assessment does not exist',
    sentElsewhere,
    { state: 'Ready', at, byPerson: true },
    [{ fact: 'send_again', row: 'k', at }],
  ],
  [
    'the service has refused the request',
    sentElsewhere,
    { state: 'Rejected', at, reason: createRequestFailure('Incorrect Country') },
    [
      {
        fact: 'rejected',
        row: 'k',
        request: 'r',
        reason: createRequestFailure('Incorrect Country'),
        at,
      },
    ],
  ],
  [
    'the other run waits for the result',
    sentElsewhere,
    { state: 'Pending', ...createdState },
    [{ ...created, by: 'answer' }],
  ],
  [
    'a person has entered the Assessment ID',
    sentElsewhere,
    { state: 'Pending', ...createdState, byPerson: true },
    [{ ...created, by: 'person' }],
  ],
  [
    'the assessment is scored',
    sentElsewhere,
    { state: 'Scored', ...createdState, at: scoredAt, scores: packScores(scores) },
    [{ ...created, by: 'answer' }, scored],
  ],
  [
    'the other run sent other inputs',
    sentElsewhere,
    { state: 'Scored', ...createdState, scores: packScores(scores), request: 'other' },
    [],
  ],
  ['the other run waits for the answer to the request', sentElsewhere, { state: 'Sent', at }, []],
  [
    'the other run got no answer',
    sentElsewhere,
    { state: 'Unconfirmed', at, reason: connectionReset },
    [],
  ],
  ['the person was forgotten in the other sheet', sentElsewhere, { state: 'Forgotten', at }, []],
  [
    'the other run has the scores of the same assessment',
    { state: 'Pending', ...createdState },
    { state: 'Scored', ...createdState, at: scoredAt, scores: packScores(scores) },
    [scored],
  ],
  [
    'the other run has the scores of another assessment',
    { state: 'Pending', ...createdState, assessmentId: 'A2' },
    { state: 'Scored', ...createdState, at: scoredAt, scores: packScores(scores) },
    [],
  ],
  [
    'the answer to the request of this run was lost',
    { state: 'Unconfirmed', at, reason: connectionReset },
    { state: 'Scored', ...createdState, at: scoredAt, scores: packScores(scores) },
    [],
  ],
  [
    'this run has no record of the request',
    undefined,
    { state: 'Scored', ...createdState, at: scoredAt, scores: packScores(scores) },
    [],
  ],
];

test.each(table)(
  'returns the facts to record from the journal of another run, if %s',
  (_, mine, theirs, facts) => {
    expect(toFactsFromOtherRun({ row: 'k', mine, theirs }, at)).toEqual(facts);
  },
);
