import { expect, test } from 'vitest';
import type { RowList } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testSheets } from './testSheets.js';

/** A text of 3,000 bytes that cannot be compressed. An index entry of Postgres has at most 2,704 bytes. */
const longText = Array.from({ length: 1_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
).join('');

test('rows with long texts are stored, and a search for their first characters finds them', async () => {
  const { upload, json } = await testSheets();
  // The maximum lengths of the search text and the sort text fall in the middle of an emoji here. Postgres would refuse half an emoji.
  const emojis = `x${'😀'.repeat(200)}`;
  const rows = [longText, emojis, 'E-3'].map(hireRow);
  rows[2] = rows[2]?.replace('Portugal', longText) ?? '';
  const { id, stage } = await upload('hires.csv', [headings, ...rows, ''].join('\r\n'));
  expect(stage).toBe('check');
  const search = encodeURIComponent(longText.slice(0, 50));
  const found = await json<RowList>('GET', `/api/sheets/${id}/rows?q=${search}`);
  expect(found.rows.map(({ row }) => row)).toEqual([2, 4]);
});
