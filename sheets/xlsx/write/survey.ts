import { nothingYet, type Results } from '../../sheet.js';
import { cellValue, type CellContext } from '../worksheet/cellValues.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import type { SheetPiece } from '../worksheet/splitSheet.js';
import { RowSet } from './rowSet.js';

/** A heading as it stands in the sheet. */
export interface Heading {
  readonly column: number;
  readonly text: string;
  readonly style: number;
}

/** What has to be known of a sheet before its first byte can be written again. */
export interface Survey {
  readonly prefix: string;
  /** The source up to and with the `<sheetData>` tag, and from `</sheetData>` on. */
  readonly head: string;
  readonly tail: string;
  readonly headings: readonly Heading[];
  /** The rows that have results. */
  readonly resultRows: RowSet;
}

/** Streams the sheet once and gathers what {@link Survey} lists. */
export async function surveySheet(
  pieces: AsyncIterable<SheetPiece>,
  { headerRow, results }: Pick<Results, 'headerRow' | 'results'>,
  context: CellContext,
  fileName: string,
): Promise<Survey> {
  let head = '';
  let tail = '';
  let scanner = new RowScanner('', fileName);
  let headings: Heading[] = [];
  const resultRows = new RowSet();
  for await (const piece of pieces) {
    if (piece.kind === 'head') {
      head = piece.text;
      scanner = new RowScanner(piece.prefix, fileName);
    } else if (piece.kind === 'tail') {
      tail = piece.text;
    } else {
      scanner.load(piece.text);
      while (scanner.next()) {
        if (scanner.number === headerRow) headings = headingsOf(scanner, context);
        if (scanner.number <= headerRow) continue;
        if (results(scanner.number, nothingYet) !== undefined) resultRows.add(scanner.number);
      }
    }
  }
  const { prefix } = scanner;
  return { prefix, head, tail, headings, resultRows };
}

function headingsOf(row: RowScanner, context: CellContext): Heading[] {
  row.scanCells();
  const headings: Heading[] = [];
  for (let index = 0; index < row.count; index++) {
    const cell = cellValue(row, index, context);
    if (!cell) continue;
    const text = cell.kind === 'text' || cell.kind === 'number' ? cell.text : '';
    headings.push({ column: row.columns[index] ?? 0, text, style: row.styles[index] ?? 0 });
  }
  return headings;
}
