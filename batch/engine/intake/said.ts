import type { OperationName } from '../../../src/operations.js';

/** An operation of which the inputs stand in sheets. */
export type SheetOperationName = Exclude<OperationName, 'rwa_retrieve'>;

/** Names of a sheet, which may have thousands: the first of them, and how many more there are. */
export interface NameList {
  readonly first: readonly string[];
  readonly more: number;
}

/** A heading that nearly matches an input, with what was probably meant. */
export interface NearMiss {
  /** Letters of the column. */
  readonly column: string;
  readonly heading: string;
  readonly field: string;
  /** What people call the field. */
  readonly label: string;
}

/** Rows below the headings that are no cases, of one kind. */
export interface LeftOut {
  readonly kind: 'withoutInputs' | 'headings' | 'totals' | 'note' | 'example';
  readonly rows: readonly number[];
  /** Labels of the inputs that they lack: of a note, one of them is enough. */
  readonly without?: readonly string[];
}

/** What is said of reading a sheet, by its codes. Columns are by their letters, rows by their numbers. */
export interface IntakeMessages {
  /** `--columns` names a heading that the sheet does not have. */
  mappedHeadingMissing: {
    readonly field: string;
    readonly heading: string;
    readonly headings: NameList;
  };
  /** Two columns claim the same input. */
  columnsAlike: {
    readonly label: string;
    readonly columns: readonly { readonly column: string; readonly heading: string }[];
  };
  /** A column that may be ours, and has statuses of ours and other texts: the first of those. */
  statusColumnMixed: {
    readonly column: string;
    readonly heading: string;
    readonly others: readonly { readonly row: number; readonly text: string }[];
    readonly more: number;
  };
  sheetMissing: { readonly wanted: string; readonly sheets: NameList };
  /** The sheet that was named, else the file, has nothing in the row that was named. */
  headerRowEmpty: { readonly sheet?: string | undefined; readonly row: number };
  /** The sheet that was named, else the file, has no values. */
  sheetEmpty: { readonly sheet?: string | undefined; readonly operation: SheetOperationName };
  allSheetsHidden: object;
  /** No row has all headings that are needed; this one has most of them. */
  headingsDoNotFit: {
    readonly sheet: string;
    readonly row: number;
    /** The upper one of two rows. */
    readonly upperRow?: number | undefined;
    /** It names none of the inputs. */
    readonly hasNone: boolean;
    /** A row above or below it that has missing ones. */
    readonly otherRow?: number | undefined;
    /** Labels of the inputs. */
    readonly missing: readonly string[];
    readonly found: NameList;
    readonly nearMisses: readonly NearMiss[];
    /** A hidden sheet that has all of them. */
    readonly hiddenSheet?: string | undefined;
    readonly operation: SheetOperationName;
  };
  /** There are rows, and none has a value in the column that the operation needs. */
  noRowHasInput: { readonly sheet: string; readonly label: string };
  noRows: {
    readonly sheet: string;
    readonly headerRow: number;
    readonly leftOut: readonly LeftOut[];
    readonly operation: SheetOperationName;
  };
  /** Every row is hidden, and hidden rows are not meant. */
  allRowsHidden: { readonly sheet: string };

  /** The headings are read from two rows. */
  headingsInTwoRows: { readonly rows: readonly [upper: number, lower: number] };
  /** Other sheets fit, too, and are not read. */
  otherSheetsFit: { readonly sheets: NameList };
  headingNearlyMatches: NearMiss;
  /** Two columns have the same heading of ours, and only one is read. */
  headingTwice: {
    readonly columns: readonly string[];
    readonly heading: string;
    readonly read: string;
  };
  /** `--columns` chose this column. */
  inputFromColumn: { readonly label: string; readonly column: string; readonly heading: string };
  /** `--set` gives the value of every row; a column of that input is not read. */
  inputSetForAll: {
    readonly label: string;
    readonly value: string;
    readonly column?: string | undefined;
  };
  rowsLeftOut: LeftOut;
  /** Hidden rows are not meant, and a CSV file does not say which are. */
  csvHidesNoRows: object;
  /** So many hidden rows are not meant. */
  hiddenRowsLeftOut: { readonly rows: number };
  /** There are hidden rows, and they are meant like the others. */
  hiddenRowsCount: object;
  /** Of the days of an input only those up to the 12th are dates: month and day may be swapped. */
  datesHalfConverted: { readonly label: string };
  /** So many cells stand for other values; the first of them. */
  valuesSuggested: { readonly cells: number; readonly value: string; readonly suggestion: string };
  /** A value is read as another one in so many rows; without a column it is that of `--set`. */
  valueTaken: {
    readonly column?: string | undefined;
    readonly value: string;
    readonly suggestion: string;
    readonly rows: number;
  };
  /** And so many more values. */
  moreValuesTaken: { readonly count: number };
}
