import { expect, test } from 'vitest';
import { isSameValue } from '../../../batch/engine/intake/writtenCells.js';
import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';

const text = (value: string, link?: string): Cell =>
  link === undefined ? { kind: 'text', text: value } : { kind: 'text', text: value, link };
const number = (value: number): Cell => ({ kind: 'number', value, text: String(value) });

const at = '2026-11-21T10:15:30.400Z';
const url = 'https://reports.example/redirect/1';

test.each<[string, ResultColumn['kind'], Cell, ResultValue, boolean]>([
  ['a score', 'number', number(3.57), 3.57, true],
  ['a score as it is shown', 'number', text('3.6'), 3.57, true],
  ['a score with a decimal comma', 'number', text('3,57'), 3.57, true],
  ['a whole number that was typed over a score', 'number', number(4), 3.6, false],
  ['another score', 'number', number(3.5), 3.57, false],
  ['a score of more decimals', 'number', text('3.58'), 3.57, false],
  ['a text in place of a score', 'number', text('high'), 3.6, false],
  ['a negative change', 'number', text('-0.3'), -0.3, true],
  ['a change with its sign', 'number', text('+1,5'), 1.5, true],
  ['a time to the millisecond', 'dateTime', text(at), at, true],
  ['another millisecond', 'dateTime', text(at.replace('.4', '.5')), at, false],
  ['a time in a workbook', 'dateTime', { kind: 'date', iso: '2026-11-21T10:15:30' }, at, true],
  ['a time as it is shown', 'dateTime', text('2026-11-21 10:15 UTC'), at, true],
  ['another minute', 'dateTime', text('2026-11-21 10:17 UTC'), at, false],
  ['an address', 'link', text(url), url, true],
  ['a link under a text', 'link', text('Open report', url), url, true],
  ['a link to another place', 'link', text('Open report', `${url}2`), url, false],
  ['a link that was exported', 'link', text('Open report'), url, false],
  ['a text', 'text', text(' Scored '), 'Scored', true],
  ['another text', 'text', text('Done'), 'Scored', false],
  ['a text behind an apostrophe', 'text', text("'=1+1"), '=1+1', true],
  ['an id that looks like a number', 'text', number(17), '17', true],
  ['a text in a poor encoding', 'text', text('Z?rich: wrong'), 'Zürich: wrong', true],
  ['a text of punctuation only', 'text', text('–'), '—', false],
  ['a text where we have none', 'text', text('Scored'), undefined, false],
])('compares a cell with our value: %s', (_name, kind, cell, value, same) => {
  expect(isSameValue(cell, value, kind)).toBe(same);
});
