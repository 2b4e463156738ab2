import { describe, expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';
import { rowStatusOf } from '../../../batch/engine/rows/rowStatus.js';

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

// The journal's knowledge of a row, what the sheet says of it, and where it stands.
const table: [string, RowState | undefined, Partial<IntakeRow>, status: string][] = [
  ['nothing known', undefined, {}, 'Not sent'],
  ['released', state('Ready'), {}, 'Not sent'],
  ['sent and never answered', state('Sent'), {}, 'Unconfirmed'],
  ['unconfirmed', state('Unconfirmed'), {}, 'Unconfirmed'],
  ['pending', state('Pending', 'A1'), {}, 'Pending'],
  ['scored', state('Scored', 'A1'), {}, 'Scored'],
  ['rejected', state('Rejected'), {}, 'Rejected'],
  ['wrong inputs', undefined, { problems: [] }, 'Invalid'],
  ['the same as another', undefined, { sameAs: 1 }, 'Duplicate'],
  ['the same as another, but sent', state('Scored', 'A1'), { sameAs: 1 }, 'Scored'],
  ['an id in the sheet', undefined, previous('', 'A1'), 'Pending'],
  ['an id and scores in the sheet', undefined, previous('Scored', 'A1', true), 'Scored'],
  [
    'wrong inputs, an id in the sheet',
    undefined,
    { problems: [], ...previous('', 'A1') },
    'Invalid',
  ],
  [
    'the same as another, an id in the sheet',
    undefined,
    { sameAs: 1, ...previous('', 'A1') },
    'Pending',
  ],
  [
    'unconfirmed, and a person typed the id in',
    state('Unconfirmed'),
    previous('Unconfirmed', 'A1'),
    'Pending',
  ],
  ['sent, and a person typed the id in', state('Sent'), previous('', 'A1'), 'Pending'],
  [
    'rejected, and a person typed an id in',
    state('Rejected'),
    previous('Rejected', 'A1'),
    'Pending',
  ],
  [
    'to be sent again, with an id in the sheet',
    state('Ready'),
    previous('', 'A1', true),
    'Pending',
  ],
  [
    'scored, and the sheet says something else',
    state('Scored', 'A1'),
    previous('Pending', 'A9'),
    'Scored',
  ],
  // The journal was deleted, or the row edited: its cells are all that is left of the knowledge.
  ['unconfirmed in the sheet alone', undefined, previous('Unconfirmed'), 'Unconfirmed'],
  ['unconfirmed in the sheet, settled since', state('Ready'), previous('Unconfirmed'), 'Not sent'],
  ['rejected in the sheet alone', undefined, previous('Rejected'), 'Not sent'],
  ['not sent in the sheet', undefined, previous('Not sent'), 'Not sent'],
];

test.each(table)('%s', (_name, known, more, status) => {
  const states = new Map(known === undefined ? [] : [['k2', known]]);
  const [planned] = planRows([row(2, more)], states);
  expect(planned && rowStatusOf(planned, known, once)).toBe(status);
});

test('duplicates are sent when that is wanted', () => {
  expect(rowStatusOf(row(3, { sameAs: 2 }), undefined, { sendDuplicates: true })).toBe('Not sent');
});

describe('an Assessment ID in two rows', () => {
  test('belongs to the row that the journal knows, though it stands further down', () => {
    const rows = [row(2, previous('Scored', 'A1', true)), row(3, previous('Scored', 'A1', true))];
    const states = new Map([['k3', state('Scored', 'A1')]]);
    const planned = planRows(rows, states);
    expect(planned[0]?.blocked).toEqual({
      code: 'assessmentInOtherRow',
      assessmentId: 'A1',
      row: 3,
    });
    expect(planned[0]?.importedId).toBeUndefined();
    expect(planned[1]?.blocked).toBeUndefined();
    expect(planned.map((each) => rowStatusOf(each, states.get(each.key), once))).toEqual([
      'Invalid',
      'Scored',
    ]);
  });

  test('belongs to the first where the journal knows none', () => {
    const rows = [row(2, previous('', 'A1')), row(3, previous('', 'A1'))];
    const planned = planRows(rows, new Map());
    expect(planned.map(({ importedId }) => importedId)).toEqual(['A1', undefined]);
    expect(planned[1]?.blocked).toMatchObject({ code: 'assessmentInOtherRow', row: 2 });
  });

  test('does not settle an unconfirmed row that it was copied to', () => {
    const rows = [row(2, previous('Scored', 'A1')), row(3, previous('Unconfirmed', 'A1'))];
    const states = new Map([
      ['k2', state('Scored', 'A1')],
      ['k3', state('Unconfirmed')],
    ]);
    const planned = planRows(rows, states);
    expect(planned.map((each) => rowStatusOf(each, states.get(each.key), once))).toEqual([
      'Scored',
      'Unconfirmed',
    ]);
  });
});

test('a refused row that cannot be sent again before a person corrects it says so', () => {
  const blocked = { code: 'noId', heading: 'Assessment ID', text: 'n/a' } as const;
  const refused = { ...row(2, previous('Rejected')), blocked };
  expect(rowStatusOf(refused, state('Rejected'), once)).toBe('Invalid');
});
