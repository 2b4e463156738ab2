import { SheetError } from '../sheet.js';
import { hasOutsideQuotes } from './cellRanges.js';
import type { CsvDialect } from './dialect.js';

/** The sources of all records, joined, are the text after the `sep=` line. */
export interface CsvRecord {
  /** The number, counted like the rows in Excel: blank lines count, a `sep=` line does not. */
  readonly number: number;
  /** Includes the line end, if the record has one. */
  readonly source: string;
  readonly width: number;
  /** The values without quotes; a blank line has one empty value. */
  readonly cells: readonly string[];
}

export interface Split {
  readonly records: readonly CsvRecord[];
  readonly end: number;
  /**
   * The position of a quotation mark that is not closed, or whose closing mark is followed by text.
   */
  readonly badQuoteAt?: number;
}

/**
 * Splits text into records: `parseRecords` also reads the values of cells, and `scanRecords` does
 * not.
 */
export type Splitter = (
  text: string,
  dialect: CsvDialect,
  isLast: boolean,
  firstNumber: number,
) => Split;

/**
 * Usual rows are far shorter: a longer record most likely has a quotation mark that is not closed.
 */
const RECORD_LIMIT_CHARS = 4 * 1024 * 1024;

/**
 * Reads the records of a text. Only one batch and the unfinished record after it are in memory at a
 * time.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  dialect: CsvDialect,
  path: string,
  split: Splitter,
): AsyncGenerator<readonly CsvRecord[], undefined> {
  let rest = '';
  let isPastSeparatorLine = dialect.separatorLine === '';
  let line = isPastSeparatorLine ? 1 : 2;
  let number = 1;

  const takeRecords = (isLast: boolean): readonly CsvRecord[] => {
    const { records, end, badQuoteAt } = split(rest, dialect, isLast, number);
    if (badQuoteAt !== undefined) {
      const before = rest.slice(0, badQuoteAt);
      refuseJoinedRows(split(before, dialect, false, number).records, before, dialect, path);
      throw createBadQuoteError(path, line + countLines(before, dialect));
    }
    const taken = rest.slice(0, end);
    refuseJoinedRows(records, taken, dialect, path);
    line += countLines(taken, dialect);
    number += records.length;
    rest = rest.slice(end);
    if (rest.length > RECORD_LIMIT_CHARS) throw createEndlessRecordError(path, line);
    return records;
  };

  for await (const piece of text) {
    rest += piece;
    if (!isPastSeparatorLine) {
      if (rest.length < dialect.separatorLine.length) continue;
      rest = rest.slice(dialect.separatorLine.length);
      isPastSeparatorLine = true;
    }
    const records = takeRecords(false);
    if (records.length > 0) yield records;
  }
  if (rest !== '') yield takeRecords(true);
}

/**
 * A record with a CR outside of quotation marks is most likely two rows. Hardly any file contains
 * such a CR, so `text` is tested first.
 */
function refuseJoinedRows(
  records: readonly CsvRecord[],
  text: string,
  { newline, delimiter }: CsvDialect,
  file: string,
): void {
  if (newline === '\r' || !hasLoneCr(text)) return;
  const row = records.find(({ source }) => hasOutsideQuotes(source, delimiter, '\r'))?.number;
  if (row !== undefined) throw new SheetError({ code: 'rowsJoined', file, row });
}

function hasLoneCr(text: string): boolean {
  // A regular expression would take five times as long.
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    const next = text[at + 1] ?? '\n';
    if (next !== '\n' && next !== '\r') return true;
  }
  return false;
}

function countLines(text: string, { newline }: CsvDialect): number {
  let count = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
  return count;
}

function createBadQuoteError(path: string, line: number): SheetError {
  return new SheetError({ code: 'unclosedQuotation', file: path, line });
}

function createEndlessRecordError(path: string, line: number): SheetError {
  return new SheetError({ code: 'endlessRow', file: path, line, maxChars: RECORD_LIMIT_CHARS });
}
