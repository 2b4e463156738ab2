import type { Cell, SheetRow, SheetFile } from '../../../sheets/sheet.js';
import { countFilled, listMappedHeadings } from './columnMap.js';
import { readHeading } from './columns.js';
import { maxHeadingLength, normalizeHeading } from './headingNames.js';
import type { IntakeOptions } from './intakeOptions.js';
import { isBlank } from './cellValues.js';

/** A heading row, or two combined rows. `number` is that of the lower row. */
export interface HeadingRow extends Pick<SheetRow, 'number' | 'cells'> {
  readonly upper?: number;
}

export interface HeadingSearch extends IntakeOptions {
  /** True if headings also count from which an input can only be guessed. */
  readonly countsGuesses?: boolean;
}

interface NamedRow {
  readonly row: HeadingRow;
  readonly texts: readonly string[];
  readonly names: readonly (string | undefined)[];
}

/** Combines two consecutive rows if each adds a heading, as with "Trip" above "Start date". */
export function findHeadingRow(
  rows: readonly SheetRow[],
  options: HeadingSearch,
): HeadingRow | undefined {
  const { headerRow, countsGuesses = false } = options;
  // One word that looks like a heading, such as the role "Führungskraft", may be in a row of data.
  const minAdded = countsGuesses ? 2 : 1;
  const lookUpHeading = createHeadingLookup(options);
  const named = rows.map((row): NamedRow => {
    const texts = row.cells.map(readHeading);
    return { row, texts, names: texts.map(lookUpHeading) };
  });
  const singles = named.filter(({ row }) => headerRow === undefined || row.number === headerRow);
  let best = singles[0]?.row;
  let most = 0;
  for (const { row, texts } of singles) {
    const count = countNamed(texts, options);
    if (count > most) [best, most] = [row, count];
  }
  if (best === undefined) return undefined;
  for (const [index, lower] of named.entries()) {
    const upper = named[index - 1];
    if (upper?.row.number !== lower.row.number - 1) continue;
    if (headerRow !== undefined && headerRow !== upper.row.number && headerRow !== lower.row.number)
      continue;
    const both = joinRows(upper, lower, lookUpHeading, minAdded);
    if (both === undefined) continue;
    const count = countNamed(both.cells.map(readHeading), options);
    // On a tie, prefer the two rows: a row of data below the headings adds no heading.
    if (count >= most) [best, most] = [both, count];
  }
  return best;
}

export function countNamed(texts: readonly string[], options: HeadingSearch): number {
  const { columns = {} } = options;
  const fields = new Set(texts.flatMap((text) => findOrGuess(text, options) ?? []));
  const named = fields.size + countFilled(columns, texts);
  const mapped = listMappedHeadings(columns);
  if (mapped.length === 0) return named;
  const headingsOfRow = new Set(texts.map(normalizeHeading));
  return named + mapped.filter((heading) => headingsOfRow.has(heading)).length;
}

function findOrGuess(
  text: string,
  { inputs: { headings }, countsGuesses = false }: HeadingSearch,
): string | undefined {
  return headings.findField(text) ?? (countsGuesses ? headings.guessField(text) : undefined);
}

const maxGuessedRows = 60;
/**
 * The share of the fullest row's cells that headings fill. Titles, and blocks such as "Department:
 * HR" above a table, fill fewer cells. A row below fills this share of the heading row's columns.
 */
const minShare = 0.6;
const comparedRows = 3;

interface GuessedRow {
  readonly number: number;
  readonly cells: number;
}

/** Headings are different short texts over most columns, above rows that fill the same columns. */
export async function guessHeadingRow(
  file: SheetFile,
  sheet: string,
): Promise<GuessedRow | undefined> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows(sheet)) {
    rows.push(...batch.slice(0, maxGuessedRows - rows.length));
    if (rows.length >= maxGuessedRows) break;
  }
  const filled = rows.map(({ cells }) => findFilledColumns(cells));
  const most = Math.max(0, ...filled.map(({ size }) => size));
  const at = rows.findIndex(({ cells }, index) => {
    const own = filled[index] ?? new Set();
    const below = filled.slice(index + 1, index + 1 + comparedRows);
    return own.size >= most * minShare && looksLikeHeadings(cells) && hasSimilarRow(own, below);
  });
  const row = rows[at];
  return row && { number: row.number, cells: filled[at]?.size ?? 0 };
}

/**
 * A heading is the lower text, the upper text if the lower cell is blank, or both, as in
 * "Destination" above "Country". Returns undefined if the rows add too few known headings.
 */
function joinRows(
  upper: NamedRow,
  lower: NamedRow,
  lookUpHeading: ReturnType<typeof createHeadingLookup>,
  minAdded: number,
): HeadingRow | undefined {
  const [inUpper, inLower] = [new Set(upper.names), new Set(lower.names)];
  const cells: (Cell | undefined)[] = [];
  let [upperAdds, lowerAdds] = [false, 0];
  // A cell that is merged over several columns has its text in the first of them.
  let group = '';
  for (let column = 0; column < Math.max(upper.texts.length, lower.texts.length); column++) {
    const [above, below] = [upper.row.cells[column], lower.row.cells[column]];
    if (!isBlank(above)) group = upper.texts[column] ?? '';
    cells[column] = isBlank(below) ? above : below;
    if (isBlank(below)) {
      const meaning = upper.names[column];
      upperAdds ||= meaning !== undefined && !inLower.has(meaning);
      continue;
    }
    const [text = '', name] = [lower.texts[column], lower.names[column]];
    if (name !== undefined) {
      if (!inUpper.has(name)) lowerAdds++;
    } else if (text !== '' && lookUpHeading(`${group} ${text}`) !== undefined) {
      [upperAdds, lowerAdds] = [true, lowerAdds + 1];
      cells[column] = { kind: 'text', text: `${group} ${text}` };
    }
  }
  if (!upperAdds || lowerAdds < minAdded) return undefined;
  return { number: lower.row.number, upper: upper.row.number, cells };
}

function createHeadingLookup(options: HeadingSearch) {
  const { inputs, columns = {} } = options;
  const { headings } = inputs;
  const mapped = new Set(listMappedHeadings(columns));
  return (text: string): string | undefined => {
    if (text === '') return undefined;
    const isOther = mapped.has(normalizeHeading(text)) || headings.isContext(text);
    return findOrGuess(text, options) ?? (isOther ? normalizeHeading(text) : undefined);
  };
}

function findFilledColumns(cells: readonly (Cell | undefined)[]): ReadonlySet<number> {
  return new Set(cells.flatMap((cell, column) => (isBlank(cell) ? [] : [column])));
}

function looksLikeHeadings(cells: readonly (Cell | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && !isBlank(cell));
  const texts = filled.flatMap((cell) =>
    cell?.kind === 'text' && cell.text.length <= maxHeadingLength ? [cell.text.trim()] : [],
  );
  return (
    texts.length >= 2 && texts.length === filled.length && new Set(texts).size >= texts.length - 1
  );
}

function hasSimilarRow(own: ReadonlySet<number>, below: readonly ReadonlySet<number>[]): boolean {
  return below.some(
    (other) => [...other].filter((column) => own.has(column)).length >= own.size * minShare,
  );
}
