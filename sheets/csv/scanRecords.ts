import { findCellRanges, readCellText, findQuoteEnd } from './cellRanges.js';
import type { CsvDialect } from './dialect.js';
import type { CsvRecord, Split } from './records.js';

const QUOTE = 34;

/** Takes a fraction of the time of papaparse, because most cells are only copied. */
export function scanRecords(
  text: string,
  { delimiter, newline }: CsvDialect,
  isLast: boolean,
  firstNumber: number,
): Split {
  const delimiters = new NextPosition(text, delimiter);
  const newlines = new NextPosition(text, newline);
  const records: CsvRecord[] = [];
  let start = 0;
  let width = 1;
  for (let at = 0; start < text.length;) {
    const cellStart = at;
    const isQuoted = text.charCodeAt(at) === QUOTE;
    if (isQuoted) {
      at = findQuoteEnd(text, at);
      if (at < 0 && !isLast) break;
      if (at < 0) return { records: [], end: 0, badQuoteAt: cellStart };
    }
    const newlineAt = newlines.findFrom(at);
    const delimiterAt = delimiters.findFrom(at);
    const cellEnd = Math.min(newlineAt, delimiterAt);
    if (isQuoted && cellEnd > at && text.slice(at, cellEnd).trim() !== '') {
      return { records: [], end: 0, badQuoteAt: cellStart };
    }
    at = cellEnd + 1;
    if (delimiterAt < newlineAt) {
      width++;
      continue;
    }
    if (cellEnd === text.length) {
      if (!isLast) break;
      at = text.length;
    }
    const number = firstNumber + records.length;
    records.push(new ScannedRecord(number, text.slice(start, at), width, delimiter));
    start = at;
    width = 1;
  }
  return { records, end: start };
}

class NextPosition {
  #at = -1;

  constructor(
    private readonly text: string,
    private readonly character: string,
  ) {}

  findFrom(position: number): number {
    if (this.#at < position) {
      const found = this.text.indexOf(this.character, position);
      this.#at = found < 0 ? this.text.length : found;
    }
    return this.#at;
  }
}

/** Reads its cells only when they are requested. */
class ScannedRecord implements CsvRecord {
  constructor(
    readonly number: number,
    readonly source: string,
    readonly width: number,
    private readonly delimiter: string,
  ) {}

  get cells(): readonly string[] {
    const { source } = this;
    return findCellRanges(source, this.delimiter).map((range) => readCellText(source, range));
  }
}
