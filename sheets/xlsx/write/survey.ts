import { noCells, type Results } from '../../sheet.js';
import type { OpenWorkbook } from '../openWorkbook.js';
import { RowSet } from '../rowSet.js';
import type { Worksheet } from '../workbookPart.js';
import { readCell, type CellContext } from '../worksheet/cellValues.js';
import { RowScanner } from '../worksheet/rowScanner.js';

interface Heading {
  readonly column: number;
  readonly text: string;
  readonly style: number;
}

export interface Survey {
  /** The prefix of elements with its colon, or ''. */
  readonly prefix: string;
  readonly head: string;
  readonly tail: string;
  readonly headings: readonly Heading[];
  /** The largest cell format number that a cell refers to. The format may be missing. */
  readonly maxStyle: number;
  readonly resultRows: RowSet;
}

/**
 * Finds out what the plan needs. A sheet that was read before is read again only up to its heading
 * row.
 */
export async function surveySheet(
  book: OpenWorkbook,
  worksheet: Worksheet,
  { headerRow, results }: Pick<Results, 'headerRow' | 'results'>,
): Promise<Survey> {
  const { head, tail, rows, maxStyle } = await book.readUsedCells(worksheet.name);
  const resultRows = new RowSet();
  for (const row of rows) {
    if (row > headerRow && results(row, noCells) !== undefined) resultRows.add(row);
  }
  return { head, tail, maxStyle, resultRows, ...(await findHeadings(book, worksheet, headerRow)) };
}

async function findHeadings(
  book: OpenWorkbook,
  worksheet: Worksheet,
  headerRow: number,
): Promise<Pick<Survey, 'prefix' | 'headings'>> {
  let scanner = new RowScanner('', book.parts.fileName);
  for await (const piece of book.readPieces(worksheet)) {
    if (piece.kind === 'head') scanner = new RowScanner(piece.prefix, book.parts.fileName);
    if (piece.kind !== 'rows') continue;
    scanner.load(piece.text);
    while (scanner.next()) {
      if (scanner.number < headerRow) continue;
      const isHeader = scanner.number === headerRow;
      const headings = isHeader ? readHeadings(scanner, await book.readContext()) : [];
      return { prefix: scanner.prefix, headings };
    }
  }
  return { prefix: scanner.prefix, headings: [] };
}

function readHeadings(row: RowScanner, context: CellContext): Heading[] {
  row.scanCells();
  const headings: Heading[] = [];
  for (let index = 0; index < row.count; index++) {
    const cell = readCell(row, index, context);
    if (!cell) continue;
    const text = cell.kind === 'text' || cell.kind === 'number' ? cell.text : '';
    headings.push({ column: row.columns[index] ?? 0, text, style: row.styles[index] ?? 0 });
  }
  return headings;
}
