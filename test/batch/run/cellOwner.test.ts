import { expect, test } from 'vitest';
import { hashWrittenValue, listHashPlaces } from '../../../batch/engine/intake/writtenCells.js';
import {
  hashAssessment,
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

function createScoredState(
  assessmentId: string,
  first: number,
  more: Partial<RowState> = {},
): RowState {
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

const former = [{ at: earlierAt, id: 'a-0', scores: createScoredState('a-0', 0).scores }] as never;
const own = createScoredState('a-1', 1, { former });
const previous = createScoredState('a-2', 2);
const otherRow = createScoredState('a-3', 3);
const states = new Map(Object.entries({ own, previous, otherRow }));
const journal = {
  states,
  computeHash: hashWithoutSalt,
  referenceHash: noJournal,
  state: (key: string) => states.get(key),
  findKeyById: (id: string) => [...states].find(([, { assessmentId }]) => assessmentId === id)?.[0],
};

const createNumber = (value: number): Cell => ({ kind: 'number', value, text: String(value) });
const createText = (value: string): Cell => ({ kind: 'text', text: value });

type Cells = Readonly<Record<string, Cell>>;

const toScoreCells = ({ scores }: RowState): Cells =>
  Object.fromEntries(
    Object.entries(scores ? unpackScores(scores) : {}).map(([name, value]) => [
      name,
      createNumber(Number(value)),
    ]),
  );

function hashCells(values: Readonly<Record<string, ResultValue>>): string[] {
  return [...listHashPlaces(assess.columns).keys()].map((name) => {
    const { kind = 'text' } = assess.columns.find((column) => column.name === name) ?? {};
    return name in values ? hashWrittenValue(values[name], kind) : noCell;
  });
}

const createReference = (id: string, values: Readonly<Record<string, ResultValue>>): Cell =>
  createText(
    formatReference({
      inputs: '0'.repeat(20),
      person: '0'.repeat(10),
      journal: noJournal,
      assessment: hashAssessment(service, id),
      cells: hashCells(values),
    }),
  );
const createCellsReference = (values: Readonly<Record<string, ResultValue>>): Cell =>
  createText(formatCells(hashCells(values)) ?? '');

const ourCells: [string, string, Cells][] = [
  ['a status', 'status', { status: createText('Invalid') }],
  [
    'a score that was written with the reference beside it',
    'overallTrip',
    { overallTrip: createNumber(7.7), reference: createReference('a-9', { overallTrip: 7.7 }) },
  ],
  [
    'a message that was written with the reference beside it',
    'message',
    { message: createText('Row 3?'), reference: createReference('a-9', { message: 'Row 3?' }) },
  ],
  [
    'a message that was written into a row that was not sent',
    'message',
    { message: createText('Row 3?'), reference: createCellsReference({ message: 'Row 3?' }) },
  ],
  [
    'the ID of the reference beside it',
    'id',
    { id: createText('a-9'), reference: createReference('a-9', {}) },
  ],
  ['a score that the journal has for the row', 'overallTrip', { overallTrip: createNumber(1) }],
  ['an earlier score of the row', 'overallTrip', { overallTrip: createNumber(0) }],
  ['a score of the previous assessment', 'overallTrip', { overallTrip: createNumber(2) }],
  ['an ID that the journal has for the row', 'id', { id: createText('a-1') }],
  ['an ID of another row', 'id', { id: createText('a-3') }],
  ['a time that the journal has for the row', 'assessedAt', { assessedAt: createText(at) }],
  ['a link of the row', 'redirectUrl', { redirectUrl: createText(`${service}/r/a-1`) }],
  [
    'a link text that a program exported instead of the link',
    'redirectUrl',
    { redirectUrl: createText('Open report') },
  ],
  [
    'a score of another request beside all other scores of that request',
    'overallTrip',
    toScoreCells(otherRow),
  ],
  [
    'a score of the assessment whose ID is beside it',
    'overallTrip',
    { id: createText('a-3'), overallTrip: createNumber(3) },
  ],
];

const personsCells: [string, string, Cells][] = [
  ['another word in place of a status', 'status', { status: createText('Done') }],
  ['a score of unknown origin', 'overallTrip', { overallTrip: createNumber(7.7) }],
  [
    'a score typed over ours',
    'overallTrip',
    { overallTrip: createNumber(7.7), reference: createReference('a-1', { overallTrip: 1 }) },
  ],
  ['one score of another request', 'overallTrip', { overallTrip: createNumber(3) }],
  [
    'a score of another request beside all scores of that request except one',
    'overallTrip',
    { ...toScoreCells(otherRow), payrollTax: createNumber(9) },
  ],
  [
    'a score of another request in a row with one of its own scores',
    'overallTrip',
    { ...toScoreCells(otherRow), payrollTax: createNumber(1.2) },
  ],
  ['a remark in place of a message', 'message', { message: createText('Row 3?') }],
  [
    'a remark over a message',
    'message',
    { message: createText('Seen by Bo'), reference: createCellsReference({ message: 'Row 3?' }) },
  ],
  [
    'a text in place of an ID',
    'id',
    { id: createText('n/a'), reference: createReference('a-1', {}) },
  ],
  ['an unknown ID', 'id', { id: createText('a-9'), reference: createReference('a-1', {}) }],
  ['an unknown time', 'assessedAt', { assessedAt: createText('2026-12-24') }],
  ['a link to another place', 'redirectUrl', { redirectUrl: createText('https://wiki.example') }],
];

const knownPlan = {
  kind: 'known',
  earlier: [previous],
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
    findCell: (wanted) => cells[wanted],
  });
}

test.each(ourCells)('%s counts as written by a run', (_what, name, cells) => {
  expect(isOurs(name, cells)).toBe(true);
});

test.each(personsCells)('%s counts as written by a person', (_what, name, cells) => {
  expect(isOurs(name, cells)).toBe(false);
});
