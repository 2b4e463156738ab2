import type { SheetNote, SheetProblem } from './messages.js';
import { sheetWords } from './words.js';

/** The value of a cell, as the user sees it; a blank cell is `undefined`. */
export type Cell =
  /** Rich text is flattened. `link` is the literal address of a HYPERLINK formula. */
  (
    | { kind: 'text'; text: string; link?: string }
    /**
     * `text` is in plain digits, padded when the format is a run of zeros (`00000`). `shown` is set
     * if the format adds texts (`"E-"0000`), to '' if the shown text is unknown.
     */
    | { kind: 'number'; value: number; text: string; shown?: string }
    | { kind: 'boolean'; value: boolean }
    /** `2026-11-03` or `2026-11-03T09:30:00`; never shifted by a time zone. */
    | { kind: 'date'; iso: string }
    /** `isRich` if only Excel can show the content, such as a linked data type or a picture. */
    | { kind: 'error'; code: string; isRich?: true }
    /** A formula that was never calculated: the file must be opened and saved in Excel first. */
    | { kind: 'uncalculated' }
  ) & {
    /** True for a formula in a workbook, except a HYPERLINK with a literal address. */
    isFormula?: true;
  };

/** A row with at least one value. Rows without values are skipped. */
export interface SheetRow {
  /** The row number in Excel; for CSV the record's number, counted from 1. */
  readonly number: number;
  /** Cells by column, column A first. */
  readonly cells: readonly (Cell | undefined)[];
  /** Set if a filter, a collapsed group or a person has hidden the row. CSV has no hidden rows. */
  readonly hidden?: true;
  /** Set in the totals row of tables: the first and last columns of the tables, counted from 0. */
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
  /** An existing column keeps its heading. */
  readonly heading: string;
  /** A value of another kind is written as text. */
  readonly kind: 'text' | 'number' | 'link' | 'dateTime';
  /** A format code of Excel, for a workbook: `0.0`. */
  readonly format?: string;
  /** The colour scale of the numbers in a workbook. */
  readonly colours?: readonly ColourStop[];
  /**
   * The text of a link in a workbook. If it has more than 255 characters, the addresses are written
   * as text.
   */
  readonly linkText?: string;
  /** The width of a new column in a workbook, in characters. The default depends on the kind. */
  readonly widthChars?: number;
  /** Whether long texts wrap in a workbook. */
  readonly wraps?: boolean;
  /**
   * The existing column, counted from 0; missing for a new column. No other column is ever
   * overwritten.
   */
  readonly at?: number | undefined;
}

/** A number for `number`, ISO 8601 in UTC for `dateTime`, text for the other kinds. */
export type ResultValue = string | number | undefined;

/** Leaves the cell unchanged, byte for byte; used instead of a {@link ResultValue}. */
export const keep: unique symbol = Symbol('keep');

/** The new value of a cell, or {@link keep}. */
export type ResultCell = ResultValue | typeof keep;

/** Returns a row's current cell, by position in {@link ResultColumns.columns}. */
export type CurrentCells = (column: number) => Cell | undefined;

/** {@link CurrentCells} that are all blank. */
export const noCells: CurrentCells = () => undefined;

/** The sheet and the columns for results. */
export interface ResultColumns {
  /** A name from {@link SheetFile.sheets}. */
  readonly sheet: string;
  /** The row with the headings; 0 if the sheet has none. */
  readonly headerRow: number;
  readonly columns: readonly ResultColumn[];
  /**
   * The columns that results belong to, counted from 0. If tables are side by side, only a table
   * with all of these columns grows over the results.
   */
  readonly keyColumns?: readonly number[] | undefined;
  /**
   * A column that may have only a heading above `headerRow`, counted from 0. New columns are to the
   * right of it.
   */
  readonly lastHeading?: number | undefined;
}

/** The file, sheet and columns for results. */
export interface ResultTarget extends ResultColumns {
  /** The file for the results. If it is the source, the source is replaced, after a backup. */
  readonly output: string;
}

/** The columns to which results will be written. */
export interface ResultPlaces {
  /** The column for each result column, counted from 0. */
  readonly columns: readonly number[];
  /** The left neighbour of new columns, in the user's terms: `S9`, `the table "Legend"`. */
  readonly rightOf?: { readonly column: number; readonly what: string };
  readonly notes?: readonly SheetNote[];
}

/** The columns and the values to write. */
export interface Results extends ResultColumns {
  /**
   * The values for a row, by column; `undefined` leaves the whole row unchanged. An `undefined`
   * value empties a cell. It is called several times for a row and must return the same values each
   * time; whether a row has results must not depend on `current`.
   */
  readonly results: (rowNumber: number, current: CurrentCells) => readonly ResultCell[] | undefined;
  /** Default true. If false, an earlier scale of exactly these colours is removed. */
  readonly colourScale?: boolean;
}

/** The file, the columns and the values to write. */
export interface ResultSheet extends ResultTarget, Results {}

/** The outcome of writing results. */
export interface WrittenSheet {
  /** The written file, which is not `output` if the original could not be replaced. */
  readonly path: string;
  /** The backup of the replaced original. */
  readonly backup?: string;
  /** The reason why `path` is not `output`; also contained in `notes`. */
  readonly notInPlace?: SheetNote;
  /** The headings of all columns, if any differs from the requested one. */
  readonly headings?: readonly string[];
  readonly notes: readonly SheetNote[];
}

/** An opened file. Only `write` changes it. */
export interface SheetFile {
  readonly path: string;
  readonly format: 'xlsx' | 'csv';
  /** The sheets in their order. A CSV file has one, named after the file. */
  readonly sheets: readonly { readonly name: string; readonly visible: boolean }[];
  readonly notes: readonly SheetNote[];
  /** Set if the file is not UTF-8 or UTF-16: letters beyond a to z may be wrong. */
  readonly guessedEncoding?: string;
  /**
   * Reads the rows in ascending order, in batches for speed.
   *
   * @throws {SheetError} if there is no such sheet, or it cannot be read to the end.
   */
  rows(sheet: string): AsyncIterable<readonly SheetRow[]>;
  /**
   * Finds the columns for results. New columns go to the right of everything that is used at or
   * below the heading row. `rows` are the rows that will have results, in ascending order. The call
   * is fast if all rows have been read before.
   *
   * @throws {SheetError} for example if there is no room for them.
   */
  place(target: ResultTarget, rows: readonly number[]): Promise<ResultPlaces>;
  /**
   * Writes a temporary file in the output's folder, reads it again, compares it, and renames it.
   *
   * @throws {SheetError} for example if there is no room or the file was changed since it was
   * opened. The output is then unchanged.
   */
  write(results: ResultSheet): Promise<WrittenSheet>;
  /** False if the file was written, replaced or deleted since it was opened. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * An error that the user can fix. `message` is its English text: what is wrong, where, and what to
 * do.
 */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly problem: SheetProblem;

  constructor(problem: SheetProblem, options?: ErrorOptions) {
    super(sheetWords(problem), options);
    this.problem = problem;
  }
}
