import type { Fields } from '../../../src/field.js';
import type { HeadingNames } from './headingNames.js';
import type { SheetOperationName } from '../sheetCommand.js';
import type { ValueMessage } from './intakeMessages.js';

/** The example rows of a template: for each input, one value per row. */
export type ExampleRows = Readonly<Record<string, readonly string[]>>;

/** The properties of an operation that determine how its sheets are read. */
export interface SheetInputs {
  readonly name: SheetOperationName;
  /** The inputs that are read from the sheet. */
  readonly fields: Fields;
  /** Maps headings to inputs and to our columns. */
  readonly headings: HeadingNames;
  /** The operation skips rows in which this input is blank. */
  readonly trigger?: string;
  /**
   * Inputs that identify the person of a row. A row without them may be a note or a subtotal. If an
   * operation has no such inputs, no row counts as a note or a subtotal.
   */
  readonly identifiedBy?: readonly string[];
  /**
   * Returns a text that identifies what a request changes, such as the assessment of a decision.
   * The key of a row depends only on this text; without this function, the key depends on all
   * inputs.
   */
  readonly identifyTarget?: (request: Readonly<Record<string, unknown>>) => string;
  /** The input that identifies the person; a journal keeps a hash of it. */
  readonly person?: string;
  /** Inputs that another command writes; in a CSV file, they may have a formula guard. */
  readonly writtenByUs?: readonly string[];
  /**
   * Also reads the results in the sheet: all of them, or with `unknown` only those whose ID is not
   * in the journal.
   */
  readonly readsResults?: boolean | 'unknown';
  /** Also reads the results in a row that has a message, but no status, ID or reference. */
  readonly readsLoneMessages?: boolean;
  /** Remedies for invalid inputs, if those of the core do not fit a sheet. */
  readonly remedies?: Readonly<Record<string, ValueMessage>>;
}
