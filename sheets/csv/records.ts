import Papa from 'papaparse';
import { SheetError } from '../sheet.js';
import type { CsvDialect } from './dialect.js';

/** One record of a CSV file. All sources, joined, are the text behind the `sep=` line. */
export interface CsvRecord {
  /** Counted from 1 as Excel counts rows: blank lines count, a `sep=` line does not. */
  readonly number: number;
  /** The record as it stands in the file, with its line end if it has one. */
  readonly source: string;
  /** Values, quotes removed; a blank line has one, which is empty. */
  readonly cells: readonly string[];
}

/** Excel's largest row is far below this; a quotation mark left open is what reaches it. */
const RECORD_LIMIT_CHARS = 4 * 1024 * 1024;

/**
 * Splits text into records, in batches as the text comes, holding no more than a piece of text
 * and one record.
 *
 * @throws {SheetError} at a quotation mark that is not closed, with its line.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  dialect: CsvDialect,
  path: string,
): AsyncGenerator<readonly CsvRecord[], undefined> {
  let rest = '';
  let behindSeparatorLine = dialect.separatorLine === '';
  let line = behindSeparatorLine ? 1 : 2;
  let number = 1;

  const take = (last: boolean): readonly CsvRecord[] => {
    const { records, end, badQuoteAt } = splitRecords(rest, dialect, last, number);
    if (badQuoteAt !== undefined) {
      throw badQuote(path, line + countLines(rest.slice(0, badQuoteAt), dialect));
    }
    line += countLines(rest.slice(0, end), dialect);
    number += records.length;
    rest = rest.slice(end);
    if (rest.length > RECORD_LIMIT_CHARS) throw endlessRecord(path, line);
    return records;
  };

  for await (const piece of text) {
    rest += piece;
    if (!behindSeparatorLine) {
      if (rest.length < dialect.separatorLine.length) continue;
      rest = rest.slice(dialect.separatorLine.length);
      behindSeparatorLine = true;
    }
    const records = take(false);
    if (records.length > 0) yield records;
  }
  if (rest !== '') yield take(true);
}

/** Where the line end of a record's source begins. CR CR LF, a known export bug, is one line end. */
export function contentEnd(source: string): number {
  let end = source.length;
  if (source.endsWith('\n')) end--;
  while (end > 0 && source[end - 1] === '\r') end--;
  return end;
}

/** Where each cell stands in its record's source, with its quotes, as `[start, end]`. */
export function cellRanges(
  { source, cells }: CsvRecord,
  delimiter: string,
): (readonly [number, number])[] {
  let start = 0;
  return cells.map((cell, index) => {
    const last = index === cells.length - 1;
    const end = last ? contentEnd(source) : cellEnd(source, start, cell, delimiter);
    const range = [start, end] as const;
    start = end + 1;
    return range;
  });
}

/** The records that are complete in `text`, or all of them when it is the `last` of the file. */
function splitRecords(
  text: string,
  { delimiter, newline }: CsvDialect,
  last: boolean,
  firstNumber: number,
): { records: CsvRecord[]; end: number; badQuoteAt?: number } {
  // Without a line end Papa takes a space behind the last quotation mark for a mistake.
  const whole = last && !text.endsWith(newline) ? text + newline : text;
  // Papa's parser class, as only that can leave an unfinished record to the next piece. Its step
  // function is not used: it keeps the garbage alive and takes three times the memory.
  const parser = new Papa.Parser({ delimiter, newline });
  const { data, errors, meta } = parser.parse(whole, 0, !last) as Papa.ParseResult<string[]>;
  const badQuoteAt = errors[0]?.index;
  if (badQuoteAt !== undefined && (last || badQuoteAt < meta.cursor)) {
    return { records: [], end: 0, badQuoteAt };
  }

  const records: CsvRecord[] = [];
  let end = 0;
  for (const cells of data) {
    const start = end;
    // Papa gives an empty record behind the last line end.
    if (start >= text.length) break;
    end = recordEnd(whole, start, cells, delimiter, newline);
    records.push({ number: firstNumber + records.length, source: text.slice(start, end), cells });
  }
  end = Math.min(end, text.length);
  if (end !== Math.min(meta.cursor, text.length)) throw new Error('Cells do not fit their source.');
  return { records, end };
}

/** Where the next record begins. Takes the CR of a CRLF, which Papa leaves, off the last cell. */
function recordEnd(
  text: string,
  start: number,
  cells: string[],
  delimiter: string,
  newline: string,
): number {
  const last = cells.length - 1;
  let at = start;
  for (let index = 0; index < last; index++) {
    at = cellEnd(text, at, cells[index] ?? '', delimiter) + 1;
  }
  const cell = cells[last] ?? '';
  if (cell.endsWith('\r') && text[at] !== '"') cells[last] = cell.slice(0, contentEnd(cell));
  return cellEnd(text, at, cell, newline) + 1;
}

/**
 * Where the cell that begins at `start` ends. In quotation marks it takes two characters more,
 * and one for each of its own quotation marks; before what ends it there may be spaces.
 */
function cellEnd(text: string, start: number, cell: string, endsWith: string): number {
  let end = start + cell.length;
  if (text[start] !== '"') return end;
  end += 2;
  for (let at = cell.indexOf('"'); at >= 0; at = cell.indexOf('"', at + 1)) end++;
  return text.indexOf(endsWith, end);
}

function countLines(text: string, { newline }: CsvDialect): number {
  let count = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
  return count;
}

function badQuote(path: string, line: number): SheetError {
  return new SheetError(
    `${path}, line ${line}: a quotation mark opens a cell here and is not closed, or text follows ` +
      'where it closes. Close it, or write quotation marks within a cell twice, and try again.',
  );
}

function endlessRecord(path: string, line: number): SheetError {
  return new SheetError(
    `${path}, line ${line}: the row that begins here is longer than ${RECORD_LIMIT_CHARS} ` +
      'characters. Look for a quotation mark that is not closed, and try again.',
  );
}
