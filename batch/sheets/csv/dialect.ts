import Papa from 'papaparse';
import { extname } from 'node:path';

/** How a CSV file sets cells and records apart. */
export interface CsvDialect {
  readonly delimiter: string;
  /** What ends a record: `\n` also stands for CRLF and for a mix of both; `\r` is old Mac files. */
  readonly newline: '\n' | '\r';
  /** The first line with its line end when it is `sep=;` or the like, which Excel obeys; or empty. */
  readonly separatorLine: string;
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Tells the dialect from the beginning of a file's text. A `sep=` line decides; else it is the
 * delimiter that stands in most records and cuts most of them into the same number of cells,
 * which a title above the headings and decimal commas do not upset. A single column gives a
 * comma, or a tab in a `.tsv` file.
 *
 * @param complete the sample is the whole text, so that its last record counts too.
 */
export function detectDialect(sample: string, complete: boolean, path: string): CsvDialect {
  const newline = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r';
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

/** How well a delimiter fits: shares of the records, then the number of cells; earlier ones first. */
type Fit = readonly [divided: number, alike: number, cells: number];

const NO_FIT: Fit = [0, 0, 0];

function fitOf(sample: string, complete: boolean, config: Papa.ParseConfig): Fit {
  const parser = new Papa.Parser(config);
  const { data, errors } = parser.parse(sample, 0, !complete) as Papa.ParseResult<string[]>;
  // Quotes that do not fit show that the delimiter beside them is another one.
  if (errors.some(({ code }) => code === 'InvalidQuotes')) return NO_FIT;

  const lengths = data
    .filter((cells) => cells.length > 1 || cells[0]?.trim())
    .map((cells) => cells.length);
  const usual = new Map<number, number>();
  for (const length of lengths) usual.set(length, (usual.get(length) ?? 0) + 1);
  usual.delete(1);
  const [cells, alike] = [...usual].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const divided = lengths.filter((length) => length > 1).length;
  return [divided / lengths.length || 0, alike / lengths.length || 0, cells];
}

function isBetter(fit: Fit, other: Fit): boolean {
  const decisive = fit.findIndex((value, index) => value !== other[index]);
  return (fit[decisive] ?? 0) > (other[decisive] ?? 0);
}
