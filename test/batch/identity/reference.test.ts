import { describe, expect, test } from 'vitest';
import { hashCell } from '../../../batch/engine/identity/hashCell.js';
import {
  hashAssessment,
  formatReference,
  hashInputs,
  hashJournalSalt,
  noCell,
  noJournal,
  parseCells,
  parseReference,
  hashPerson,
  type RowReference,
} from '../../../batch/engine/identity/reference.js';
import { hasWrittenHash, hashWrittenValue } from '../../../batch/engine/intake/writtenCells.js';
import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';

const service = 'https://service.example/api/1.1/wf';
const full: RowReference = {
  inputs: hashInputs({ employeeId: 'E-1', destination: 'Portugal' }),
  person: hashPerson('E-1'),
  assessment: hashAssessment(service, '1764000000000x123'),
  journal: hashJournalSalt('salt'),
  cells: [...Array.from({ length: 12 }, (_, column) => hashCell(String(column))), noCell],
};
const references: [string, RowReference][] = [
  ['an assessment', full],
  ['a request without an answer', { ...full, assessment: undefined }],
  ['no journal', { ...full, journal: noJournal }],
  ['no result cells', { ...full, cells: [] }],
];

describe('the text of a reference', () => {
  test.each(references)('is parsed into the same reference: %s', (_what, reference) => {
    const { cells, ...request } = reference;
    const text = formatReference(reference);
    expect(parseReference(text)).toEqual(request);
    expect(cells.map((_, column) => parseCells(text)?.(column))).toEqual(cells);
  });

  test('is short, and begins with a letter so that programs read it as text', () => {
    const text = formatReference(full);
    expect(text).toHaveLength(105);
    expect(text).toMatch(
      /^r1[.][0-9a-f]{20}[.][0-9a-f]{10}[.][0-9a-f]{10}[.][0-9a-f]{6}[.][a-z0-7]+$/,
    );
    expect(formatReference({ ...full, assessment: undefined })).toContain('.-.');
  });

  const text = formatReference(full);
  test.each([
    ['an empty text', ''],
    ['a word', 'IC-7'],
    ['another version', text.replace('r1', 'r2')],
    ['a part of a reference', text.slice(0, 30)],
    ['a reference that a person has extended', `${text}x`],
    ['a reference without the end of its last cell', text.slice(0, -2)],
    ['a reference in capitals', text.toUpperCase()],
  ])('is not recognized in %s', (_what, other) => {
    expect(parseReference(other)).toBeUndefined();
  });
});

test.each([
  ['E-1', 'E-2'],
  ['e-1', 'E-1'],
  ['E 1', 'E1'],
  ['00113', '113'],
  ['E-01', 'E-1'],
  ['0012', '12'],
])('the Staff IDs %j and %j have different hashes', (first, second) => {
  expect(hashPerson(first)).not.toBe(hashPerson(second));
});

test('the hash of an assessment depends on the service, but not on the spelling of its address', () => {
  const id = '1764000000000x123';
  const hash = hashAssessment(service, id);
  expect(hashAssessment('https://SERVICE.example:443/api/1.1/wf/', id)).toBe(hash);
  for (const other of ['https://service.example/version-test/api/1.1/wf', 'the embedded sandbox'])
    expect(hashAssessment(other, id)).not.toBe(hash);
});

const createText = (shown: string): Cell => ({ kind: 'text', text: shown });
const createNumber = (value: number): Cell => ({ kind: 'number', value, text: String(value) });
const url = 'https://service.example/report/1';
type Column = Pick<ResultColumn, 'kind' | 'linkText'>;
const score: Column = { kind: 'number' };
const link: Column = { kind: 'link', linkText: 'Open report' };
const time: Column = { kind: 'dateTime' };
const message: Column = { kind: 'text' };
const at = '2026-11-26T17:20:59.700Z';

const unchangedCells: [string, Column, ResultValue, Cell][] = [
  ['a score in a workbook', score, 3.6, createNumber(3.6)],
  ['a score in a CSV file', score, 3.6, createText('3.6')],
  ['a score with a decimal comma', score, 3.6, createText('3,6')],
  ['a score with more decimals in a workbook', score, 3.64, createNumber(3.64)],
  ['a score that a program exports with one decimal', score, 3.65, createText('3.7')],
  ['a whole score', score, 4, createText('4.0')],
  ['a change with its sign, in binary fractions', score, 0.1 + 0.2, createText('+0.3')],
  ['a negative change behind an apostrophe', score, -0.3, createText("'-0.3")],
  ['a time in a workbook', time, at, { kind: 'date', iso: '2026-11-26T17:21:00' }],
  ['a time in a CSV file', time, at, createText(at)],
  ['a time that a program has exported without seconds', time, at, createText('2026-11-26T17:20Z')],
  ['a link in a workbook', link, url, { kind: 'text', text: 'Open report', link: url }],
  ['a link in a CSV file', link, url, createText(url)],
  ['a link that a program has exported as its text', link, url, createText('Open report')],
  ['a message whose encoding lost two characters', message, 'Zoë – sent', createText('Zo  sent')],
  [
    'a message behind an apostrophe',
    message,
    '=A1 is no country',
    createText("'=A1 is no country"),
  ],
];

test.each(unchangedCells)(
  'a cell has the hash of the written value: %s',
  (_what, column, value, cell) => {
    expect(hasWrittenHash(cell, column, hashWrittenValue(value, column.kind))).toBe(true);
  },
);

const changedCells: [string, Column, ResultValue, Cell][] = [
  ['another score', score, 3.6, createNumber(3.7)],
  ['a score with more decimals than ours', score, 3.6, createNumber(3.64)],
  ['a word instead of a score', score, 3.6, createText('low')],
  ['a time in another minute', time, at, createText('2026-11-26T17:22:10Z')],
  ['a link to another report', link, url, createText(`${url}2`)],
  ['a sentence with an addition', message, 'Sent.', createText('Sent. Ask Bo.')],
  ['a value where we wrote none', message, undefined, createText('Sent.')],
];

test.each(changedCells)(
  'a cell that a person has changed has another hash: %s',
  (_what, column, value, cell) => {
    expect(hasWrittenHash(cell, column, hashWrittenValue(value, column.kind))).toBe(false);
  },
);

test('a time has the same hash after a workbook has rounded it up to the next minute', () => {
  const [measured, rounded] = ['2026-11-27T12:00:59.700Z', '2026-11-27T12:01:00.000Z'];
  expect(hashWrittenValue(measured, 'dateTime')).toBe(hashWrittenValue(rounded, 'dateTime'));
});
