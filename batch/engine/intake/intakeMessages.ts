import type { DateOrder } from '../../../src/dateText.js';
import type { InputMessages } from '../../../src/inputMessages.js';
import type { SheetOperationName } from '../sheetCommand.js';

export interface NameList {
  readonly first: readonly string[];
  readonly more: number;
}

export interface NearMiss {
  readonly column: string;
  readonly heading: string;
  readonly field: string;
  readonly label: string;
}

export interface SkippedGroup {
  readonly kind: 'withoutInputs' | 'headings' | 'totals' | 'note' | 'example' | 'exportLine';
  readonly rows: readonly number[];
  /** Labels of the missing inputs; for the kind `note`, one of these inputs would be enough. */
  readonly without?: readonly string[];
}

/** Messages about reading a sheet, by code. Columns are letters, rows are numbers. */
export interface IntakeMessages {
  mappedToResults: { readonly field: string; readonly heading: string; readonly column: string };
  mappedHeadingMissing: {
    readonly field: string;
    readonly heading: string;
    readonly headings: NameList;
  };
  mappedColumnMissing: { readonly field: string; readonly column: string; readonly last: string };
  /** Two columns claim the same input. */
  columnsAlike: {
    readonly label: string;
    readonly columns: readonly { readonly column: string; readonly heading: string }[];
  };
  /** `others` lists the first texts that are not our statuses. */
  statusColumnMixed: {
    readonly column: string;
    readonly heading: string;
    readonly others: readonly { readonly row: number; readonly text: string }[];
    readonly more: number;
  };
  sheetMissing: { readonly wanted: string; readonly sheets: NameList };
  /** The row is empty in the chosen sheet or, if no sheet is chosen, in all sheets. */
  headerRowEmpty: { readonly sheet?: string | undefined; readonly row: number };
  sheetEmpty: { readonly sheet?: string | undefined; readonly operation: SheetOperationName };
  allSheetsHidden: object;
  /** No row has all required headings. The parameters describe the best row. */
  headingsDoNotFit: {
    readonly sheet: string;
    readonly row: number;
    readonly upperRow?: number | undefined;
    readonly hasNone: boolean;
    /** An adjacent row with some of the missing headings. */
    readonly otherRow?: number | undefined;
    readonly missing: readonly string[];
    readonly found: NameList;
    readonly nearMisses: readonly NearMiss[];
    readonly guesses: readonly NearMiss[];
    /** A hidden sheet with all required headings. */
    readonly hiddenSheet?: string | undefined;
    readonly operation: SheetOperationName;
  };
  /** Assessments were made from the sheet, but the inputs of their rows cannot be read now. */
  assessmentsUnreadable: { readonly sheet: string };
  noRowHasInput: { readonly sheet: string; readonly label: string };
  noRows: {
    readonly sheet: string;
    readonly headerRow: number;
    readonly skipped: readonly SkippedGroup[];
    readonly operation: SheetOperationName;
  };
  allRowsHidden: { readonly sheet: string };

  headingsInTwoRows: { readonly rows: readonly [upper: number, lower: number] };
  otherSheetsFit: { readonly sheets: NameList };
  headingNearlyMatches: NearMiss;
  /** Only the column `read` is read. */
  headingTwice: {
    readonly columns: readonly string[];
    readonly heading: string;
    readonly read: string;
  };
  /** `heading` is empty if the column has none. */
  inputFromColumn: { readonly label: string; readonly column: string; readonly heading: string };
  /** A column for that input is not read. */
  inputSetForAll: {
    readonly label: string;
    readonly value: string;
    readonly column?: string | undefined;
  };
  rowsSkipped: SkippedGroup;
  encodingGuessed: { readonly encoding: string };
  onlyExamples: { readonly rows: readonly number[] };
  /** Hidden rows should be skipped, but a CSV file has no hidden rows. */
  csvHidesNoRows: object;
  hiddenRowsSkipped: { readonly rows: number };
  /** The sheet has hidden rows, and they are included. */
  hiddenRowsCount: object;
  /** All converted dates of an input have days up to the 12th: month and day may be swapped. */
  datesHalfConverted: { readonly label: string };
  /** `value` and `suggestion` are those of the first cell. */
  valuesSuggested: { readonly cells: number; readonly value: string; readonly suggestion: string };
  /** If `column` is missing, the value is from `--set`. */
  valueTaken: {
    readonly column?: string | undefined;
    readonly value: string;
    readonly suggestion: string;
    readonly rows: number;
  };
  moreValuesTaken: { readonly count: number };
}

export interface ValueMessages extends InputMessages {
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
  settingEmpty: { readonly label: string };
  /** Besides the identity, the row is empty or contains only numbers. */
  identityAlone: { readonly hasNumbers: boolean };
  resultsAlone: object;

  calculateFormula: object;
  checkHeading: object;
  saveAsUtf8: object;
  formatAsDate: object;
  correctFormula: object;
  convertToText: object;
  fillInOthers: object;
  moveResultsBack: object;
  typeDate: object;
  /** The date is ambiguous. If it has dots, the day is usually first. */
  sayDateOrder: { readonly hasDots: boolean };
  datesOfColumn: { readonly order: DateOrder };
  datesOfOtherColumns: { readonly order: DateOrder };
  /** `order` is missing if the column's dates contradict each other, too, or show no order. */
  datesContradict: { readonly order?: DateOrder | undefined };
  keepOnlyAddress: { readonly address: string };
  giveOneAddress: object;
  removeSpaces: object;
  removeAccents: object;
  /** The domain is in ASCII. */
  writeDomain: { readonly domain: string };
  giveWholeAddress: object;
  assessFirst: object;
  chooseOne: object;
  fillInStaffId: { readonly whose?: 'manager' | 'complianceTeamMember' | 'canceller' };
}

export type ValueMessage = {
  readonly [Code in keyof ValueMessages]: { readonly code: Code } & ValueMessages[Code];
}[keyof ValueMessages];

const maxNames = 25;

/** Shortens the list, because a sheet may have 16,384 columns. */
export function toNameList(names: readonly string[]): NameList {
  const named = names.filter((text) => text !== '');
  const first = named.slice(0, maxNames);
  return { first, more: named.length - first.length };
}
