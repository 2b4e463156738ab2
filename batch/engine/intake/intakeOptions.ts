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
  /** Counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<string, string>>> | undefined;
  /** For a sheet of decisions: the choices with which its assessments may have been read. */
  readonly assessmentChoices?: readonly AssessmentChoices[] | undefined;
  /** Values that a person corrected without changing the sheet. */
  readonly corrections?: Corrections | undefined;
  /** Skips these rows, unless they show a result. */
  readonly ignoredRows?: IgnoredRows | undefined;
  readonly visibleOnly?: boolean | undefined;
  /** Skipped while unchanged. */
  readonly exampleRows?: ExampleRows | undefined;
  /** Reads the example rows as a trial if the sheet has no others. */
  readonly readsLoneExamples?: boolean | undefined;
  /** By sheet, from the journal. */
  readonly knownColumns?: ReadonlyMap<string, WrittenHeadings> | undefined;
  /** Receives the cells of each row that is not skipped; twice if the sheet is read twice. */
  readonly onCells?: ((row: SheetRow) => void) | undefined;
  /** The journal's hash function; by default, one without a salt. */
  readonly computeHash?: ComputeHash | undefined;
  /** The scope in which row references are valid; without it, they prove nothing. */
  readonly proofs?: ProofScope | undefined;
  /** Saves memory. Only for a command that sends nothing and reads no other journal. */
  readonly omitsSentRequests?: boolean | undefined;
  /** Rows use the journal's copies of equal texts to save memory. */
  readonly known?: KnownTexts | undefined;
}

export type AssessmentChoices = Pick<IntakeOptions, 'columns' | 'set'>;
