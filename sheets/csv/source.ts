import { basename, extname } from 'node:path';
import { decodedText, detectEncoding, type TextEncoding } from './encoding.js';
import { detectDialect, type CsvDialect } from './dialect.js';
import { parseRecords } from './parseRecords.js';
import { type CsvRecord, readRecords, type Splitter } from './records.js';
import { scanRecords } from './scanRecords.js';
import { fileStamp, type FileStamp } from '../files/replace.js';

export interface CsvSource {
  readonly path: string;
  /** The name of its only sheet: the file's name without the extension. */
  readonly sheet: string;
  readonly encoding: TextEncoding;
  readonly namedEncoding?: string | undefined;
  readonly dialect: CsvDialect;
  /** Identifies the content that the file had when it was opened. */
  readonly stamp: FileStamp;
}

/** Enough to detect the dialect, in little memory. */
const SAMPLE_CHARS = 64 * 1024;

/**
 * Detects the encoding and the dialect of a CSV file. Reads all of it, but keeps only its beginning
 * in memory.
 *
 * @throws {SheetError} if the file is empty, not text, or not in the encoding of its byte order
 * mark or the named one.
 */
export async function inspectCsv(path: string, namedEncoding?: string): Promise<CsvSource> {
  const stamp = await fileStamp(path);
  const encoding = await detectEncoding(path, namedEncoding);
  let sample = '';
  let isWholeText = true;
  for await (const piece of decodedText(path, encoding)) {
    sample += piece;
    isWholeText = sample.length <= SAMPLE_CHARS;
    if (!isWholeText) break;
  }
  const dialect = detectDialect(sample.slice(0, SAMPLE_CHARS), isWholeText, path);
  const sheet = basename(path, extname(path));
  return { path, sheet, encoding, namedEncoding, dialect, stamp };
}

/** Streams the file's records in batches, with all values. */
export function csvRecords(source: CsvSource): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readWith(source, parseRecords);
}

/** Streams the file's records; the values of a record are read only when they are requested. */
export function scannedRecords(source: CsvSource): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readWith(source, scanRecords);
}

function readWith(
  { path, encoding, dialect }: CsvSource,
  split: Splitter,
): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readRecords(decodedText(path, encoding), dialect, path, split);
}
