import type { SheetNote, SheetProblem } from './messages.js';
import { sheetWords } from './words.js';

/**
 * The types of a sheet in any format. `openSheet` in `files/open.ts` opens a path as a
 * {@link SheetFile}; `files/openXlsx.ts` and `csv/open.ts` implement it.
 */

/** The value of a cell, as the user sees it; a blank cell is `undefined`. */
export type Cell =
  /**
   * Plain text; rich text and hyperlinks are flattened, and an ID keeps its zeros. `link` is the
   * address of a HYPERLINK formula with a literal address.
   */
  | { kind: 'text'; text: string; link?: string }
  /**
   * `text` is the number in plain digits, padded when its format is a run of zeros (`00000`).
   * `shown` is the text that people see if its format adds texts (`"E-"0000`), or '' if it is unknown.
   */
  | { kind: 'number'; value: number; text: string; shown?: string }
  | { kind: 'boolean'; value: boolean }
  /** `2026-11-03`, or `2026-11-03T09:30:00` when it has a time; never shifted by a time zone. */
  | { kind: 'date'; iso: string }
  /**
   * An error such as `#N/A`; `isRich` if only Excel can show the cell's content, such as a linked
   * data type or a picture.
   */
  | { kind: 'error'; code: string; isRich?: true }
  /** A formula that was never calculated: the file must be opened and saved in Excel first. */
  | { kind: 'uncalculated' };

/** A row with at least one value; others are skipped. */
export interface SheetRow {
  /** The row number in Excel; for CSV the record's number, counted from 1. */
  readonly number: number;
  /** Cells by column, column A first. */
  readonly cells: readonly (Cell | undefined)[];
  /** Set if the row is hidden, by a filter, a collapsed group or by hand. CSV has no hidden rows. */
  readonly hidden?: true;
  /** If the row is the totals row of tables: their first and last columns, counted from 0. */
  readonly totals?: readonly ColumnSpan[];
}

/** A range of columns, both ends included. */
export type ColumnSpan = readonly [first: number, last: number];

/** A number and its colour as six hexadecimal digits (RGB). A colour scale has two or three stops. */
export interface ColourStop {
  readonly value: number;
  readonly colour: string;
}

/** A column to write. */
export interface ResultColumn {
  /** The text in the heading row; an existing column keeps its heading. */
  readonly heading: string;
  /** The kind of its values; a value of another kind is written as text. */
  readonly kind: 'text' | 'number' | 'link' | 'dateTime';
  /** The number format in a workbook, as one of Excel's format codes: `0.0`. */
  readonly format?: string;
  /** The colour scale of the numbers in a workbook. */
  readonly colours?: readonly ColourStop[];
  /**
   * The text that a link shows in a workbook, in place of its address. With more than 255 characters,
   * the addresses are written as text.
   */
  readonly linkText?: string;
  /** The width of its values in a workbook, in characters; the default depends on the kind. */
  readonly widthChars?: number;
  /** True if long texts wrap in the cells of a workbook. */
  readonly wraps?: boolean;
  /**
   * The existing column of the sheet, counted from 0; missing for a new column. No other column is
   * ever overwritten.
   */
  readonly at?: number | undefined;
}

/**
 * A value for a {@link ResultColumn}: a number for `number`, ISO 8601 in UTC for `dateTime`, text for
 * the other kinds.
 */
export type ResultValue = string | number | undefined;

/** Leaves the cell unchanged, byte for byte; used instead of a {@link ResultValue}. */
export const keep: unique symbol = Symbol('keep');

/** The new value of a cell, or {@link keep}. */
export type ResultCell = ResultValue | typeof keep;

/**
 * Returns a row's current cell in a result column, by position in {@link ResultColumns.columns}.
 */
export type CurrentCells = (column: number) => Cell | undefined;

/** {@link CurrentCells} that are all blank. */
export const noCells: CurrentCells = () => undefined;

