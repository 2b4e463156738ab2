import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { isBlank } from './rowReader.js';

/** Headings are guessed among this many rows with values. */
const maxRows = 60;
/** Longer texts are not headings. */
const maxHeadingLength = 100;
/**
 * A heading row has at least this share of the cells of the table. Titles, and blocks such as
 * "Department: HR" above a table, have fewer.
 */
const minShare = 0.6;
/** The number of rows below a heading row that are compared with it. */
const comparedRows = 3;

/** A row that looks like headings, and the number of its cells. */
export interface GuessedRow {
  readonly number: number;
  readonly cells: number;
}

/**
 * Returns the first row that looks like headings in any language: different short texts over most
 * columns, above rows that fill the same columns. Returns undefined if there is none.
 */
export async function guessHeadingRow(
  file: SheetFile,
  sheet: string,
): Promise<GuessedRow | undefined> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows(sheet)) {
    rows.push(...batch.slice(0, maxRows - rows.length));
    if (rows.length >= maxRows) break;
  }
  const filled = rows.map(({ cells }) => filledColumns(cells));
  const most = Math.max(0, ...filled.map(({ size }) => size));
  const at = rows.findIndex(({ cells }, index) => {
    const own = filled[index] ?? new Set();
    const below = filled.slice(index + 1, index + 1 + comparedRows);
    return own.size >= most * minShare && looksLikeHeadings(cells) && isLike(own, below);
  });
  const row = rows[at];
  return row && { number: row.number, cells: filled[at]?.size ?? 0 };
}

function filledColumns(cells: readonly (Cell | undefined)[]): ReadonlySet<number> {
  return new Set(cells.flatMap((cell, column) => (isBlank(cell) ? [] : [column])));
}

/** True for several texts that are all different, and nothing else. */
function looksLikeHeadings(cells: readonly (Cell | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && !isBlank(cell));
  const texts = filled.flatMap((cell) =>
    cell?.kind === 'text' && cell.text.length <= maxHeadingLength ? [cell.text.trim()] : [],
  );
  return (
    texts.length >= 2 && texts.length === filled.length && new Set(texts).size >= texts.length - 1
  );
}

/** True if a row below fills most of the same columns. */
function isLike(own: ReadonlySet<number>, below: readonly ReadonlySet<number>[]): boolean {
  return below.some(
    (other) => [...other].filter((column) => own.has(column)).length >= own.size * minShare,
  );
}
