import type { Fields } from '../../../src/field.js';
import type { SuccessStatus, SheetCommand } from '../sheetCommand.js';

/** The properties of an operation without asynchronous results that determine the status of its rows. */
export interface SubmissionKind {
  readonly command: SheetCommand;
  readonly succeeded: SuccessStatus;
  readonly repeatable: boolean;
  /**
   * The input that identifies a row: two rows with the same value are the same, whatever their
   * other inputs.
   */
  readonly identity: string;
  /** An input whose value must be unique in a sheet. */
  readonly unique?: string;
  readonly fields: Fields;
  /** Our columns with cells that a person may have to clear. */
  readonly columns: readonly { readonly name: string; readonly heading: string }[];
}
