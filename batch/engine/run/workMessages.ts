import type { Failure } from '../../../src/failure.js';
import type { WrongAnswer } from '../journal/reason.js';
import type { SheetCommand } from '../sheetCommand.js';

/** Messages about the work on rows, by code. */
export interface WorkMessages {
  /** The service refused the company token. */
  tokenRefused: { readonly failure: Failure };
  /** This many rows in a row have failed; the failure is that of the last one. */
  rowsInARowFailed: { readonly rows: number; readonly failure: Failure | WrongAnswer };
  /** A row was sent, but its outcome could not be recorded in the journal. */
  rowNotRecorded: {
    readonly operation: SheetCommand;
    /** The row's number; undefined if the row is not in the sheet. */
    readonly row: number | undefined;
    readonly became:
      | { readonly what: 'created' | 'done'; readonly id: string }
      | { readonly what: 'refused'; readonly reason: string }
      | { readonly what: 'notSent' };
  };
}
