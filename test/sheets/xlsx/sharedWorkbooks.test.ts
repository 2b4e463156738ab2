import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { colours } from '../colours.js';
import type { ResultColumn, ResultValue, WrittenSheet } from '../../../sheets/sheet.js';
import { openXlsx } from '../../../sheets/files/openXlsx.js';
import { sheetWords } from '../../../sheets/words.js';
import { cannotRun } from '../../skips.js';
import { placeAtHeadings } from '../placeAtHeadings.js';
import {
  findDanglingLinks,
  findMisplacedChildren,
  readCellSources,
  findTypesWithoutPart,
} from './packageRules.js';
import { SHARED_WORKBOOKS } from './sharedWorkbooks.js';
import { createUnusedPath, readShown } from './workbookFixture.js';
import { unzip, type ZippedPart } from './zipFixture.js';

const COLUMNS: ResultColumn[] = [
  { heading: 'rwa id', kind: 'text' },
  { heading: 'rwa overall', kind: 'number', format: '0.0', colours },
  { heading: 'rwa report', kind: 'link' },
  { heading: 'rwa checked', kind: 'dateTime' },
];
/** The parts, besides the sheet, that writing results may change. */
const CHANGEABLE_PARTS =
  /^(\[content_types\]\.xml|xl\/(_rels\/)?workbook\.xml(\.rels)?|xl\/styles\.xml|xl\/tables\/[^/]+|xl\/calcchain\.xml)$/;

function createValues(row: number, run: number): ResultValue[] {
  return [`=id ${row}`, (row + run) % 11, `https://example.com/${row}`, '2026-11-21T10:15:00'];
}

interface SheetToTry {
  readonly name: string;
  readonly headerRow: number;
  readonly part: string;
}

async function findSheetsWithRows(file: string): Promise<SheetToTry[]> {
  const opened = await openXlsx(file);
  const found: SheetToTry[] = [];
  for (const sheet of opened.sheets) {
    for await (const [row] of opened.rows(sheet.name)) {
      const { part } = sheet as unknown as { part: string };
      if (row) found.push({ name: sheet.name, headerRow: row.number, part });
      break;
    }
  }
  await opened.close();
  return found;
}

async function write(file: string, sheet: SheetToTry, run: number): Promise<WrittenSheet> {
  const opened = await openXlsx(file);
  try {
    return await opened.write({
      sheet: sheet.name,
      headerRow: sheet.headerRow,
      columns: await placeAtHeadings(opened, COLUMNS, {
        sheet: sheet.name,
        headerRow: sheet.headerRow,
      }),
      output: createUnusedPath(path.extname(file)),
      colourScale: true,
      results: (row) => createValues(row, run),
    });
  } finally {
    await opened.close();
  }
}

function toLowerCaseNames(parts: ReadonlyMap<string, ZippedPart>): Map<string, ZippedPart> {
  return new Map(
    [...parts].map(([name, part]) => [name.replaceAll('\\', '/').toLowerCase(), part]),
  );
}

function readPart(parts: ReadonlyMap<string, ZippedPart>, name: string): string {
  return parts.get(name.toLowerCase())?.content.toString('utf8') ?? '';
}

function findListContent(xml: string, list: string): string {
  return new RegExp(`<(?:\\w+:)?${list}\\b[^>]*>([^]*?)</(?:\\w+:)?${list}>`).exec(xml)?.[1] ?? '';
}

interface Unpacked {
  readonly raw: ReadonlyMap<string, ZippedPart>;
  readonly named: ReadonlyMap<string, ZippedPart>;
  readonly sheet: string;
  readonly misplaced: readonly string[];
  readonly cells: ReadonlyMap<string, string>;
}

async function unpack(file: string, { part }: SheetToTry): Promise<Unpacked> {
  const raw = unzip(await readFile(file));
  const named = toLowerCaseNames(raw);
  const sheet = readPart(named, part);
  return {
    raw,
    named,
    sheet,
    misplaced: findMisplacedChildren(sheet),
    cells: readCellSources(sheet),
  };
}

function expectOtherContentUnchanged(before: Unpacked, after: Unpacked, sheet: SheetToTry): void {
  const [oldParts, newParts] = [before.named, after.named];
  for (const [name, part] of oldParts) {
    if (name === sheet.part.toLowerCase() || CHANGEABLE_PARTS.test(name)) continue;
    expect(newParts.get(name)?.packed.equals(part.packed), name).toBe(true);
  }
  expect(findDanglingLinks(after.raw)).toEqual(findDanglingLinks(before.raw));
  expect(findTypesWithoutPart(after.raw)).toEqual(findTypesWithoutPart(before.raw));
  expect(after.misplaced).toEqual(before.misplaced);
  for (const list of ['cellXfs', 'fonts', 'numFmts', 'dxfs']) {
    const [oldList, newList] = [oldParts, newParts].map((parts) =>
      findListContent(readPart(parts, 'xl/styles.xml'), list),
    );
    expect(newList?.startsWith(oldList ?? '')).toBe(true);
  }
  const written = after.cells;
  const ours = findOurColumns(written);
  const lost = [...before.cells].filter(
    ([address, cell]) => !ours.has(address.split(',')[1] ?? '') && written.get(address) !== cell,
  );
  expect(lost).toEqual([]);
}

function findOurColumns(cells: ReadonlyMap<string, string>): ReadonlySet<string> {
  const headings = [...cells].filter(([, cell]) =>
    COLUMNS.some(({ heading }) => cell.replace(/<[^>]*>/g, '') === heading),
  );
  return new Set(headings.map(([address]) => address.split(',')[1] ?? ''));
}

function countScales({ sheet }: Unpacked): number {
  return [...sheet.matchAll(/val="0"\/><(?:\w+:)?cfvo type="num" val="5"\/>/g)].length;
}

type Shown = Awaited<ReturnType<typeof readShown>>;

function expectResults(rows: Shown, sheet: SheetToTry, run: number): void {
  const heading = rows.find(([number]) => number === sheet.headerRow) ?? [0];
  const columns = COLUMNS.map((column) => heading.indexOf(column.heading));
  expect(Math.min(...columns)).toBeGreaterThan(0);
  for (const row of rows.filter(([number]) => number > sheet.headerRow)) {
    const [id, score, link, checked] = createValues(row[0], run);
    expect(columns.map((column) => row[column])).toEqual([id, String(score), link, checked]);
  }
}

describe('real workbooks get results and keep their other cells and parts', () => {
  it('are present', ({ skip }) => {
    if (SHARED_WORKBOOKS.length === 0) {
      cannotRun(skip, 'There is no folder ../shared/workbooks beside the checkout.');
    }
  });

  it.each(SHARED_WORKBOOKS.map((file) => [path.basename(file), file]))(
    '%s',
    async (_name, file) => {
      for (const sheet of await findSheetsWithRows(file)) {
        let before = await unpack(file, sheet);
        let rows: Shown = [];
        let current = file;
        for (const run of [1, 2]) {
          const written = await write(current, sheet, run);
          expect(written.notes.map(sheetWords).join()).not.toContain('was not changed, because');
          const after = await unpack(written.path, sheet);
          expectOtherContentUnchanged(before, after, sheet);
          rows = await readShown(written.path, sheet.name);
          expectResults(rows, sheet, run);
          before = after;
          current = written.path;
        }
        const hasResults = rows.some(([number]) => number > sheet.headerRow);
        expect(countScales(before)).toBe(hasResults ? 1 : 0);
      }
    },
  );
});
