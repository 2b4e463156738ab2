import Papa from 'papaparse';
import type { CsvDialect } from './dialect.js';
import { findContentEnd } from './cellRanges.js';
import type { CsvRecord, Split } from './records.js';

export function parseRecords(
  text: string,
  { delimiter, newline }: CsvDialect,
  isLast: boolean,
  firstNumber: number,
): Split {
  // Without a line end, Papa reports a space after the last quotation mark as an error.
  const whole = isLast && !text.endsWith(newline) ? text + newline : text;
  // Only Papa's parser class can leave an unfinished record for the next piece. Its step function is
  // not used: it needs three times the memory, because it keeps references to old records.
  const parser = new Papa.Parser({ delimiter, newline });
  const { data, errors, meta } = parser.parse(whole, 0, !isLast) as Papa.ParseResult<string[]>;
  const badQuoteAt = errors[0]?.index;
  if (badQuoteAt !== undefined && (isLast || badQuoteAt < meta.cursor)) {
    return { records: [], end: 0, badQuoteAt };
  }

  const records: CsvRecord[] = [];
  let end = 0;
  for (const cells of data) {
    const start = end;
    // Papa returns an empty record after the last line end.
    if (start >= text.length) break;
    end = findRecordEnd(whole, start, cells, delimiter, newline);
    const number = firstNumber + records.length;
    records.push({ number, source: text.slice(start, end), width: cells.length, cells });
  }
  end = Math.min(end, text.length);
  if (end !== Math.min(meta.cursor, text.length)) throw new Error('Cells do not fit their source.');
  return { records, end };
}

/** Removes the CR that Papa leaves at a record's end. */
function findRecordEnd(
  text: string,
  start: number,
  cells: string[],
  delimiter: string,
  newline: string,
): number {
  const last = cells.length - 1;
  let at = start;
  for (let index = 0; index < last; index++) {
    at = findCellEnd(text, at, cells[index] ?? '', delimiter) + 1;
  }
  const cell = cells[last] ?? '';
  if (cell.endsWith('\r') && text[at] !== '"') cells[last] = cell.slice(0, findContentEnd(cell));
  return findCellEnd(text, at, cell, newline) + 1;
}

/**
 * A quoted cell is longer than its value: by its two quotation marks, one for each quotation mark
 * in the value, and any spaces after it.
 */
function findCellEnd(text: string, start: number, cell: string, endMark: string): number {
  let end = start + cell.length;
  if (text[start] !== '"') return end;
  end += 2;
  for (let at = cell.indexOf('"'); at >= 0; at = cell.indexOf('"', at + 1)) end++;
  return text.indexOf(endMark, end);
}
