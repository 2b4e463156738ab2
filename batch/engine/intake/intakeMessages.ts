import type { DateOrder } from '../../../src/dateText.js';
import type { InputMessages } from '../../../src/inputMessages.js';
import type { SheetOperationName } from '../sheetCommand.js';

/** The first names of a list that may have thousands, and the number of further ones. */
export interface NameList {
  readonly first: readonly string[];
  readonly more: number;
}

/** A heading that nearly matches an input, and that input. */
export interface NearMiss {
  /** Letters of the column. */
  readonly column: string;
  readonly heading: string;
  readonly field: string;
  readonly label: string;
}

/** Skipped rows below the headings, all for the same reason. */
export interface SkippedGroup {
  readonly kind: 'withoutInputs' | 'headings' | 'totals' | 'note' | 'example' | 'exportLine';
  readonly rows: readonly number[];
  /** Labels of the missing inputs; for the kind `note`, one of these inputs would be enough. */
  readonly without?: readonly string[];
}

/** Messages about reading a sheet, by code. Columns are letters, rows are numbers. */
export interface IntakeMessages {
  /** A person chose a column in which a run has written results. */
  mappedToResults: { readonly field: string; readonly heading: string; readonly column: string };
  /** `--columns` names a heading that the sheet does not have. */
  mappedHeadingMissing: {
    readonly field: string;
    readonly heading: string;
    readonly headings: NameList;
  };
  /** A person chose letters that name no column, or one beyond the sheet's last column. */
  mappedColumnMissing: { readonly field: string; readonly column: string; readonly last: string };
  /** Two columns claim the same input. */
  columnsAlike: {
    readonly label: string;
    readonly columns: readonly { readonly column: string; readonly heading: string }[];
  };
  /**
   * A column that may be ours contains our statuses and other texts; `others` lists the first other
   * texts.
   */
  statusColumnMixed: {
    readonly column: string;
    readonly heading: string;
    readonly others: readonly { readonly row: number; readonly text: string }[];
    readonly more: number;
  };
  sheetMissing: { readonly wanted: string; readonly sheets: NameList };
  /** The chosen row is empty, in the chosen sheet or, without one, in all sheets. */
  headerRowEmpty: { readonly sheet?: string | undefined; readonly row: number };
  /** The chosen sheet, or the whole file, has no values. */
  sheetEmpty: { readonly sheet?: string | undefined; readonly operation: SheetOperationName };
  allSheetsHidden: object;
  /** No row has all required headings. The parameters describe the best row. */
  headingsDoNotFit: {
    readonly sheet: string;
    readonly row: number;
    /** The upper one of two rows. */
    readonly upperRow?: number | undefined;
    /** True if the row has none of the headings. */
    readonly hasNone: boolean;
    /** An adjacent row with some of the missing headings. */
    readonly otherRow?: number | undefined;
    /** Labels of the inputs. */
    readonly missing: readonly string[];
    readonly found: NameList;
    readonly nearMisses: readonly NearMiss[];
    /** Headings in another language that probably mean an input. */
    readonly guesses: readonly NearMiss[];
    /** A hidden sheet with all required headings. */
    readonly hiddenSheet?: string | undefined;
    readonly operation: SheetOperationName;
  };
  /** Assessments were made from the sheet, but the inputs of their rows cannot be read now. */
  assessmentsUnreadable: { readonly sheet: string };
  /** There are rows, but none has a value in the column that the operation needs. */
  noRowHasInput: { readonly sheet: string; readonly label: string };
  noRows: {
    readonly sheet: string;
    readonly headerRow: number;
    readonly skipped: readonly SkippedGroup[];
    readonly operation: SheetOperationName;
  };
  /** Every row is hidden, and hidden rows are skipped. */
  allRowsHidden: { readonly sheet: string };

