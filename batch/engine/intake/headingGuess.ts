import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { isBlank } from './rowReader.js';

/** The headings are guessed among this many rows with values. */
const maxRows = 60;
/** Longer texts are no headings. */
const maxHeadingLength = 100;
/** Titles, and blocks such as "Department: HR" above a table, have fewer cells than this part of it. */
const minShare = 0.6;
/** How many rows below a heading row are compared with it. */
const comparedRows = 3;

/** A row that looks like headings, and how many cells it has. */
export interface GuessedRow {
  readonly number: number;
  readonly cells: number;
}

/**
 * The first row that looks like headings, in whatever language: different short texts over most columns
 * of what follows, and rows below it that fill the same columns. Undefined where none does.
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

/** Several texts, all different, and nothing else. */
function looksLikeHeadings(cells: readonly (Cell | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && !isBlank(cell));
  const texts = filled.flatMap((cell) =>
    cell?.kind === 'text' && cell.text.length <= maxHeadingLength ? [cell.text.trim()] : [],
  );
  return (
    texts.length >= 2 && texts.length === filled.length && new Set(texts).size >= texts.length - 1
  );
}

/** True when a row below fills most of the same columns. */
function isLike(own: ReadonlySet<number>, below: readonly ReadonlySet<number>[]): boolean {
  return below.some(
    (other) => [...other].filter((column) => own.has(column)).length >= own.size * minShare,
  );
}
