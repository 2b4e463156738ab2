/**
 * Why a file cannot be read or written, by code. `file` is the path or the name of the file. See
 * `sheetWording` for the English words.
 */
export interface SheetProblems {
  missing: { readonly file: string };
  isFolder: { readonly file: string };
  isSpecial: { readonly file: string; readonly kind: SpecialFile };
  /** `access` is missing if the system does not report it. */
  mayNotRead: { readonly file: string; readonly access?: Access | undefined };
  inUse: { readonly file: string };
  /** `system` is the code of the error. */
  unreadable: { readonly file: string; readonly system: string };
  empty: { readonly file: string };
  otherFormat: { readonly file: string; readonly format: OtherFormat };
  unsupportedFormat: { readonly file: string };

  /** The file has the extension of a workbook but does not begin like a workbook. */
  onlyNamedWorkbook: { readonly file: string };
  notWorkbook: { readonly file: string };
  binaryWorkbook: { readonly file: string };
  /** An .xls file, or perhaps an encrypted workbook: both are OLE containers. */
  oldWorkbook: { readonly file: string };
  passwordProtected: { readonly file: string };
  /** The workbook is encrypted by a sensitivity label or by rights management. */
  rightsProtected: { readonly file: string };
  damaged: { readonly file: string; readonly damage: Damage };
  /** The workbook exceeds a limit that ordinary workbooks never reach. */
  abnormal: { readonly file: string; readonly abnormality: Abnormality };
  /** A part of the workbook declares a document type, which entity attacks need. */
  documentType: object;

  notText: { readonly file: string };
  unsupportedEncoding: { readonly encoding: string };
  encodingOfWorkbook: { readonly file: string };
  /** The bytes are not in the encoding of the byte order mark. */
  notInItsEncoding: { readonly file: string; readonly encoding: string };
  /** The encoding is known, and is not the encoding that was named. */
  otherEncoding: { readonly file: string; readonly encoding: string; readonly named: string };
  notInNamedEncoding: { readonly file: string; readonly named: string };
  unclosedQuotation: { readonly file: string; readonly line: number };
  /** The row has a CR outside of quotation marks, in a file with other line ends. */
  rowsJoined: { readonly file: string; readonly row: number };
  endlessRow: { readonly file: string; readonly line: number; readonly maxChars: number };

  noSuchSheet: {
    readonly file: string;
    readonly format: 'xlsx' | 'csv';
    readonly sheet: string;
    readonly sheets: readonly string[];
  };
  noHeaderRow: { readonly sheet: string; readonly row: number };
  /** `last` is the last used column, and `neighbour` uses it. */
  noRoom: {
    readonly columns: number;
    readonly last: string;
    readonly neighbour: Neighbour;
  };

  mayNotWrite: { readonly file: string; readonly access: Access };
  /** `system` is the code of the error; `folder` contains the file. */
  notWritten: { readonly file: string; readonly folder: string; readonly system: string };
  changed: { readonly file: string };
  /** The output needs the format's own `extension`. */
  wrongExtension: { readonly file: string; readonly output: string; readonly extension: string };
  tooLargeForWorkbook: {
    readonly file: string;
    readonly limit: number;
    readonly of: 'columns' | 'rows';
  };
  partTooLarge: { readonly part: string };
  /** The package that writes workbooks from CSV files is not installed. */
  packageMissing: object;
  copyDiffers: { readonly file: string; readonly difference: Difference };

  /** A problem outside of this library, in the words of the program that uses it. */
  other: { readonly text: string };
}

/** Facts about a file that was read or written, by code. See `sheetWording` for the English words. */
export interface SheetNotes {
  signed: { readonly file: string };
  sheetProtected: object;
  /** Other cells need the column's formulas; `instead` has the results. */
  formulasNeeded: { readonly column: string; readonly heading: string; readonly instead: string };
  mergedOver: { readonly column: string; readonly row: number };
  /** The table is filled from another source, so it cannot grow over the results. */
  tableIsBound: { readonly table: string };
  /** Sorting `ranges` separates the results from their rows; `more` counts further ranges. */
  outsideRanges: {
    readonly columns: readonly ColumnRange[];
    readonly ranges: readonly SortableRange[];
    readonly more: number;
  };
  csvWithoutHeadings: { readonly file: string };
  /** The encoding of the file lacks characters of the results. */
  questionMarks: { readonly file: string; readonly encoding: string };
  /** Texts are too long for a workbook; `file` is the CSV file. */
  cellsCut: { readonly file: string; readonly maxChars: number };
  /** A program created `mark` when it opened the file; the results are in `beside`. */
  openElsewhere: { readonly file: string; readonly beside: string; readonly mark: string };
  /** The written file did not pass the check against `source`; it is kept as `beside`. */
  notReplaced: {
    readonly file: string;
    readonly beside: string;
    readonly source: string;
    readonly difference: Difference;
  };
}