/** The sheet and the columns for results. */
export interface ResultColumns {
  /** A sheet name from {@link SheetFile.sheets}. */
  readonly sheet: string;
  /** The row with the headings; 0 if the sheet has none. */
  readonly headerRow: number;
  readonly columns: readonly ResultColumn[];
  /**
   * The columns that results belong to, counted from 0. If tables are side by side in a workbook, only
   * a table with all of these columns grows over the results.
   */
  readonly keyColumns?: readonly number[] | undefined;
}

/** The file, sheet and columns for results. */
export interface ResultTarget extends ResultColumns {
  /** The file to write. If it is the source, the source is replaced, after a backup. */
  readonly output: string;
}

/** The columns to which results will be written. */
export interface ResultPlaces {
  /** The column of the sheet for each result column, counted from 0. */
  readonly columns: readonly number[];
  /** The neighbour to the left of the new columns, in the user's terms: `S9`, `the table "Legend"`. */
  readonly rightOf?: { readonly column: number; readonly what: string };
  /** Notes for the user, for example that sorting would separate results from their rows. */
  readonly notes?: readonly SheetNote[];
}

/** The columns and the values to write. */
export interface Results extends ResultColumns {
  /**
   * Returns the values for a row, by column; `undefined` leaves the whole row unchanged. An
   * `undefined` value empties a cell, {@link keep} leaves it unchanged. It is called several times for
   * a row and must return the same values each time; whether a row has results must not depend on
   * `current`.
   */
  readonly results: (rowNumber: number, current: CurrentCells) => readonly ResultCell[] | undefined;
  /**
   * Whether columns with {@link ResultColumn.colours} get a colour scale, true by default. If false, an
   * earlier scale of exactly these colours is removed.
   */
  readonly colourScale?: boolean;
}

/** The file, the columns and the values to write. */
export interface ResultSheet extends ResultTarget, Results {}

/** The outcome of writing results. */
export interface WrittenSheet {
  /** The file with the results; not `output` if the original could not be replaced. */
  readonly path: string;
  /** The backup of the replaced original. */
  readonly backup?: string;
  /** The note on why `path` is not `output`, with advice; also contained in `notes`. */
  readonly notInPlace?: SheetNote;
  /** The headings of all columns, if any differs from the requested one. */
  readonly headings?: readonly string[];
  /** Notes for the user. */
  readonly notes: readonly SheetNote[];
}

/** An opened input file. Only `write` changes it. */
export interface SheetFile {
  /** The path that was passed to `openSheet`. */
  readonly path: string;
  readonly format: 'xlsx' | 'csv';
  /** Worksheets in their order; a CSV file has one, named after the file. */
  readonly sheets: readonly { readonly name: string; readonly visible: boolean }[];
  /** Notes for the user, for example that a signature will break. */
  readonly notes: readonly SheetNote[];
  /** The guessed encoding of a file that is not UTF-8 or UTF-16: letters beyond a to z may be wrong. */
  readonly guessedEncoding?: string;
  /**
   * Streams a sheet's rows in ascending order, in batches for speed.
   *
   * @throws {SheetError} if there is no such sheet, or it cannot be read to the end.
   */
  rows(sheet: string): AsyncIterable<readonly SheetRow[]>;
  /**
   * Finds the columns for results, without writing; `rows` are the rows that will have results, in
   * ascending order. New columns go to the right of everything that is used at or below the heading
   * row. If all rows have been read before, this is fast.
   *
   * @throws {SheetError} for example if there is no room for them.
   */
  place(target: ResultTarget, rows: readonly number[]): Promise<ResultPlaces>;
  /**
   * Writes the source plus the results. A temporary file in the output's folder is written, read again
   * and compared, and then renamed.
   *
   * @throws {SheetError} for example if there is no room, the file was changed since it was opened, or
   *   the disk or the folder forbids it. The output is then unchanged.
   */
  write(results: ResultSheet): Promise<WrittenSheet>;
  /** Returns false if the file was written, replaced or deleted since it was opened. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * An error that the user can fix: its cause is the file, the folder, the disk or an option. `problem`
 * is a code with its values, and `message` is its English text for the user: what is wrong, where, and
 * what to do.
 */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly problem: SheetProblem;

  constructor(problem: SheetProblem, options?: ErrorOptions) {
    super(sheetWords(problem), options);
    this.problem = problem;
  }
}
