import { expect, test } from 'vitest';
import { isSameValue } from '../../../batch/engine/intake/writtenCells.js';
import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';

const createText = (value: string, link?: string): Cell =>
  link === undefined ? { kind: 'text', text: value } : { kind: 'text', text: value, link };
const createNumber = (value: number): Cell => ({ kind: 'number', value, text: String(value) });

const at = '2026-11-21T10:15:30.400Z';
const url = 'https://reports.example/redirect/1';

test.each<[string, ResultColumn['kind'], Cell, ResultValue, boolean]>([
  ['a score', 'number', createNumber(3.57), 3.57, true],
  ['a score as it is shown', 'number', createText('3.6'), 3.57, true],
  ['a score with a decimal comma', 'number', createText('3,57'), 3.57, true],
  ['a whole number that was typed over a score', 'number', createNumber(4), 3.6, false],
  ['another score with fewer decimals', 'number', createNumber(3.5), 3.57, false],
  ['another score with as many decimals, as text', 'number', createText('3.58'), 3.57, false],
  ['a text in place of a score', 'number', createText('high'), 3.6, false],
  ['a negative change', 'number', createText('-0.3'), -0.3, true],
  ['a change with its sign', 'number', createText('+1,5'), 1.5, true],
  ['a time to the millisecond', 'dateTime', createText(at), at, true],
  [
    'a time that differs by a tenth of a second',
    'dateTime',
    createText(at.replace('.4', '.5')),
    at,
    false,
  ],
  ['a time in a workbook', 'dateTime', { kind: 'date', iso: '2026-11-21T10:15:30' }, at, true],
  ['a time as it is shown', 'dateTime', createText('2026-11-21 10:15 UTC'), at, true],
  ['a time in another minute', 'dateTime', createText('2026-11-21 10:17 UTC'), at, false],
  ['an address', 'link', createText(url), url, true],
  ['a text with a link', 'link', createText('Open report', url), url, true],
  ['a text with another link', 'link', createText('Open report', `${url}2`), url, false],
  ['a link that was exported as its text', 'link', createText('Open report'), url, false],
  ['a text', 'text', createText(' Scored '), 'Scored', true],
  ['another text', 'text', createText('Done'), 'Scored', false],
  ['a text behind an apostrophe', 'text', createText("'=1+1"), '=1+1', true],
  ['an ID that looks like a number', 'text', createNumber(17), '17', true],
  ['a text in a poor encoding', 'text', createText('Z?rich: wrong'), 'Zürich: wrong', true],
  ['a text of punctuation only', 'text', createText('–'), '—', false],
  ['a text where we have none', 'text', createText('Scored'), undefined, false],
])('compares a cell with our value: %s', (_name, kind, cell, value, isSame) => {
  expect(isSameValue(cell, value, kind)).toBe(isSame);
});
