import { describe, expect, it } from 'vitest';
import {
  type Cell,
  type CurrentCells,
  keep,
  type ResultCell,
  type ResultColumn,
} from '../../../sheets/sheet.js';
import {
  readRows,
  readShown,
  saveWorkbook,
  readSheetText,
  writeResults,
} from './workbookFixture.js';

const textCell = (address: string, value: string) =>
  `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
const ROWS =
  `<row r="1">${textCell('A1', 'Name')}${textCell('B1', 'Status')}${textCell('C1', 'Report')}</row>` +
  `<row r="2">${textCell('A2', 'Ana')}${textCell('B2', 'mine')}<c r="C2"/></row>` +
  `<row r="3">${textCell('A3', 'Bo')}</row>`;
const COLUMNS: ResultColumn[] = [
  { heading: 'Status', kind: 'text', wraps: true },
  { heading: 'Report', kind: 'link', linkText: 'Open report' },
  { heading: 'Overall', kind: 'number', format: '0.0' },
];
const url = 'https://example.com/r?a=1&b=2';

describe('our existing cell', () => {
  it('is passed to the function that returns results, and can be kept byte for byte', async () => {
    const seen = new Map<number, (Cell | undefined)[]>();
    const results = (row: number, current: CurrentCells): ResultCell[] | undefined => {
      if (row < 2) return undefined;
      const cells = COLUMNS.map((_, index) => current(index));
      // Before writing, `results` is also called without cells.
      if (cells.some((cell) => cell !== undefined)) seen.set(row, cells);
      return [cells[0] === undefined ? 'new' : keep, url, keep];
    };
    const { path, notes } = await writeResults(
      await saveWorkbook({ rows: ROWS }),
      {},
      { columns: COLUMNS, results },
    );
    expect(notes).toEqual([]);
    expect(seen).toEqual(new Map([[2, [{ kind: 'text', text: 'mine' }, undefined, undefined]]]));
    expect(await readSheetText(path)).toContain(textCell('B2', 'mine'));
    expect(await readShown(path)).toEqual([
      [1, 'Name', 'Status', 'Report', 'Overall'],
      [2, 'Ana', 'mine', 'Open report'],
      [3, 'Bo', 'new', 'Open report'],
    ]);
  });

  it('shows a link as a short text, and is read with its address', async () => {
    const { path } = await writeResults(
      await saveWorkbook({ rows: ROWS }),
      { 2: ['Scored', url, 1] },
      { columns: COLUMNS },
    );
    const [, row] = await readRows(path);
    expect(row?.cells[2]).toEqual({ kind: 'text', text: 'Open report', link: url });
  });
});

it.each<[string, string, Cell]>([
  [
    'with a stored value',
    '<f>HYPERLINK("https://x.example/1","Open")</f><v>Open</v>',
    { kind: 'text', text: 'Open', link: 'https://x.example/1' },
  ],
  [
    'without a stored value',
    '<f>HYPERLINK("https://x.example/1?a&amp;b", "Say ""é""")</f>',
    { kind: 'text', text: 'Say "é"', link: 'https://x.example/1?a&b' },
  ],
  [
    'with the address in another cell',
    '<f>HYPERLINK(A1)</f><v>there</v>',
    { kind: 'text', text: 'there', isFormula: true },
  ],
])('a link formula is read: %s', async (_name, content, expected) => {
  const rows = `<row r="1"><c r="A1" t="str">${content}</c></row>`;
  const [row] = await readRows(await saveWorkbook({ rows }));
  expect(row?.cells[0]).toEqual(expected);
});
