import { expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';
import { createBlockedPlan, findBlock } from '../../../batch/engine/rows/plannedRow.js';
import { findRowStatus } from '../../../batch/engine/rows/rowStatus.js';

const at = '2026-11-21T10:00:00.000Z';
const once = { sendDuplicates: false };
const previous = (status: string, id = '', scored = false) => ({
  previous: { status, id, scored },
});
const row = (number: number, more: Partial<IntakeRow> = {}): IntakeRow => ({
  number,
  key: `k${number}`,
  inputs: {},
  ...more,
});
const state = (name: RowState['state'], assessmentId?: string): RowState => ({
  state: name,
  at,
  ...(assessmentId === undefined ? {} : { assessmentId }),
});

// A name, the row's state in the journal, its values in the sheet, and the expected status.
const table: [string, RowState | undefined, Partial<IntakeRow>, status: string][] = [
  ['nothing known', undefined, {}, 'Not sent'],
  ['sent without effect', state('Ready'), {}, 'Not sent'],
  ['sent and never answered', state('Sent'), {}, 'Unconfirmed'],
  ['unconfirmed', state('Unconfirmed'), {}, 'Unconfirmed'],
  ['pending', state('Pending', 'A1'), {}, 'Pending'],
  ['scored', state('Scored', 'A1'), {}, 'Scored'],
  ['rejected', state('Rejected'), {}, 'Rejected'],
  ['wrong inputs', undefined, { key: '', problems: [] }, 'Invalid'],
  [
    'wrong inputs, an ID in the sheet',
    undefined,
    { key: '', problems: [], ...previous('', 'A1') },
    'Invalid',
  ],
  ['an ID that nothing proves', undefined, previous('', 'A1'), 'Invalid'],
  ['an ID and scores that nothing proves', undefined, previous('Scored', 'A1', true), 'Invalid'],
  [
    'to be sent again, with an ID in the sheet',
    state('Ready'),
    previous('', 'A1', true),
    'Invalid',
  ],
  [
    'unconfirmed, and a person typed the ID',
    state('Unconfirmed'),
    previous('Unconfirmed', 'A1'),
    'Pending',
  ],
  ['sent, and a person typed the ID', state('Sent'), previous('', 'A1'), 'Pending'],
  ['rejected, and a person typed an ID', state('Rejected'), previous('Rejected', 'A1'), 'Rejected'],
  [
    'scored, and the sheet shows another ID',
    state('Scored', 'A1'),
    previous('Pending', 'A9'),
    'Scored',
  ],
  ['unconfirmed in the sheet alone', undefined, previous('Unconfirmed'), 'Unconfirmed'],
  ['unconfirmed in the sheet, settled since', state('Ready'), previous('Unconfirmed'), 'Not sent'],
  ['rejected in the sheet alone', undefined, previous('Rejected'), 'Not sent'],
  ['not sent in the sheet', undefined, previous('Not sent'), 'Not sent'],
];

test.each(table)('the status of a row: %s', (_name, known, more, status) => {
  const states = new Map(known === undefined ? [] : [['k2', known]]);
  const [planned] = planRows([row(2, more)], states);
  expect(planned && findRowStatus(planned, known, once)).toBe(status);
});

test.each([
  ['is a duplicate unless duplicates are sent', {}, 'Duplicate', 'Not sent'],
  [
    'that shows an ID is a duplicate, even if duplicates are sent',
    previous('', 'A9'),
    'Duplicate',
    'Duplicate',
  ],
])('an identical row %s', (_name, shown, ...statuses) => {
  const known = state('Scored', 'A1');
  const [, planned = row(3)] = planRows(
    [row(2), row(3, { key: 'k2', ...shown })],
    new Map([['k2', known]]),
  );
  expect(
    [false, true].map((sendDuplicates) => findRowStatus(planned, undefined, { sendDuplicates })),
  ).toEqual(statuses);
});

test('an Assessment ID in two rows belongs to the one with the request that made it', () => {
  const rows = [row(2, previous('Scored', 'A1', true)), row(3, previous('Scored', 'A1', true))];
  const states = new Map([['k3', state('Scored', 'A1')]]);
  const planned = planRows(rows, states);
  expect(planned[0] && findBlock(planned[0])).toEqual({
    code: 'assessmentInOtherRow',
    assessmentId: 'A1',
    row: 3,
  });
  expect(planned.map((entry) => findRowStatus(entry, states.get(entry.key), once))).toEqual([
    'Invalid',
    'Scored',
  ]);
});

test('a copied Assessment ID does not settle an unconfirmed row', () => {
  const rows = [row(2, previous('Scored', 'A1')), row(3, previous('Unconfirmed', 'A1'))];
  const states = new Map([
    ['k2', state('Scored', 'A1')],
    ['k3', state('Unconfirmed')],
  ]);
  const planned = planRows(rows, states);
  expect(planned.map((entry) => findRowStatus(entry, states.get(entry.key), once))).toEqual([
    'Scored',
    'Unconfirmed',
  ]);
});

test('an unproven Assessment ID in two rows blocks both', () => {
  const rows = [row(2, previous('', 'A1')), row(3, previous('', 'A1'))];
  const blocked = planRows(rows, new Map()).map(findBlock);
  const code = 'assessmentInOtherRow';
  expect(blocked).toMatchObject([
    { code, row: 3 },
    { code, row: 2 },
  ]);
});

test('a refused row is Invalid if a person must correct it before it can be sent again', () => {
  const blocked = { code: 'noId', heading: 'Assessment ID', text: 'n/a' } as const;
  const refused = { ...row(2, previous('Rejected')), plan: createBlockedPlan(blocked) };
  expect(findRowStatus(refused, state('Rejected'), once)).toBe('Invalid');
});

test.each([
  [
    'is not blocked by a request of the employee that was sent before that',
    '2026-11-03T08:00:00.000Z',
    undefined,
  ],
  [
    'is blocked by a request of the employee that was sent after that',
    '2026-11-03T10:00:00.000Z',
    'assessmentNeverShown',
  ],
])('after a person confirmed that its request does not exist, a row %s', (_what, sentAt, code) => {
  const ready = {
    ...state('Ready'),
    byPerson: true,
    employee: 'e',
    at: '2026-11-03T09:00:00.000Z',
  };
  const other = { ...state('Scored', 'A1'), employee: 'e', at: sentAt, sentAt };
  const states = new Map<string, RowState>([
    ['k2', ready],
    ['k9', other],
  ]);
  const [planned] = planRows([row(2, { employee: 'e' })], states);
  expect(planned && findBlock(planned)?.code).toBe(code);
});
