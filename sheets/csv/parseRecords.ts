import Papa from 'papaparse';
import type { CsvDialect } from './dialect.js';
import { contentEnd, type CsvRecord, type Split } from './records.js';

/** Records with the values of all cells, as papaparse reads them. */
export function parseRecords(
  text: string,
  { delimiter, newline }: CsvDialect,
  last: boolean,
  firstNumber: number,
): Split {
  // Without a line end, Papa reports a space after the last quotation mark as an error.
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
    // Papa returns an empty record after the last line end.
    if (start >= text.length) break;
    end = recordEnd(whole, start, cells, delimiter, newline);
    const number = firstNumber + records.length;
    records.push({ number, source: text.slice(start, end), width: cells.length, cells });
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
