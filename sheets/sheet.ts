/**
 * The types of a sheet in any format. `openSheet` in `files/open.ts` gives a {@link SheetFile} for
 * a path; `xlsx/` and `csv/` implement it.
 */

/** One cell as the user means it; a blank cell is `undefined`. */
export type Cell =
  /**
   * Plain text; rich text and hyperlinks are flattened, and a staff ID keeps its zeros. `link` is
   * the address of a HYPERLINK formula with a literal address.
   */
  | { kind: 'text'; text: string; link?: string }
  /**
   * `text` is the number in plain digits, padded when its format is a run of zeros (`00000`).
   * `shown` is what people see if its format adds texts (`"E-"0000`), or '' if that cannot be told.
   */
  | { kind: 'number'; value: number; text: string; shown?: string }
  | { kind: 'boolean'; value: boolean }
  /** `2026-11-03`, or `2026-11-03T09:30:00` when it has a time; never shifted by a time zone. */
  | { kind: 'date'; iso: string }
  /**
   * An error such as `#N/A`. `isRich` if only Excel can show the cell's content, such as a linked
   * data type or a picture.
   */
  | { kind: 'error'; code: string; isRich?: true }
  /** A formula that was never calculated: the file must be opened and saved in Excel first. */
  | { kind: 'uncalculated' };

/** A row with at least one value; others are skipped. */
export interface SheetRow {
  /** The row number that the user sees in Excel; for CSV the record's number, counted from 1. */
  readonly number: number;
  /** Cells by column, column A first. */
  readonly cells: readonly (Cell | undefined)[];
  /** The row is hidden, by a filter, a collapsed group or by hand. CSV has no hidden rows. */
  readonly hidden?: true;
  /** If the row is the totals row of tables: their first and last columns, counted from 0. */
  readonly totals?: readonly ColumnSpan[];
}

/** A run of columns, both ends included. */
export type ColumnSpan = readonly [first: number, last: number];

/** A number and its colour, as six hexadecimal digits: red, green, blue. Excel takes two or three. */
export interface ColourStop {
  readonly value: number;
  readonly colour: string;
}

/** A column that is written. */
export interface ResultColumn {
  /** The text in the heading row; an existing column keeps its own. */
  readonly heading: string;
  /** A value that does not fit is written as text. */
  readonly kind: 'text' | 'number' | 'link' | 'dateTime';
  /** How numbers are shown in a workbook, as Excel's format codes say it: `0.0`. */
  readonly format?: string;
  /** The colours of numbers in a workbook, from one value to the next. */
  readonly colours?: readonly ColourStop[];
  /** What a link shows in a workbook, in place of its address. */
  readonly linkText?: string;
  /** The width of its values in a workbook, in characters; each kind has a usual one. */
  readonly widthChars?: number;
  /** Long texts take several lines of a workbook's cell. */
  readonly wraps?: boolean;
  /**
   * Which column of the sheet it is, counted from 0; missing for a new column. No other column is
   * ever overwritten.
   */
  readonly at?: number | undefined;
}

/**
 * A value for a {@link ResultColumn}: a number for `number`, ISO 8601 in UTC for `dateTime`, a text for
 * all others.
 */
export type ResultValue = string | number | undefined;

/** Instead of a {@link ResultValue}: leaves the cell unchanged, to the byte. */
export const keep: unique symbol = Symbol('keep');

/** What to write into one cell. */
export type ResultCell = ResultValue | typeof keep;

/**
 * The current cells of a row in the result columns, by position in {@link ResultColumns.columns}.
 */
export type CurrentCells = (column: number) => Cell | undefined;

/** {@link CurrentCells} of a row without any. */
export const nothingYet: CurrentCells = () => undefined;