/** The messages of an interface, each with its code. */
export type Coded<Messages> = {
  readonly [Code in keyof Messages]: { readonly code: Code } & Messages[Code];
}[keyof Messages];

/** Why a file cannot be read or written: a code with its values. */
export type SheetProblem = Coded<SheetProblems>;

/** A fact about a file that was read or written: a code with its values. */
export type SheetNote = Coded<SheetNotes>;

/** The formats that are refused by their extension, without the dot. */
export type OtherFormat = 'ods' | 'numbers' | 'gsheet' | 'pdf';

/** The kind of a path that is neither a file nor a folder. */
export type SpecialFile = 'pipe' | 'socket' | 'device';

/** The owner of a file or folder, the current account, and what keeps the account from using it. */
export interface Access {
  /** The name without its folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly owner: string;
  readonly group: string;
  /** The permissions as octal digits. */
  readonly mode: string;
  readonly account: string;
  readonly obstacle: AccessObstacle;
}

/**
 * `stickyFolder` if only owners may replace files in the folder, `owner` if the account is the
 * owner or root, `group` for any other account.
 */
export type AccessObstacle =
  | { readonly kind: 'group' }
  | { readonly kind: 'owner' }
  | { readonly kind: 'stickyFolder'; readonly folder: string; readonly mode: string };

/** How a workbook is cut off, altered or invalid. */
export type Damage = Coded<Damages>;

/** {@link Damage} by code. */
export interface Damages {
  noEnd: object;
  partsEncrypted: object;
  partMissing: { readonly part: string };
  partMoved: { readonly part: string };
  partCutOff: { readonly part: string };
  partPackedOtherwise: { readonly part: string };
  partNotUnpacked: { readonly part: string };
  wrongChecksum: { readonly part: string };
  sheetWithoutEnd: object;
  sheetBreaksOff: { readonly row: number };
  rowWithoutEnd: { readonly row: number };
  cellWithoutEnd: { readonly row: number };
  /** `found` is the beginning of the element. */
  unknownElement: { readonly row: number; readonly found: string };
  rowTooWide: { readonly row: number; readonly last: string };
  rowsOutOfOrder: { readonly row: number; readonly previous: number };
  rowNumberTooLarge: { readonly row: number };
}

/** How a workbook exceeds the limits of ordinary workbooks. */
export type Abnormality = Coded<Abnormalities>;

/** {@link Abnormality} by code. */
export interface Abnormalities {
  tooManyParts: { readonly maxParts: number };
  partListTooLong: object;
  partTwice: { readonly part: string };
  partsOverlap: object;
  /** The part unpacks to more than `maxRatio` times its compressed size. */
  partUnpacksTooFar: { readonly part: string; readonly maxRatio: number };
  partLargerThan: { readonly part: string; readonly maxBytes: number };
  partLargerThanDeclared: { readonly part: string };
  longBeginning: object;
  longEnd: object;
  hugeRow: object;
  hugeText: object;
}

/** The first difference between a written file and what it should contain. */
export type Difference = Coded<Differences>;

/** {@link Difference} by code. */
export interface Differences {
  encoding: object;
  delimiter: object;
  moreRows: object;
  rowMissing: { readonly row: number };
  /** The row is in only one of the two files. */
  rowMissingOrNew: { readonly row: number };
  row: { readonly row: number };
  /** `cell` is counted from 1. */
  cellOfRow: { readonly row: number; readonly cell: number };
  cell: { readonly address: string };
  part: { readonly part: string };
  cellStyle: { readonly number: number };
}

/** A neighbour of new columns: a cell, merged cells, or a table. */
export type Neighbour =
  | { readonly kind: 'cell'; readonly address: string }
  | { readonly kind: 'mergedCells'; readonly range: string }
  | SortableTable;

/** The letters of the first and the last column, both included. */
export interface ColumnRange {
  readonly first: string;
  readonly last: string;
}

/** A range that a user can sort. */
export type SortableRange = SortableTable | { readonly kind: 'filter' };

interface SortableTable {
  readonly kind: 'table';
  readonly name: string;
}
