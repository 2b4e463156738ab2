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
): AsyncGenerator<readonly CsvRecord[]> {
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
export function cellRanges(record: CsvRecord, delimiter: string): (readonly [number, number])[] {
  const { source, cells } = record;
  let start = 0;
  return cells.map((cell, index) => {
    let end = start + cell.length;
    if (source[start] === '"') {
      // Two quotes around the value and one more for each within; spaces may follow.
      end += 2 + cell.split('"').length - 1;
      end = index === cells.length - 1 ? contentEnd(source) : source.indexOf(delimiter, end);
    }
    const range = [start, end] as const;
    start = end + 1;
    return range;
  });
}

/**
 * The records that are complete in `text`, or all of them when it is the `last` of the file.
 * Papa's parser class is used directly, for it can leave an unfinished record to the next piece
 * and gives each record's end, by which the source is cut.
 */
function splitRecords(
  text: string,
  { delimiter, newline }: CsvDialect,
  last: boolean,
  firstNumber: number,
): { records: CsvRecord[]; end: number; badQuoteAt?: number } {
  const records: CsvRecord[] = [];
  let end = 0;
  let badQuoteAt: number | undefined;
  const parser = new Papa.Parser({
    delimiter,
    newline,
    step: ({ data, errors, meta }: Papa.ParseStepResult<unknown>) => {
      if (errors.length > 0) {
        badQuoteAt = errors[0]?.index ?? end;
        parser.abort();
        return;
      }
      const source = text.slice(end, meta.cursor);
      end += source.length;
      // Papa gives an empty record behind the last line end.
      if (source === '') return;
      const [cells = []] = data as string[][];
      if (newline === '\n') dropCarriageReturn(cells, source, delimiter);
      records.push({ number: firstNumber + records.length, source, cells });
    },
  });
  // Without a line end Papa takes a space behind the last quotation mark for a mistake.
  parser.parse(last && !text.endsWith(newline) ? text + newline : text, 0, !last);
  return badQuoteAt === undefined ? { records, end } : { records, end, badQuoteAt };
}

/** Takes the CR of a CRLF off the last cell. Papa leaves it there unless the cell is quoted. */
function dropCarriageReturn(cells: string[], source: string, delimiter: string): void {
  const index = cells.length - 1;
  const cell = cells[index];
  if (!cell?.endsWith('\r')) return;
  const [start] = cellRanges({ number: 0, source, cells }, delimiter)[index] ?? [0];
  if (source[start] !== '"') cells[index] = cell.slice(0, contentEnd(cell));
}

function countLines(text: string, { newline }: CsvDialect): number {
  let count = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
  return count;
}

function badQuote(path: string, line: number): SheetError {
  return new SheetError(
    `${path}, line ${line}: a quotation mark opens a cell here and is not closed, or text follows ` +
      'where it closes. Close it, or write quotation marks within a cell twice, and run again.',
  );
}

function endlessRecord(path: string, line: number): SheetError {
  return new SheetError(
    `${path}, line ${line}: the row that begins here is longer than ${RECORD_LIMIT_CHARS} ` +
      'characters. Look for a quotation mark that is not closed, and run again.',
  );
}
