import { basename, extname } from 'node:path';
import { decodeFile, detectEncoding, type TextEncoding } from './encoding.js';
import { detectDialect, type CsvDialect } from './dialect.js';
import { parseRecords } from './parseRecords.js';
import { type CsvRecord, readRecords, type Splitter } from './records.js';
import { scanRecords } from './scanRecords.js';
import { readFileStamp, type FileStamp } from '../files/replace.js';

export interface CsvSource {
  readonly path: string;
  /** The file's name without the extension. */
  readonly sheet: string;
  readonly encoding: TextEncoding;
  readonly namedEncoding?: string | undefined;
  readonly dialect: CsvDialect;
  readonly stamp: FileStamp;
}

/** This many characters are enough to detect the dialect, and need little memory. */
const SAMPLE_CHARS = 64 * 1024;

/** Reads all of the file, but keeps only its beginning in memory. */
export async function inspectCsv(path: string, namedEncoding?: string): Promise<CsvSource> {
  const stamp = await readFileStamp(path);
  const encoding = await detectEncoding(path, namedEncoding);
  let sample = '';
  let isWholeText = true;
  for await (const piece of decodeFile(path, encoding)) {
    sample += piece;
    isWholeText = sample.length <= SAMPLE_CHARS;
    if (!isWholeText) break;
  }
  const dialect = detectDialect(sample.slice(0, SAMPLE_CHARS), isWholeText, path);
  const sheet = basename(path, extname(path));
  return { path, sheet, encoding, namedEncoding, dialect, stamp };
}

export function parseSource(source: CsvSource): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readSource(source, parseRecords);
}

export function scanSource(source: CsvSource): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readSource(source, scanRecords);
}

function readSource(
  { path, encoding, dialect }: CsvSource,
  split: Splitter,
): AsyncGenerator<readonly CsvRecord[], undefined> {
  return readRecords(decodeFile(path, encoding), dialect, path, split);
}
