import { nothingYet, type ResultColumn, type ResultSheet } from '../../sheet.js';
import { parseRange, type Range } from '../address.js';
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
  /** The last column with a value, from the heading row to the last row with results; -1: none. */
  readonly lastColumn: number;
  /** Formulas that fill more than one cell, by the cell that holds them. */
  readonly sharedFormulas: readonly SharedFormula[];
}

/** A formula that other cells depend on: shared among cells, or an array over them. */
export interface SharedFormula {
  readonly column: number;
  readonly row: number;
  readonly range: Range;
  /** An array owns its cells; of a shared formula only the first cell matters. */
  readonly isArray: boolean;
}

/** Streams the sheet once and gathers what {@link Survey} lists. */
export async function surveySheet(
  pieces: AsyncIterable<SheetPiece>,
  { headerRow, results }: Pick<ResultSheet, 'headerRow' | 'results'>,
  context: CellContext,
  fileName: string,
): Promise<Survey> {
  let head = '';
  let tail = '';
  let scanner = new RowScanner('', fileName);
  let headings: Heading[] = [];
  let lastColumn = -1;
  let lastColumnSoFar = -1;
  const resultRows = new RowSet();
  const sharedFormulas: SharedFormula[] = [];
  for await (const piece of pieces) {
    if (piece.kind === 'head') {
      head = piece.text;
      scanner = new RowScanner(piece.prefix, fileName);
    } else if (piece.kind === 'tail') {
      tail = piece.text;
    } else {
      scanner.load(piece.text);
      const hasShared = /\sref\s*=/.test(piece.text);
      while (scanner.next()) {
        if (scanner.number === headerRow) headings = headingsOf(scanner, context);
        if (hasShared) collectSharedFormulas(scanner, sharedFormulas);
        if (scanner.number < headerRow) continue;
        lastColumnSoFar = Math.max(lastColumnSoFar, lastFilledColumn(scanner, lastColumnSoFar));
        const hasResults =
          scanner.number > headerRow && results(scanner.number, nothingYet) !== undefined;
        if (hasResults) resultRows.add(scanner.number);
        if (hasResults || scanner.number === headerRow) lastColumn = lastColumnSoFar;
      }
    }
  }
  const { prefix } = scanner;
  return { prefix, head, tail, headings, resultRows, lastColumn, sharedFormulas };
}

/** Headings are compared without regard to case and to the kind and number of spaces. */
export function sameHeading(heading: string, column: Pick<ResultColumn, 'heading'>): boolean {
  return normalised(heading) === normalised(column.heading);
}

function normalised(heading: string): string {
  return heading
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
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

/** The last column that has a value, looked for no further left than it matters. */
function lastFilledColumn(row: RowScanner, atLeast: number): number {
  const tail = row.tailColumn();
  if (tail !== undefined && tail <= atLeast) return tail;
  row.scanCells();
  let last = -1;
  for (let index = row.count - 1; index >= 0; index--) {
    const column = row.columns[index] ?? 0;
    if (column > Math.max(atLeast, last) && hasValue(row, index)) last = column;
  }
  return last;
}

function hasValue(row: RowScanner, index: number): boolean {
  const inside = row.text.slice(row.cellOpenEnds[index], row.cellCloseStarts[index]);
  return /<(?:[\w.-]+:)?(?:f|is)[\s/>]|<(?:[\w.-]+:)?v(?:\s[^>]*)?>[^]*[^\s]<\//.test(inside);
}

const FORMULA_TAG = /<(?:[\w.-]+:)?f\s([^>]*)>/;

function collectSharedFormulas(row: RowScanner, into: SharedFormula[]): void {
  row.scanCells();
  for (let index = 0; index < row.count; index++) {
    const attributes = FORMULA_TAG.exec(
      row.text.slice(row.cellOpenEnds[index], row.cellCloseStarts[index]),
    )?.[1];
    if (attributes === undefined) continue;
    const range = parseRange(/\bref\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1] ?? '');
    if (!range || (range.left === range.right && range.top === range.bottom)) continue;
    const isArray = !/\bt\s*=\s*["']shared["']/.test(attributes);
    into.push({ column: row.columns[index] ?? 0, row: row.number, range, isArray });
  }
}
