import type { Fields } from '../../../src/field.js';
import type { HeadingNames } from './headingNames.js';
import type { SheetOperationName } from '../sheetCommand.js';
import type { ValueText } from './valueMessages.js';

/** The example rows of a template: their values by input, for each of its columns. */
export type ExampleRows = Readonly<Record<string, readonly string[]>>;

/** What the intake must know of an operation to read a sheet for it. */
export interface SheetInputs {
  readonly name: SheetOperationName;
  /** The inputs that are read from the sheet. */
  readonly fields: Fields;
  /** Which headings mean which input, and which are of our own columns. */
  readonly headings: HeadingNames;
  /** The input without which a row does not concern the operation. */
  readonly trigger?: string;
  /**
   * Inputs that say whom a row is about. A row without them may be a note or a subtotal; where none
   * are named, no row is taken for one.
   */
  readonly identifiedBy?: readonly string[];
  /**
   * What makes two rows the same case, whatever their other inputs say. Without it every change of
   * a request makes another case.
   */
  readonly caseOf?: (request: Readonly<Record<string, unknown>>) => string;
  /** The input that says whose row it is; a journal keeps a hash of it. */
  readonly person?: string;
  /** Inputs that another command writes into a sheet: in a CSV file they may be guarded as formulas. */
  readonly writtenByUs?: readonly string[];
  /**
   * Reads also the results in the sheet, not only whether there are any: all of them, or those
   * beside an id that the journal does not know.
   */
  readonly readsResults?: boolean | 'unknown';
  /** Reads also the message in a row whose status, ID and reference were cleared. */
  readonly readsAll?: boolean;
  /** Remedies for invalid inputs, where the core's own do not fit a sheet. */
  readonly remedies?: Readonly<Record<string, ValueText>>;
}
