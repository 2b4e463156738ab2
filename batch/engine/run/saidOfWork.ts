import type { Failure } from '../../../src/failure.js';
import type { WrongAnswer } from '../journal/reason.js';

/** What is said of the work on rows, by its codes. */
export interface WorkMessages {
  /** The service refused the company token. */
  tokenRefused: { readonly failure: Failure };
  /** So many rows in a row have failed; with what the last one did. */
  rowsInARowFailed: { readonly rows: number; readonly failure: Failure | WrongAnswer };
  /** What became of a row that was sent, and the journal could not take it. */
  rowNotRecorded: {
    /** Its number; undefined for a row that is not of the sheet. */
    readonly row: number | undefined;
    readonly became:
      | { readonly what: 'created' | 'done'; readonly id: string }
      | { readonly what: 'refused'; readonly reason: string }
      | { readonly what: 'notCreated' };
  };
}
