import Papa from 'papaparse';
import { extname } from 'node:path';

/** How a CSV file separates cells and records. */
export interface CsvDialect {
  readonly delimiter: string;
  /** What ends a record: ` ` also means CRLF and a mix of both; `\r` is old Mac files. */
  readonly newline: '\n' | '\r';
  /** The first line with its line end when it is `sep=;` or the like, which Excel obeys; or empty. */
  readonly separatorLine: string;
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Detects the dialect from the beginning of a file's text. A `sep=` line decides; otherwise the
 * delimiter that splits the most records wins, and among those the one that gives the most cells. A
 * title above the headings, decimal commas in the rows and results after some of them do not
 * matter. For a single column it is a comma, or a tab in a `.tsv` file.
 *
 * @param complete the sample is the whole text, so that its last record counts too.
 */
export function detectDialect(sample: string, complete: boolean, path: string): CsvDialect {
  const newline = detectNewline(sample);
  const [separatorLine = '', declared] = /^sep=([^\r\n"])(?:\r?\n|\r)/i.exec(sample) ?? [];
  if (declared !== undefined) return { delimiter: declared, newline, separatorLine };

  let delimiter = extname(path).toLowerCase() === '.tsv' ? '\t' : ',';
  let best = NO_FIT;
  for (const candidate of DELIMITERS) {
    const fit = fitOf(sample, complete, { delimiter: candidate, newline });
    if (!isBetter(fit, best)) continue;
    delimiter = candidate;
    best = fit;
  }
  return { delimiter, newline, separatorLine };
}

/** A cell in quotation marks, also one that the end of the sample cuts off. */
const QUOTED_CELL = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g;

/**
 * Excel for Mac ends records with CR, and a line break within a cell is LF, so only what is outside
 * of quotation marks counts.
 */
function detectNewline(sample: string): CsvDialect['newline'] {
  if (!sample.includes('\r')) return '\n';
  if (!sample.includes('\n')) return '\r';
  const outside = sample.replace(QUOTED_CELL, '');
  return outside.includes('\n') || !outside.includes('\r') ? '\n' : '\r';
}

/** How well a delimiter fits, the most important criterion first. */
type Fit = readonly [shareOfRecordsDivided: number, cells: number];

const NO_FIT: Fit = [0, 0];

function fitOf(sample: string, complete: boolean, config: Papa.ParseConfig): Fit {
  const parser = new Papa.Parser(config);
  const { data, errors } = parser.parse(sample, 0, !complete) as Papa.ParseResult<string[]>;
  // Quotes in the wrong places mean that the delimiter is another one.
  if (errors.some(({ code }) => code === 'InvalidQuotes')) return NO_FIT;

  const records = data.filter((cells) => cells.length > 1 || cells[0]?.trim());
  const divided = records
    .map((cells) => cells.length)
    .filter((length) => length > 1)
    .sort((a, b) => a - b);
  // At least nine in ten records have this many cells; the mean or mode would change with every
  // result.
  const cells = divided[Math.floor(divided.length / 10)];
  return cells === undefined ? NO_FIT : [divided.length / records.length, cells];
}

function isBetter([share, cells]: Fit, [otherShare, otherCells]: Fit): boolean {
  return share > otherShare || (share === otherShare && cells > otherCells);
}
