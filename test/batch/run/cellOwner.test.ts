import { expect, test } from 'vitest';
import { hashWrittenValue, listHashPlaces } from '../../../batch/engine/intake/writtenCells.js';
import {
  assessmentHash,
  formatCells,
  formatReference,
  noCell,
  noJournal,
} from '../../../batch/engine/identity/reference.js';
import { packScores, unpackScores } from '../../../batch/engine/intake/keptScores.js';
import { hashWithoutSalt } from '../../../batch/engine/intake/rowKey.js';
import { packUrl } from '../../../batch/engine/journal/reportUrl.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { OwnCells } from '../../../batch/engine/run/ownCells.js';
import type { Cell, ResultValue } from '../../../sheets/sheet.js';

const service = 'https://service.example';
const [at, earlierAt] = ['2026-11-21T10:15:30.000Z', '2026-10-01T08:00:00.000Z'];

function scoredState(assessmentId: string, first: number, more: Partial<RowState> = {}): RowState {
  const scores = {
    overallTrip: first,
    workingRights: first + 0.1,
    payrollTax: first + 0.2,
    socialSecurity: first + 0.3,
    corporateTax: first + 0.4,
    employmentLaw: first + 0.5,
  };
  const redirectUrl = packUrl(`${service}/r/${assessmentId}`, assessmentId);
  return { state: 'Scored', at, assessmentId, redirectUrl, scores: packScores(scores), ...more };
}

const former = [{ at: earlierAt, id: 'a-0', scores: scoredState('a-0', 0).scores }] as never;
const own = scoredState('a-1', 1, { former });
const before = scoredState('a-2', 2);
const others = scoredState('a-3', 3);
const states = new Map(Object.entries({ own, before, others }));
const journal = {
  states,
  computeHash: hashWithoutSalt,
  referenceHash: noJournal,
  state: (key: string) => states.get(key),
  findKeyById: (id: string) => [...states].find(([, { assessmentId }]) => assessmentId === id)?.[0],
};

const number = (value: number): Cell => ({ kind: 'number', value, text: String(value) });
const text = (value: string): Cell => ({ kind: 'text', text: value });

type Cells = Readonly<Record<string, Cell>>;

const toScoreCells = ({ scores }: RowState): Cells =>
  Object.fromEntries(
    Object.entries(scores ? unpackScores(scores) : {}).map(([name, value]) => [
      name,
      number(Number(value)),
    ]),
  );

function hashCells(values: Readonly<Record<string, ResultValue>>): string[] {
  return [...listHashPlaces(assess.columns).keys()].map((name) => {
    const { kind = 'text' } = assess.columns.find((column) => column.name === name) ?? {};
    return name in values ? hashWrittenValue(values[name], kind) : noCell;
  });
}

const referenceTo = (id: string, values: Readonly<Record<string, ResultValue>>): Cell =>
  text(
    formatReference({
      inputs: '0'.repeat(20),
      person: '0'.repeat(10),
      journal: noJournal,
      assessment: assessmentHash(service, id),
      cells: hashCells(values),
    }),
  );
const cellsReference = (values: Readonly<Record<string, ResultValue>>): Cell =>
  text(formatCells(hashCells(values)) ?? '');

const ourCells: [string, string, Cells][] = [
  ['a status', 'status', { status: text('Invalid') }],
  [
    'a score as it was written beside its reference',
    'overallTrip',
    { overallTrip: number(7.7), reference: referenceTo('a-9', { overallTrip: 7.7 }) },
  ],
  [
    'a message as it was written beside its reference',
    'message',
    { message: text('Row 3?'), reference: referenceTo('a-9', { message: 'Row 3?' }) },
  ],
  [
    'a message as it was written into a row that was not sent',
    'message',
    { message: text('Row 3?'), reference: cellsReference({ message: 'Row 3?' }) },
  ],
  [
    'the ID of the reference beside it',
    'id',
    { id: text('a-9'), reference: referenceTo('a-9', {}) },
  ],
  ['a score that the journal has for the row', 'overallTrip', { overallTrip: number(1) }],
  ['an earlier score of the row', 'overallTrip', { overallTrip: number(0) }],
  ['a score of the previous assessment', 'overallTrip', { overallTrip: number(2) }],
  ['an ID that the journal has for the row', 'id', { id: text('a-1') }],
  ['an ID of another row', 'id', { id: text('a-3') }],
  ['a time that the journal has for the row', 'assessedAt', { assessedAt: text(at) }],
  ['a link of the row', 'redirectUrl', { redirectUrl: text(`${service}/r/a-1`) }],
  ['a link that a program has exported', 'redirectUrl', { redirectUrl: text('Open report') }],
  ['a score of another request beside all its other scores', 'overallTrip', toScoreCells(others)],
  ['a score of the ID beside it', 'overallTrip', { id: text('a-3'), overallTrip: number(3) }],
];

const personsCells: [string, string, Cells][] = [
  ['another word in place of a status', 'status', { status: text('Done') }],
  ['a score of unknown origin', 'overallTrip', { overallTrip: number(7.7) }],
  [
    'a score typed over ours',
    'overallTrip',
    { overallTrip: number(7.7), reference: referenceTo('a-1', { overallTrip: 1 }) },
  ],
  ['one score of another request', 'overallTrip', { overallTrip: number(3) }],
  [
    'a score of another request beside all its scores except one',
    'overallTrip',
    { ...toScoreCells(others), payrollTax: number(9) },
  ],
  [
    'a score of another request in a row with one of its own scores',
    'overallTrip',
    { ...toScoreCells(others), payrollTax: number(1.2) },
  ],
  ['a remark in place of a message', 'message', { message: text('Row 3?') }],
  [
    'a remark over a message',
    'message',
    { message: text('Seen by Bo'), reference: cellsReference({ message: 'Row 3?' }) },
  ],
  ['a text in place of an ID', 'id', { id: text('n/a'), reference: referenceTo('a-1', {}) }],
  ['an unknown ID', 'id', { id: text('a-9'), reference: referenceTo('a-1', {}) }],
  ['an unknown time', 'assessedAt', { assessedAt: text('2026-12-24') }],
  ['a link to another place', 'redirectUrl', { redirectUrl: text('https://wiki.example') }],
];

const knownPlan = {
  kind: 'known',
  earlier: [before],
  isChanged: false,
  isEdited: false,
  isHeld: false,
} as const;

function isOurs(name: string, cells: Cells): boolean | undefined {
  const column = assess.columns.find((known) => known.name === name);
  const cell = cells[name];
  if (column === undefined || cell === undefined) return undefined;
  return new OwnCells(assess, journal, service).isOurs(column, cell, {
    row: { number: 2, key: 'own', plan: knownPlan },
    state: own,
    cell: (wanted) => cells[wanted],
  });
}

test.each(ourCells)('%s counts as ours', (_what, name, cells) => {
  expect(isOurs(name, cells)).toBe(true);
});

test.each(personsCells)('%s counts as a person’s', (_what, name, cells) => {
  expect(isOurs(name, cells)).toBe(false);
});
