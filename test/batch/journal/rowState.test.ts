import { expect, test } from 'vitest';
import { packScores } from '../../../batch/engine/intake/keptScores.js';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { applyFact, type RowState } from '../../../batch/engine/journal/rowState.js';
import { connectionReset, createRequestFailure } from '../../serviceMessages.js';

const at = '2026-11-21T10:00:00.000Z';
const answeredAt = '2026-11-21T10:05:00.000Z';
const row = 'r';
const intent: RowFact = { fact: 'intent', row, attempt: 1, at };
const created: RowFact = { fact: 'created', row, assessmentId: 'A1', by: 'answer', at: answeredAt };
const createdByPerson: RowFact = { ...created, by: 'person' };
const createdBySheet: RowFact = { ...created, by: 'sheet' };
const released: RowFact = { fact: 'released', row, reason: 'not_sent', at: answeredAt };
const rejected: RowFact = {
  fact: 'rejected',
  row,
  reason: createRequestFailure('No'),
  at: answeredAt,
};
const unconfirmed: RowFact = { fact: 'unconfirmed', row, reason: connectionReset, at: answeredAt };
const sendAgain: RowFact = { fact: 'send_again', row, at: answeredAt };
const scores = { overallTrip: 4 };
const scored: RowFact = { fact: 'scored', row, scores, at: answeredAt };

const notReadAt = '2026-11-21T10:10:00.000Z';
const notRead: RowFact = {
  fact: 'not_read',
  row,
  reason: createRequestFailure('Not Found'),
  at: notReadAt,
};

const pending = { state: 'Pending', at: answeredAt, sentAt: at, assessmentId: 'A1' };

const table: [name: string, facts: RowFact[], state: unknown][] = [
  ['intent: the request may have been sent', [intent], { state: 'Sent', at, sentAt: at }],
  [
    'released: the request did not take effect',
    [intent, released],
    { state: 'Ready', at: answeredAt },
  ],
  [
    'intent after a release',
    [intent, released, { ...intent, attempt: 2 }],
    { state: 'Sent', at, sentAt: at },
  ],
  [
    'another request after a release: a row may still show the first request',
    [{ ...intent, request: 'r1' }, released, { ...intent, request: 'r2' }],
    { state: 'Sent', at, sentAt: at, request: 'r2', earlierRequests: ['r1'] },
  ],
  [
    'the same request again after a release',
    [{ ...intent, request: 'r1' }, released, { ...intent, request: 'r1' }],
    { state: 'Sent', at, sentAt: at, request: 'r1' },
  ],
  ['created', [intent, created], pending],
  [
    'created, and the result could not be read',
    [intent, created, notRead],
    { ...pending, at: notReadAt, reason: createRequestFailure('Not Found') },
  ],
  [
    'scored after a failed read',
    [intent, created, notRead, scored],
    { ...pending, state: 'Scored', scores: packScores(scores) },
  ],
  [
    'an ID that a person corrected',
    [createdByPerson, notRead, createdByPerson],
    { ...pending, sentAt: undefined, byPerson: true },
  ],
  [
    'scored',
    [intent, created, scored],
    { ...pending, state: 'Scored', scores: packScores(scores) },
  ],
  [
    'rejected',
    [intent, released, rejected],
    { state: 'Rejected', at: answeredAt, sentAt: undefined, reason: createRequestFailure('No') },
  ],
  [
    'unconfirmed',
    [intent, unconfirmed],
    { state: 'Unconfirmed', at: answeredAt, sentAt: at, reason: connectionReset },
  ],
  [
    'a person confirmed that the assessment does not exist',
    [intent, unconfirmed, sendAgain],
    { state: 'Ready', at: answeredAt, byPerson: true },
  ],
  [
    'a person confirmed that the assessment exists',
    [intent, unconfirmed, createdByPerson],
    { ...pending, byPerson: true, wasUnanswered: true },
  ],
  [
    'created, with an ID from the sheet',
    [createdBySheet],
    { ...pending, sentAt: undefined, byPerson: true },
  ],
  [
    'sent again after a rejection',
    [intent, released, rejected, sendAgain, intent, created],
    pending,
  ],
];

test.each(table)('the state of a row after its facts: %s', (_name, facts, state) => {
  const finalState = facts.reduce<RowState | undefined>(applyFact, undefined);
  expect(finalState).toEqual(state);
});
