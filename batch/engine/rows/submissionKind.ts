import type { Fields } from '../../../src/field.js';
import type { SuccessStatus } from '../intake/statusWords.js';
import type { SheetCommand } from '../sheetCommand.js';

/** An operation without results to wait for, as far as it determines the status of its rows. */
export interface SubmissionKind {
  readonly command: SheetCommand;
  readonly succeeded: SuccessStatus;
  readonly repeatable: boolean;
  /** The input that makes two rows the same case, whatever their other inputs say. */
  readonly identity: string;
  /** An input that no two cases of a sheet may share. */
  readonly unique?: string;
  readonly fields: Fields;
  /** Our columns whose cells a person may have to clear. */
  readonly columns: readonly { readonly name: string; readonly heading: string }[];
}
