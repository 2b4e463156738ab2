import Papa from 'papaparse';
import { extname } from 'node:path';

export interface CsvDialect {
  readonly delimiter: string;
  /** LF also means CRLF or a mix of both; CR is used in old Mac files. */
  readonly newline: '\n' | '\r';
  /** A first line such as `sep=;`, which Excel obeys, with its line end; or empty. */
  readonly separatorLine: string;
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * A `sep=` line decides; otherwise the delimiter that splits the most records wins, then the one
 * that gives the most cells. This tolerates a title above the headings, decimal commas, and results
 * in only some rows. The last record may be incomplete unless `isWholeText`.
 */
export function detectDialect(sample: string, isWholeText: boolean, path: string): CsvDialect {
  const newline = detectNewline(sample);
  const [separatorLine = '', declared] = /^sep=([^\r\n"])(?:\r?\n|\r)/i.exec(sample) ?? [];
  if (declared !== undefined) return { delimiter: declared, newline, separatorLine };

  let delimiter = extname(path).toLowerCase() === '.tsv' ? '\t' : ',';
  let best = NO_FIT;
  for (const candidate of DELIMITERS) {
    const fit = measureFit(sample, isWholeText, { delimiter: candidate, newline });
    if (!isBetter(fit, best)) continue;
    delimiter = candidate;
    best = fit;
  }
  return { delimiter, newline, separatorLine };
}

/** A quoted cell that is complete, or cut off by the end of the sample. */
const QUOTED_CELL = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g;

/** Excel for Mac ends records with CR, but writes line breaks within a cell as LF. */
function detectNewline(sample: string): CsvDialect['newline'] {
  if (!sample.includes('\r')) return '\n';
  if (!sample.includes('\n')) return '\r';
  const outside = sample.replace(QUOTED_CELL, '');
  return outside.includes('\n') || !outside.includes('\r') ? '\n' : '\r';
}

/** The most important criterion is first. */
type Fit = readonly [shareOfDividedRecords: number, cells: number];

const NO_FIT: Fit = [0, 0];

function measureFit(sample: string, isWholeText: boolean, config: Papa.ParseConfig): Fit {
  const parser = new Papa.Parser(config);
  const { data, errors } = parser.parse(sample, 0, !isWholeText) as Papa.ParseResult<string[]>;
  // Quotes in the wrong places show that this is not the delimiter.
  if (errors.some(({ code }) => code === 'InvalidQuotes')) return NO_FIT;

  const records = data.filter((cells) => cells.length > 1 || cells[0]?.trim());
  const dividedLengths = records
    .map((cells) => cells.length)
    .filter((length) => length > 1)
    .sort((a, b) => a - b);
  // At least nine in ten divided records have this many cells or more. The mean or the mode would
  // change if results were added to some records.
  const cells = dividedLengths[Math.floor(dividedLengths.length / 10)];
  return cells === undefined ? NO_FIT : [dividedLengths.length / records.length, cells];
}

function isBetter([share, cells]: Fit, [otherShare, otherCells]: Fit): boolean {
  return share > otherShare || (share === otherShare && cells > otherCells);
}