  /** The headings are read from two rows. */
  headingsInTwoRows: { readonly rows: readonly [upper: number, lower: number] };
  /** Other sheets fit too, but are not read. */
  otherSheetsFit: { readonly sheets: NameList };
  headingNearlyMatches: NearMiss;
  /** Two columns have the heading of one of our columns. Only one is read. */
  headingTwice: {
    readonly columns: readonly string[];
    readonly heading: string;
    readonly read: string;
  };
  /**
   * A person chose this column, for example with `--columns`; `heading` is empty if it has none.
   */
  inputFromColumn: { readonly label: string; readonly column: string; readonly heading: string };
  /** `--set` gives the value of every row; a column for that input is not read. */
  inputSetForAll: {
    readonly label: string;
    readonly value: string;
    readonly column?: string | undefined;
  };
  rowsSkipped: SkippedGroup;
  /** A CSV file was read in a guessed encoding. */
  encodingGuessed: { readonly encoding: string };
  /** The sheet contains only these example rows of the template. */
  onlyExamples: { readonly rows: readonly number[] };
  /** Hidden rows should be skipped, but a CSV file has no hidden rows. */
  csvHidesNoRows: object;
  /** The number of hidden rows that are skipped. */
  hiddenRowsSkipped: { readonly rows: number };
  /** The sheet has hidden rows, and they are included. */
  hiddenRowsCount: object;
  /** All converted dates of an input have days up to the 12th: month and day may be swapped. */
  datesHalfConverted: { readonly label: string };
  /** The number of cells with a suggested value, and the first of them. */
  valuesSuggested: { readonly cells: number; readonly value: string; readonly suggestion: string };
  /**
   * A suggestion replaces a value in this many rows; without a column, the value is from `--set`.
   */
  valueTaken: {
    readonly column?: string | undefined;
    readonly value: string;
    readonly suggestion: string;
    readonly rows: number;
  };
  /** The number of further replaced values. */
  moreValuesTaken: { readonly count: number };
}

/**
 * Problems with the value of an input, and remedies, by code: the messages of the core, and
 * messages about cells.
 */
export interface ValueMessages extends InputMessages {
  /** The cell contains a formula that was never calculated. */
  cellNotCalculated: object;
  cellTooLong: { readonly characters: number };
  /** A spreadsheet program converted the ID to a date, ISO 8601. */
  cellContainsDate: { readonly date: string };
  cellContainsBoolean: { readonly text: string };
  /** The number format of the ID adds texts, so its displayed form is unknown. */
  cellNumberFormatted: { readonly number: string };
  /** The cell has letters that depend on the guessed encoding. */
  textEncodingGuessed: { readonly encoding: string };
  cellContainsError: { readonly error: string };
  /** The cell contains a linked data type, a picture or another value that only Excel can show. */
  cellOnlyInExcel: object;
  /** An option has an empty value for an input. */
  settingEmpty: { readonly label: string };
  /** Besides the identity, the row is empty or contains only numbers. */
  identityAlone: { readonly hasNumbers: boolean };
  /** The row has our results and no inputs. */
  resultsAlone: object;

  calculateFormula: object;
  checkHeading: object;
  saveAsUtf8: object;
  formatAsDate: object;
  correctFormula: object;
  convertToText: object;
  /** Fill in the other inputs, or none at all. */
  fillInOthers: object;
  moveResultsBack: object;
  typeDate: object;
  /** An ambiguous date; with dots, the day usually comes first. */
  sayDateOrder: { readonly hasDots: boolean };
  /** The other dates of the column show their order. */
  datesOfColumn: { readonly order: DateOrder };
  /** The dates of other columns show their order. */
  datesOfOtherColumns: { readonly order: DateOrder };
  /**
   * Dates of the sheet contradict each other; `order` is missing if those of the column do, too, or
   * show no order.
   */
  datesContradict: { readonly order?: DateOrder | undefined };
  /** The cell contains an address among other text. */
  keepOnlyAddress: { readonly address: string };
  giveOneAddress: object;
  removeSpaces: object;
  removeAccents: object;
  /** The domain in ASCII. */
  writeDomain: { readonly domain: string };
  giveWholeAddress: object;
  /** The Assessment ID is missing. */
  assessFirst: object;
  chooseOne: object;
  /** A Staff ID is missing: the person's, or that of somebody who decides or cancels. */
  fillInStaffId: { readonly whose?: 'manager' | 'complianceTeamMember' | 'canceller' };
}

export type ValueMessage = {
  readonly [Code in keyof ValueMessages]: { readonly code: Code } & ValueMessages[Code];
}[keyof ValueMessages];

/** The most names that a message lists. */
const maxNames = 25;

/** Shortens a list of names for a message, because a sheet may have 16,384 columns. */
export function toNameList(names: readonly string[]): NameList {
  const named = names.filter((text) => text !== '');
  const first = named.slice(0, maxNames);
  return { first, more: named.length - first.length };
}
