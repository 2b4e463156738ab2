import { RowExtents } from '../../rowExtents.js';
import { parseRange, type Range } from '../address.js';
import { RowSet } from '../rowSet.js';
import type { RowScanner } from './rowScanner.js';

/** A shared formula, an array formula or a data table's formula. */
export interface SharedFormula {
  readonly column: number;
  readonly row: number;
  readonly range: Range;
  /** A shared formula needs only its first cell; other formulas need all their cells. */
  readonly isArray: boolean;
}

export class UsedCells {
  readonly extents = new RowExtents();
  /** All rows, including those without content. */
  readonly rows = new RowSet();
  /** The largest cell format number that a cell refers to. */
  maxStyle = 0;
  readonly sharedFormulas: SharedFormula[] = [];
  /** The source up to the `<sheetData>` tag in `head`, and from `</sheetData>` on in `tail`. */
  head = '';
  tail = '';
  #mayShare = false;

  load(text: string): void {
    this.#mayShare = /\sref\s*=/.test(text);
  }

  /** Adds a row, whose cells must have been scanned. */
  add(row: RowScanner): void {
    this.rows.add(row.number);
    this.extents.add(row.number, findLastFilledColumn(row));
    for (let index = 0; index < row.count; index++) {
      this.maxStyle = Math.max(this.maxStyle, row.styles[index] ?? 0);
    }
    if (this.#mayShare) collectSharedFormulas(row, this.sharedFormulas);
  }
}

function findLastFilledColumn(row: RowScanner): number {
  let last = -1;
  for (let index = row.count - 1; index >= 0; index--) {
    const column = row.columns[index] ?? 0;
    if (column > last && hasContent(row, index)) last = column;
  }
  return last;
}

function hasContent(row: RowScanner, index: number): boolean {
  const inside = row.text.slice(row.cellOpenEnds[index], row.cellCloseStarts[index]);
  if (/<(?:[\w.-]+:)?(?:f|is)[\s/>]/.test(inside)) return true;
  const start = inside.search(/<(?:[\w.-]+:)?v[\s>]/);
  const openEnd = start < 0 ? -1 : inside.indexOf('>', start);
  return openEnd >= 0 && /\S<\//.test(inside.slice(openEnd + 1));
}

const FORMULA_TAG = /<(?:[\w.-]+:)?f\s([^>]*)>/;

function collectSharedFormulas(row: RowScanner, into: SharedFormula[]): void {
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