/** Which columns of which sheet results go into. */
export interface ResultColumns {
  /** Sheet name as in {@link SheetFile.sheets}. */
  readonly sheet: string;
  /** The row with the headings; 0 when the sheet has none. */
  readonly headerRow: number;
  readonly columns: readonly ResultColumn[];
  /**
   * The columns that results belong to, counted from 0. Of several tables side by side in a
   * workbook, only one that has all of them grows over the results.
   */
  readonly keyColumns?: readonly number[] | undefined;
}

/** The file, sheet and columns for results. */
export interface ResultTarget extends ResultColumns {
  /** The file for the result. The same path as the source replaces it, after a backup. */
  readonly output: string;
}

/** The columns that results will be written to. */
export interface ResultPlaces {
  /** The column of each, counted from 0. */
  readonly columns: readonly number[];
  /** What the new columns are to the right of, in the user's terms: `S9`, `the table "Legend"`. */
  readonly rightOf?: { readonly column: number; readonly what: string };
  /** What the user should know of these places, each a sentence: sorting that would part rows. */
  readonly notes?: readonly string[];
}

/** What to write. */
export interface Results extends ResultColumns {
  /**
   * The values for a row, by column; `undefined` leaves the row as it is. An `undefined` value
   * empties a cell, {@link keep} leaves it. Called several times for a row and must return the same
   * values each time; whether the row has results must not depend on `current`.
   */
  readonly results: (rowNumber: number, current: CurrentCells) => readonly ResultCell[] | undefined;
  /**
   * Columns that have {@link ResultColumn.colours} get a colour scale, unless this is false: then
   * an earlier scale of exactly these colours is removed.
   */
  readonly colourScale?: boolean;
}

/** What to write, and where. */
export interface ResultSheet extends ResultTarget, Results {}

/** What was written. */
export interface WrittenSheet {
  /** The file with the results; not `output` when the original could not be replaced. */
  readonly path: string;
  /** The backup of the replaced original. */
  readonly backup?: string;
  /** Why it is not the requested file, and what to do; one of the notes. */
  readonly notInPlace?: string;
  /** The heading of each column, if not all of them are the requested ones. */
  readonly headings?: readonly string[];
  /** Things that the user should know, each a sentence. */
  readonly notes: readonly string[];
}

/** An opened input file. Only `write` changes it. */
export interface SheetFile {
  /** As it was given to `openSheet`. */
  readonly path: string;
  readonly format: 'xlsx' | 'csv';
  /** Worksheets in their order; a CSV file has one, named after the file. */
  readonly sheets: readonly { readonly name: string; readonly visible: boolean }[];
  /** Things that the user should know, each a sentence, such as that a signature will break. */
  readonly notes: readonly string[];
  /** The guessed encoding of a text file that is not UTF-8 or UTF-16; letters other than a to z may be wrong. */
  readonly guessedEncoding?: string;
  /**
   * Streams a sheet's rows in ascending order, in batches for speed.
   *
   * @throws {SheetError} when there is no such sheet, or it cannot be read to the end.
   */
  rows(sheet: string): AsyncIterable<readonly SheetRow[]>;
  /**
   * Finds the columns for results, `rows` being those that will have some, and writes nothing.
   * Added columns go to the right of all that is used at or below the heading row. Takes almost no
   * time when all rows have been read.
   *
   * @throws {SheetError} when there is no room for them.
   */
  place(target: ResultTarget, rows: readonly number[]): Promise<ResultPlaces>;
  /**
   * Writes the source plus the results, through a temporary file in the output's folder that is
   * read again and compared before it takes the output's name.
   *
   * @throws {SheetError} when there is no room, the file was changed since it was opened, or the disk or
   *   the folder forbids it. Nothing was written then.
   */
  write(results: ResultSheet): Promise<WrittenSheet>;
  /** False once somebody wrote, replaced or removed the file since it was opened. */
  isCurrent(): Promise<boolean>;
  /** Closes the file. */
  close(): Promise<void>;
}

/**
 * The file cannot be read or written, because of the file itself. `message` is one or two plain
 * sentences: what is wrong, where, and what to do.
 */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}
