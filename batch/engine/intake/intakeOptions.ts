import type { SheetRow } from '../../../sheets/sheet.js';
import type { ColumnMap } from './columnMap.js';
import type { Corrections } from './corrections.js';
import type { IgnoredRows } from './ignoredRows.js';
import type { WrittenHeadings } from './headingNames.js';
import type { ReadingOptions } from './values.js';
import type { KnownTexts } from './intakeRow.js';
import type { ComputeHash } from './rowKey.js';
import type { ProofScope } from './previousResults.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';

/** Options for reading a sheet. */
export interface IntakeOptions extends ReadingOptions {
  readonly inputs: SheetInputs;
  /** The encoding of a CSV file, if a person chose one. */
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  /** The row with the headings, counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<string, string>>> | undefined;
  /**
   * For a sheet of decisions: the choices with which its assessments may have been read. There are
   * several if a person chose a column or a value for an input that decisions also have.
   */
  readonly ofAssessments?: readonly AssessmentChoices[] | undefined;
  /** Values that a person corrected without changing the sheet. */
  readonly corrections?: Corrections | undefined;
  /** Skips these rows, unless they show a result. */
  readonly ignoredRows?: IgnoredRows | undefined;
  /** Skips rows that are hidden in the sheet. */
  readonly visibleOnly?: boolean | undefined;
  /** The example rows of the template. They are skipped while unchanged. */
  readonly exampleRows?: ExampleRows | undefined;
  /** Reads the example rows as a trial if the sheet has no others. */
  readonly readsLoneExamples?: boolean | undefined;
  /** The headings of our columns by sheet, from the journal. */
  readonly knownColumns?: ReadonlyMap<string, WrittenHeadings> | undefined;
  /** Receives the cells of each row that is not skipped; twice if the sheet is read twice. */
  readonly onCells?: ((row: SheetRow) => void) | undefined;
  /** The journal's hash function; by default, one without a salt. */
  readonly computeHash?: ComputeHash | undefined;
  /** The scope in which row references are valid; without it, they prove nothing. */
  readonly proofs?: ProofScope | undefined;
  /**
   * Omits the requests of rows that show the journal's assessment of their inputs: a request takes
   * half the memory of a row. Only for a command that sends nothing and reads no other journal.
   */
  readonly omitsSentRequests?: boolean | undefined;
  /** The journal. Rows use its copies of equal texts to save memory. */
  readonly known?: KnownTexts | undefined;
}

/** The choices of a person about the inputs of assessments, in a sheet of decisions. */
export type AssessmentChoices = Pick<IntakeOptions, 'columns' | 'set'>;
