import { expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';
import { createBlockedPlan, findBlock } from '../../../batch/engine/rows/plannedRow.js';
import { findRowStatus } from '../../../batch/engine/rows/rowStatus.js';

const at = '2026-11-21T10:00:00.000Z';
const statusOptions = { sendDuplicates: false };
const createPrevious = (status: string, id = '', scored = false) => ({
  previous: { status, id, scored },
});
const createRow = (number: number, more: Partial<IntakeRow> = {}): IntakeRow => ({
  number,
  key: `k${number}`,
  inputs: {},
  ...more,
});
const createState = (name: RowState['state'], assessmentId?: string): RowState => ({
  state: name,
  at,
  ...(assessmentId === undefined ? {} : { assessmentId }),
});

// The name, the row's state in the journal, its values in the sheet, and the expected status.
const table: [string, RowState | undefined, Partial<IntakeRow>, status: string][] = [
  ['with no record in the journal or the sheet', undefined, {}, 'Not sent'],
  ['sent without effect', createState('Ready'), {}, 'Not sent'],
  ['sent and not answered', createState('Sent'), {}, 'Unconfirmed'],
  ['unconfirmed', createState('Unconfirmed'), {}, 'Unconfirmed'],
  ['pending', createState('Pending', 'A1'), {}, 'Pending'],
  ['scored', createState('Scored', 'A1'), {}, 'Scored'],
  ['rejected', createState('Rejected'), {}, 'Rejected'],
  ['wrong inputs', undefined, { key: '', problems: [] }, 'Invalid'],
  [
    'wrong inputs, an ID in the sheet',
    undefined,
    { key: '', problems: [], ...createPrevious('', 'A1') },
    'Invalid',
  ],
  ['an ID that nothing proves', undefined, createPrevious('', 'A1'), 'Invalid'],
  [
    'an ID and scores that nothing proves',
    undefined,
    createPrevious('Scored', 'A1', true),
    'Invalid',
  ],
  [
    'to be sent again, with an ID in the sheet',
    createState('Ready'),
    createPrevious('', 'A1', true),
    'Invalid',
  ],
  [
    'unconfirmed, and a person typed the ID',
    createState('Unconfirmed'),
    createPrevious('Unconfirmed', 'A1'),
    'Pending',
  ],
  ['sent, and a person typed the ID', createState('Sent'), createPrevious('', 'A1'), 'Pending'],
  [
    'rejected, and a person typed an ID',
    createState('Rejected'),
    createPrevious('Rejected', 'A1'),
    'Rejected',
  ],
  [
    'scored, and the sheet shows another ID',
    createState('Scored', 'A1'),
    createPrevious('Pending', 'A9'),
    'Scored',
  ],
  ['unconfirmed in the sheet alone', undefined, createPrevious('Unconfirmed'), 'Unconfirmed'],
  [
    'unconfirmed in the sheet, settled since',
    createState('Ready'),
    createPrevious('Unconfirmed'),
    'Not sent',
  ],
  ['rejected in the sheet alone', undefined, createPrevious('Rejected'), 'Not sent'],
  ['not sent in the sheet', undefined, createPrevious('Not sent'), 'Not sent'],
];

test.each(table)('the status of a row: %s', (_name, known, more, status) => {
  const states = new Map(known === undefined ? [] : [['k2', known]]);
  const [planned] = planRows([createRow(2, more)], states);
  expect(planned && findRowStatus(planned, known, statusOptions)).toBe(status);
});

test.each([
  ['is a duplicate unless duplicates are sent', {}, 'Duplicate', 'Not sent'],
  [
    'that shows an ID is a duplicate, even if duplicates are sent',
    createPrevious('', 'A9'),
    'Duplicate',
    'Duplicate',
  ],
])('an identical row %s', (_name, shown, ...statuses) => {
  const known = createState('Scored', 'A1');
  const [, planned = createRow(3)] = planRows(
    [createRow(2), createRow(3, { key: 'k2', ...shown })],
    new Map([['k2', known]]),
  );
  expect(
    [false, true].map((sendDuplicates) => findRowStatus(planned, undefined, { sendDuplicates })),
  ).toEqual(statuses);
});

test('an Assessment ID in two rows belongs to the row whose request created it', () => {
  const rows = [
    createRow(2, createPrevious('Scored', 'A1', true)),
    createRow(3, createPrevious('Scored', 'A1', true)),
  ];
  const states = new Map([['k3', createState('Scored', 'A1')]]);
  const planned = planRows(rows, states);
  expect(planned[0] && findBlock(planned[0])).toEqual({
    code: 'assessmentInOtherRow',
    assessmentId: 'A1',
    row: 3,
  });
  expect(
    planned.map((entry) => findRowStatus(entry, states.get(entry.key), statusOptions)),
  ).toEqual(['Invalid', 'Scored']);
});

test('a copied Assessment ID does not settle an unconfirmed row', () => {
  const rows = [
    createRow(2, createPrevious('Scored', 'A1')),
    createRow(3, createPrevious('Unconfirmed', 'A1')),
  ];
  const states = new Map([
    ['k2', createState('Scored', 'A1')],
    ['k3', createState('Unconfirmed')],
  ]);
  const planned = planRows(rows, states);
  expect(
    planned.map((entry) => findRowStatus(entry, states.get(entry.key), statusOptions)),
  ).toEqual(['Scored', 'Unconfirmed']);
});

test('an unproven Assessment ID in two rows blocks both rows', () => {
  const rows = [createRow(2, createPrevious('', 'A1')), createRow(3, createPrevious('', 'A1'))];
  const blocked = planRows(rows, new Map()).map(findBlock);
  const code = 'assessmentInOtherRow';
  expect(blocked).toMatchObject([
    { code, row: 3 },
    { code, row: 2 },
  ]);
});

test('a refused row is Invalid if a person must correct it first', () => {
  const blocked = { code: 'noId', heading: 'Assessment ID', text: 'n/a' } as const;
  const refused = { ...createRow(2, createPrevious('Rejected')), plan: createBlockedPlan(blocked) };
  expect(findRowStatus(refused, createState('Rejected'), statusOptions)).toBe('Invalid');
});

test.each([
  [
    'is not blocked by a request for the same employee that was sent before the confirmation',
    '2026-11-03T08:00:00.000Z',
    undefined,
  ],
  [
    'is blocked by a request for the same employee that was sent after the confirmation',
    '2026-11-03T10:00:00.000Z',
    'assessmentNeverShown',
  ],
])('after a person confirmed that its request does not exist, a row %s', (_what, sentAt, code) => {
  const ready = {
    ...createState('Ready'),
    byPerson: true,
    employee: 'e',
    at: '2026-11-03T09:00:00.000Z',
  };
  const other = { ...createState('Scored', 'A1'), employee: 'e', at: sentAt, sentAt };
  const states = new Map<string, RowState>([
    ['k2', ready],
    ['k9', other],
  ]);
  const [planned] = planRows([createRow(2, { employee: 'e' })], states);
  expect(planned && findBlock(planned)?.code).toBe(code);
});
