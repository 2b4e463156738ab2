import { basename, extname } from 'node:path';
import { decodedText, detectEncoding, type TextEncoding } from './encoding.js';
import { detectDialect, type CsvDialect } from './dialect.js';
import { parseRecords } from './parseRecords.js';
import { type CsvRecord, readRecords, type Splitter } from './records.js';
import { scanRecords } from './scanRecords.js';
import { fileStamp, type FileStamp } from '../files/replace.js';

/** A CSV file and how to read it. */
export interface CsvSource {
  readonly path: string;
  /** The name of its one sheet: the file's name without the extension. */
  readonly sheet: string;
  readonly encoding: TextEncoding;
  /** The encoding that the caller named. */
  readonly namedEncoding?: string | undefined;
  readonly dialect: CsvDialect;
  /** The file as it was when it was opened. */
  readonly stamp: FileStamp;
}

const SAMPLE_CHARS = 64 * 1024;

/**
 * Finds out how to read a CSV file. Reads it once, but keeps only the beginning in memory.
 *
 * @throws {SheetError} when the file is empty, not text, or not in the named encoding.
 */
export async function inspectCsv(path: string, namedEncoding?: string): Promise<CsvSource> {
  const stamp = await fileStamp(path);
  const encoding = await detectEncoding(path, namedEncoding);
  let sample = '';
  let complete = true;
  for await (const piece of decodedText(path, encoding)) {
    sample += piece;
    complete = sample.length <= SAMPLE_CHARS;
    if (!complete) break;
  }
  const dialect = detectDialect(sample.slice(0, SAMPLE_CHARS), complete, path);
  const sheet = basename(path, extname(path));
  return { path, sheet, encoding, namedEncoding, dialect, stamp };
}

/** The file's records in batches, from its first to its last, with all values. */
export function csvRecords(source: CsvSource): AsyncGenerator<readonly CsvRecord[], undefined> {
  return recordsOf(source, parseRecords);
}

/** The same for callers that need few of the values: each is found when it is requested. */
export function scannedRecords(source: CsvSource): AsyncGenerator<readonly CsvRecord[], undefined> {
  return recordsOf(source, scanRecords);
}

function recordsOf(
  { path, encoding, dialect }: CsvSource,
  split: Splitter,
): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readRecords(decodedText(path, encoding), dialect, path, split);
}
