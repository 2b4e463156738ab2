import type { Fields } from '../../../src/field.js';
import type { HeadingNames } from './headingNames.js';
import type { SheetOperationName } from '../sheetCommand.js';
import type { ValueMessage } from './intakeMessages.js';

/** Maps each input to its values, in the order of the rows. */
export type ExampleRows = Readonly<Record<string, readonly string[]>>;

export interface SheetInputs {
  readonly name: SheetOperationName;
  readonly fields: Fields;
  readonly headings: HeadingNames;
  /** The operation skips rows in which this input is blank. */
  readonly trigger?: string;
  /** Inputs that identify the person of a row. A row without them may be a note or a subtotal. */
  readonly identifiedBy?: readonly string[];
  /**
   * Identifies what a request changes, such as the assessment of a decision. The key of a row
   * depends only on this text. If this function is missing, the key depends on all inputs.
   */
  readonly identifyTarget?: (request: Readonly<Record<string, unknown>>) => string;
  /** The input that identifies the person; a journal keeps a hash of it. */
  readonly person?: string;
  /** Inputs that another command writes; in a CSV file, they may have a formula guard. */
  readonly writtenByUs?: readonly string[];
  /** If `unknown`, reads only the results whose ID is not in the journal. */
  readonly readsResults?: boolean | 'unknown';
  /** True if a row that has a message, but no status, ID or reference, is read, too. */
  readonly readsLoneMessages?: boolean;
  /** Remedies for invalid inputs, if those of the core do not fit a sheet. */
  readonly remedies?: Readonly<Record<string, ValueMessage>>;
}
