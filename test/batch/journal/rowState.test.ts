import { expect, test } from 'vitest';
import { packScores } from '../../../batch/engine/intake/keptScores.js';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { afterFact, type RowState } from '../../../batch/engine/journal/rowState.js';

const at = '2026-11-21T10:00:00.000Z';
const later = '2026-11-21T10:05:00.000Z';
const row = 'r';
const intent: RowFact = { fact: 'intent', row, attempt: 1, at };
const created: RowFact = { fact: 'created', row, assessmentId: 'A1', by: 'answer', at: later };
const byPerson: RowFact = { ...created, by: 'person' };
const bySheet: RowFact = { ...created, by: 'sheet' };
const released: RowFact = { fact: 'released', row, reason: 'not_sent', at: later };
const rejected: RowFact = { fact: 'rejected', row, message: 'No', at: later };
const unconfirmed: RowFact = { fact: 'unconfirmed', row, reason: 'Lost', at: later };
const sendAgain: RowFact = { fact: 'send_again', row, at: later };
const scores = { overallTrip: 4 };
const scored: RowFact = { fact: 'scored', row, scores, at: later };

const latest = '2026-11-21T10:10:00.000Z';
const notRead: RowFact = { fact: 'not_read', row, reason: 'Not Found', at: latest };

const pending = { state: 'Pending', at: later, sentAt: at, assessmentId: 'A1' };

const table: [name: string, facts: RowFact[], state: unknown][] = [
  ['intent: may have been sent', [intent], { state: 'Sent', at, sentAt: at }],
  ['released: did not take effect', [intent, released], { state: 'Ready', at: later }],
  [
    'intent after a release',
    [intent, released, { ...intent, attempt: 2 }],
    { state: 'Sent', at, sentAt: at },
  ],
  [
    'another request after a release: a row may still show the first one',
    [{ ...intent, request: 'r1' }, released, { ...intent, request: 'r2' }],
    { state: 'Sent', at, sentAt: at, request: 'r2', earlierRequests: ['r1'] },
  ],
  [
    'a request again after a release',
    [{ ...intent, request: 'r1' }, released, { ...intent, request: 'r1' }],
    { state: 'Sent', at, sentAt: at, request: 'r1' },
  ],
  ['created', [intent, created], pending],
  [
    'created, and the result was not read',
    [intent, created, notRead],
    { ...pending, at: latest, message: 'Not Found' },
  ],
  [
    'scored after a failed read',
    [intent, created, notRead, scored],
    { ...pending, state: 'Scored', scores: packScores(scores) },
  ],
  [
    'an ID that a person corrected',
    [byPerson, notRead, byPerson],
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
    { state: 'Rejected', at: later, sentAt: undefined, message: 'No' },
  ],
  [
    'unconfirmed',
    [intent, unconfirmed],
    { state: 'Unconfirmed', at: later, sentAt: at, message: 'Lost' },
  ],
  [
    'a person confirmed that it does not exist',
    [intent, unconfirmed, sendAgain],
    { state: 'Ready', at: later, byPerson: true },
  ],
  [
    'a person confirmed that it exists',
    [intent, unconfirmed, byPerson],
    { ...pending, byPerson: true, wasUnanswered: true },
  ],
  ['created according to the sheet', [bySheet], { ...pending, sentAt: undefined, byPerson: true }],
  [
    'sent again after a rejection',
    [intent, released, rejected, sendAgain, intent, created],
    pending,
  ],
];

test.each(table)('%s', (_name, facts, state) => {
  const after = facts.reduce<RowState | undefined>(afterFact, undefined);
  expect(after).toEqual(state);
});
