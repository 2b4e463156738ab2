import type { ColumnMap } from './columnMap.js';
import type { Corrections } from './corrections.js';
import type { WrittenHeadings } from './writtenHeadings.js';
import type { ReadingOptions } from './readSetting.js';
import type { KnownTexts } from './knownTexts.js';
import type { HashOf } from './rowKey.js';
import type { ProofScope } from './shownProof.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';

/** How to read a sheet, from the options. */
export interface IntakeOptions extends ReadingOptions {
  /** The inputs of the operation that the sheet is read for. */
  readonly inputs: SheetInputs;
  /** The encoding of a CSV file, if a person has named it. */
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  /** The row with the headings, counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<string, string>>> | undefined;
  /** The same two for the assessments that the rows of the sheet are about. */
  readonly ofAssessments?: Pick<IntakeOptions, 'columns' | 'set'> | undefined;
  /** Values that a person corrected without changing the sheet. */
  readonly corrections?: Corrections | undefined;
  /** Skips rows that are hidden in the sheet. */
  readonly visibleOnly?: boolean | undefined;
  /** The example rows of the template, which are skipped while they are unchanged. */
  readonly exampleRows?: ExampleRows | undefined;
  /** Reads the example rows if the sheet has no others, for a trial. */
  readonly readsLoneExamples?: boolean | undefined;
  /** What the journal contains about our columns, by sheet. */
  readonly knownColumns?: ReadonlyMap<string, WrittenHeadings> | undefined;
  /** How the journal hashes, for rows that it is to know; default as one without a random value. */
  readonly hashOf?: HashOf | undefined;
  /** What the row references of the sheet are compared with; without it, they prove nothing. */
  readonly proofs?: ProofScope | undefined;
  /** The journal: what it has of a row as well, the row shares with it. */
  readonly known?: KnownTexts | undefined;
}
