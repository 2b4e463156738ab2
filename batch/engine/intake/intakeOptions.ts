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

export interface IntakeOptions extends ReadingOptions {
  readonly inputs: SheetInputs;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  /** The row number, counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<string, string>>> | undefined;
  /** The choices with which the assessments of a sheet of decisions may have been read. */
  readonly assessmentChoices?: readonly AssessmentChoices[] | undefined;
  /** Values that a person corrected without changing the sheet. */
  readonly corrections?: Corrections | undefined;
  /** Skips these rows, unless they show a result. */
  readonly ignoredRows?: IgnoredRows | undefined;
  readonly visibleOnly?: boolean | undefined;
  /** Rows that are skipped while they are unchanged. */
  readonly exampleRows?: ExampleRows | undefined;
  /** Reads the example rows as a trial if the sheet has no other rows. */
  readonly readsLoneExamples?: boolean | undefined;
  /** The headings of our columns in the journal, by sheet. */
  readonly knownColumns?: ReadonlyMap<string, WrittenHeadings> | undefined;
  /** Receives the cells of each row that is not skipped; twice if the sheet is read twice. */
  readonly onCells?: ((row: SheetRow) => void) | undefined;
  /** The journal's hash function; by default, a function without a salt. */
  readonly computeHash?: ComputeHash | undefined;
  /** The scope in which row references are valid. If it is undefined, references prove nothing. */
  readonly proofs?: ProofScope | undefined;
  /** Saves memory. Set this only if the command sends nothing and reads no other journal. */
  readonly omitsSentRequests?: boolean | undefined;
  /** Rows use the journal's copies of equal texts to save memory. */
  readonly known?: KnownTexts | undefined;
}

export type AssessmentChoices = Pick<IntakeOptions, 'columns' | 'set'>;
